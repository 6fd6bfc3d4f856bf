/** Limits of the chat service beyond those of the specification's table. Milliseconds unless the name says otherwise. */
export const chatLimits = {
  /** Characters of one message; more is refused with 20. */
  messageCharacters: 5_000,
  /** Bytes of one command; more is refused with 22. */
  payloadBytes: 64 * 1024,
  channelPageMax: 30,
  /** The most replies of a thread that may be asked for at once; `limits.threadPageSize` is what comes unasked. */
  threadPageMax: 100,
  /** Threads of a list that come at once. */
  threadListPage: 20,
  /** The most threads that are told to be unread. */
  unreadThreads: 1_000,
  /** Names beside a message that has replies. */
  repliersShown: 5,
  searchPage: 20,
  searchPageMax: 50,
  searchCharacters: 200,
  mediaPage: 30,
  mediaPageMax: 60,
  pinnedPerChannel: 50,
  /** Different ways to react to one message. */
  reactionsPerMessage: 30,
  historyPage: 30,
  historyPageMax: 100,
  /** Messages that come with a channel that is opened, and with each channel of a list. */
  channelMessages: 30,
  listedMessages: 10,
  attachmentsPerMessage: 10,
  mentionsPerMessage: 50,
  /** A channel further behind than this takes a fresh snapshot instead of replaying. */
  catchUpMax: 500,
  /** Receivers forget a typing person after this silence. */
  typingExpiry: 7_000,
  /** Without a keystroke for so long, one is no longer writing. */
  typingSilence: 5_000,
  /** Clients tell the server at most this often what has reached them. */
  deliveredThrottle: 1_000,
  connectionsPerUser: 20,
  membersPerChannel: 100,
  usersPerUpsert: 100,
  /** An upload travels in parts of so many bytes; a part that was lost is sent again. */
  uploadPartBytes: 512 * 1024,
  /** Uploads one may have under way or waiting for their message. */
  uploadsPerUser: 50,
  /** Files no message names are forgotten after this. */
  uploadsKept: 86_400_000,
  filesPerSigning: 50,
  /** How long an address of a file is good, in seconds. */
  fileAddressSeconds: 300,
  waveformBars: 100,
  attachmentDuration: 86_400_000,
  /** A voice message that is being recorded ends here by itself. */
  voiceRecordingMax: 15 * 60_000,
  previewsPerMessage: 3,
  pollNameCharacters: 300,
  pollDescriptionCharacters: 1_000,
  pollOptionCharacters: 200,
  pollAnswerCharacters: 500,
  pollVoicesPage: 50,
  liveLocationMax: 8 * 3_600_000,
  remindersPage: 30,
  scheduledPerUser: 100,
  /** How far ahead a message may be scheduled. */
  scheduledAhead: 365 * 86_400_000,
  draftsListed: 100,
  /** A draft is kept this long after the last keystroke. */
  draftDebounce: 1_000,
  commandTimeout: 5_000,
} as const
