/** Limits of the chat service beyond those of the specification's table. Milliseconds unless the name says otherwise. */
export const chatLimits = {
  /** Characters of one message; more is refused with 20. */
  messageCharacters: 5_000,
  /** Bytes of one command; more is refused with 22. */
  payloadBytes: 64 * 1024,
  channelPageMax: 30,
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
} as const
