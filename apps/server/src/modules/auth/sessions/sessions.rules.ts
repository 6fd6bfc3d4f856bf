import type { MessageParam } from '@fettle/i18n/message'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { localized } from '../../../platform/locale/messages.ts'

/** Lifetime and display of sessions. Pure. */

export const SESSION_ABSOLUTE_MS = 30 * DAY_MS
export const SESSION_IDLE_MS = 14 * DAY_MS
/** Last use is stored at most this often. */
export const LAST_SEEN_INTERVAL_MS = MINUTE_MS
/** Tokens per session: several tabs may each request one at boot; the oldest end when there are more. */
export const TOKENS_PER_SESSION = 5

/** How long a step-up is valid. */
export const STEP_UP_VALID_FOR_MS = 5 * MINUTE_MS

export interface SessionTimes {
  lastSeenAt: Date
  expiresAt: Date
}

/** Whether a session has neither expired nor been unused for too long. */
export function sessionIsLive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  return now < expiresAt && now.getTime() < lastSeenAt.getTime() + SESSION_IDLE_MS
}

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]
const nameIn = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** The device's browser and system: enough for people to recognise it. */
const identify = (userAgent: string | null) => ({
  browser: nameIn(browsers, userAgent ?? ''),
  system: nameIn(systems, userAgent ?? ''),
})

/** `Chrome on Windows`, in English: compares devices. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = identify(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** The device's name for its owner. */
export function deviceText(userAgent: string | null): string {
  const { browser, system } = identify(userAgent)
  if (browser && system) return localized({ code: 'DEVICE', params: { browser, system } })
  return browser ?? system ?? localized({ code: 'DEVICE_UNKNOWN' })
}

/** The device's name as part of a message. Its words are in the messages of mails. */
export function deviceParam(userAgent: string | null): MessageParam {
  const { browser, system } = identify(userAgent)
  if (browser && system) return { code: 'mail.device', params: { browser, system } }
  return browser ?? system ?? { code: 'mail.device-unknown' }
}
