import { expect, it } from 'vitest'
import { limits } from './limits.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

it('the constants are those of the specification', () => {
  expect(limits).toMatchObject({
    notificationPageSize: 30,
    inboxDefaultLimit: 10,
    desktopNotificationClose: 5 * SECOND,
    messagePreviewLength: 100,
    inboxReconnectDelayMax: 10 * SECOND,
    inboxConnectTimeout: 4 * SECOND,
    chatReconnectRetry: 5 * SECOND,
    channelPageSize: 10,
    threadPageSize: 50,
    typingResend: 2 * SECOND,
    markReadThrottle: SECOND,
    chatPing: 25 * SECOND,
    chatCheckTimeout: 35 * SECOND,
    linkPreviewDebounce: 1.5 * SECOND,
    suggestionPageSize: 10,
    suggestionDebounce: 300,
    pollOptionsMax: 100,
    pollVotesMin: 2,
    pollVotesMax: 10,
    liveLocationMin: MINUTE,
    chatNotificationDisplay: 3 * SECOND,
    reminderOffsets: [2 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 24 * HOUR, 8 * 24 * HOUR],
    liveLocationThrottle: 3 * SECOND,
    toast: 5 * SECOND,
  })
})
