/** Page sizes, delays and limits that the server and its clients share. */
export const limits = {
  notificationPageSize: 30,
  inboxDefaultLimit: 10,
  desktopNotificationMs: 5_000,
  messagePreviewLength: 100,
  inboxReconnectDelayMaxMs: 10_000,
  inboxConnectTimeoutMs: 4_000,
  /** Inbox tokens are valid for an hour. The web app opens a new session before that. */
  inboxRenewAfterMs: 50 * 60_000,
  chatReconnectDelayMs: 5_000,
  channelPageSize: 10,
  threadPageSize: 50,
  typingResendMs: 2_000,
  markReadThrottleMs: 1_000,
  chatPingIntervalMs: 25_000,
  chatPingTimeoutMs: 35_000,
  linkPreviewDebounceMs: 1_500,
  suggestionPageSize: 10,
  suggestionDebounceMs: 300,
  pollOptionsMax: 100,
  pollVotesMin: 2,
  pollVotesMax: 10,
  liveLocationMinMs: 60_000,
  chatNotificationMs: 3_000,
  reminderOffsetsMs: [120_000, 1_800_000, 3_600_000, 7_200_000, 86_400_000, 691_200_000],
  liveLocationThrottleMs: 3_000,
  toastMs: 5_000,
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
