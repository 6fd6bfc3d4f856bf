import { UNKNOWN_DEVICE_NAME } from '../../platform/locale/formatter.ts'

/** How long a session lives, and how it is shown. Pure. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const SESSION_ABSOLUTE_MS = 30 * DAY_MS
export const SESSION_IDLE_MS = 14 * DAY_MS
/** Being seen is written down this often at most. */
export const SEEN_EVERY_MS = MINUTE_MS
/** A boot may ask for a fresh token (several tabs at once); older ones of the session end when there are more. */
export const TOKENS_PER_SESSION = 5

/** How long a proof of identity within a session is good. */
export const STEP_UP_VALID_FOR_MS = 5 * MINUTE_MS

export interface SessionTimes {
  lastSeenAt: Date
  expiresAt: Date
}

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

/** `Chrome on Windows`: enough for a person to know their device. */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? '')
  const system = nameIn(systems, userAgent ?? '')
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE_NAME
}
