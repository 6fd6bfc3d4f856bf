import { expect, it } from 'vitest'
import { limits } from './limits.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

it('the constants are those of the specification', () => {
  expect(limits).toMatchObject({
    notificationPageSize: 30,
    inboxDefaultLimit: 10,
    desktopNotificationMs: 5 * SECOND,
    messagePreviewLength: 100,
    inboxReconnectDelayMaxMs: 10 * SECOND,
    inboxConnectTimeoutMs: 4 * SECOND,
    chatReconnectDelayMs: 5 * SECOND,
    channelPageSize: 10,
    threadPageSize: 50,
    typingResendMs: 2 * SECOND,
    markReadThrottleMs: SECOND,
    chatPingIntervalMs: 25 * SECOND,
    chatPingTimeoutMs: 35 * SECOND,
    linkPreviewDebounceMs: 1.5 * SECOND,
    suggestionPageSize: 10,
    suggestionDebounceMs: 300,
    pollOptionsMax: 100,
    pollVotesMin: 2,
    pollVotesMax: 10,
    liveLocationMinMs: MINUTE,
    chatNotificationMs: 3 * SECOND,
    reminderOffsetsMs: [2 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 24 * HOUR, 8 * 24 * HOUR],
    liveLocationThrottleMs: 3 * SECOND,
    toastMs: 5 * SECOND,
  })
})
