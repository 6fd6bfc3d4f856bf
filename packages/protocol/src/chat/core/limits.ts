/** Limits of the chat service beyond those the specification fixes. */
export const chatLimits = {
  /** Characters per message; more is refused with code 20. */
  messageCharacters: 5_000,
  /** Bytes per command; more is refused with code 22. */
  payloadBytes: 64 * 1024,
  channelPageMax: 30,
  /** Maximum replies per page. `limits.threadPageSize` is the default. */
  threadPageMax: 100,
  /** Threads per page of the list. */
  threadListPage: 20,
  /** Maximum unread threads reported. */
  unreadThreads: 1_000,
  /** Names shown beside a message with replies. */
  repliersShown: 5,
  searchPage: 20,
  searchPageMax: 50,
  searchCharacters: 200,
  mediaPage: 30,
  mediaPageMax: 60,
  pinnedPerChannel: 50,
  /** Kinds of reactions per message. */
  reactionsPerMessage: 30,
  historyPage: 30,
  historyPageMax: 100,
  /** Messages sent with an opened channel, and with each channel of a list. */
  channelMessages: 30,
  listedMessages: 10,
  attachmentsPerMessage: 10,
  mentionsPerMessage: 50,
  /** Events replayed at most; a channel further behind takes a fresh snapshot. */
  catchUpMax: 500,
  /** Receivers clear a typing indicator after this silence. */
  typingExpiryMs: 7_000,
  /** After this time without a keystroke the user no longer counts as typing. */
  typingSilenceMs: 5_000,
  /** Minimum interval between delivery receipts of a client. */
  deliveredThrottleMs: 1_000,
  connectionsPerUser: 20,
  membersPerChannel: 100,
  usersPerUpsert: 100,
  /** Bytes per upload part. A lost part is sent again. */
  uploadPartBytes: 512 * 1024,
  /** Uploads per user that are running or not yet sent. The app's server has no limit. */
  uploadsPerUser: 50,
  /** Files without a message are deleted after this time. */
  uploadRetentionMs: 86_400_000,
  filesPerSigning: 50,
  /** How long a file address is valid, in seconds. */
  fileAddressSeconds: 300,
  waveformBars: 100,
  attachmentDurationMaxMs: 86_400_000,
  /** A voice recording stops at this length. */
  voiceRecordingMaxMs: 15 * 60_000,
  previewsPerMessage: 3,
  pollNameCharacters: 300,
  pollDescriptionCharacters: 1_000,
  pollOptionCharacters: 200,
  pollAnswerCharacters: 500,
  pollVoicesPage: 50,
  liveLocationMaxMs: 8 * 3_600_000,
  remindersPage: 30,
  scheduledPerUser: 100,
  /** How far ahead a message may be scheduled. */
  scheduledAheadMaxMs: 365 * 86_400_000,
  draftsListed: 100,
  /** Drafts are saved this long after the last keystroke. */
  draftDebounceMs: 1_000,
  commandTimeoutMs: 5_000,
} as const
