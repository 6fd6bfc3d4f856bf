/** Constants of the product, each declared once. Milliseconds unless the name says otherwise. */
export const limits = {
  notificationPageSize: 30,
  inboxDefaultLimit: 10,
  desktopNotificationClose: 5_000,
  messagePreviewLength: 100,
  inboxReconnectDelayMax: 10_000,
  inboxConnectTimeout: 4_000,
  /** Inbox tokens are valid for an hour. The web app opens a new session before that. */
  inboxRenewAfter: 50 * 60_000,
  chatReconnectRetry: 5_000,
  channelPageSize: 10,
  threadPageSize: 50,
  typingResend: 2_000,
  markReadThrottle: 1_000,
  chatPing: 25_000,
  chatCheckTimeout: 35_000,
  linkPreviewDebounce: 1_500,
  suggestionPageSize: 10,
  suggestionDebounce: 300,
  pollOptionsMax: 100,
  pollVotesMin: 2,
  pollVotesMax: 10,
  liveLocationMin: 60_000,
  chatNotificationDisplay: 3_000,
  reminderOffsets: [120_000, 1_800_000, 3_600_000, 7_200_000, 86_400_000, 691_200_000],
  liveLocationThrottle: 3_000,
  toast: 5_000,
} as const

/** Shortens a text to `most` characters with an ellipsis. Counts code points. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  if (characters.length <= most) return text
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** Shortens a text to `messagePreviewLength` characters with an ellipsis. Counts code points. */
export function preview(text: string): string {
  const characters = Array.from(text)
  return characters.length <= limits.messagePreviewLength
    ? text
    : `${characters.slice(0, limits.messagePreviewLength).join('')}…`
}
