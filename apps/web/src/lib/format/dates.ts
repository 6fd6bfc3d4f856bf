import { formatterOf, type Formatter } from '@fettle/i18n/format'
import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'

type When = Date | string

const dateOf = (at: When): Date => (typeof at === 'string' ? new Date(at) : at)

const commonTags = new Map<string, string>()

/** A locale with the digits 0 to 9 and the Gregorian calendar. Found once: `Intl` objects are slow to build. */
function toCommon(tag: string): string {
  const cached = commonTags.get(tag)
  if (cached) return cached
  const { numberingSystem, calendar } = new Intl.DateTimeFormat(tag).resolvedOptions()
  const isCommon = numberingSystem === 'latn' && calendar === 'gregory'
  const common = isCommon ? tag : new Intl.Locale(tag, { numberingSystem: 'latn', calendar: 'gregory' }).toString()
  commonTags.set(tag, common)
  return common
}

/**
 * Locale of the page's language with the browser's region: 25 Nov or Nov 25, 14:00 or 2 pm. Digits and calendar are
 * those of texts, date fields and typed amounts, beside which Egypt's digits or the months of Saudi Arabia would stand.
 */
export function regionalLocale(): string {
  const language = i18n.locale || 'en'
  const regional = navigator.languages?.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  return toCommon(regional ?? (language === 'en' ? 'en-GB' : language))
}

/** Writes values in the form of the page's language and the browser's region. */
export const formatter = (): Formatter => formatterOf(regionalLocale())

const write = (at: When, options: Intl.DateTimeFormatOptions): string => formatter().date(at, options)

const TIME_ZONE_TTL_MS = 60_000
let cachedTimeZone = ''
let cachedAt = -Infinity

/** Time zone of this browser, cached for a minute: reading it builds a formatter, and lists need it in every row. */
export function ownTimeZone(): string {
  const now = performance.now()
  if (now - cachedAt >= TIME_ZONE_TTL_MS) {
    cachedTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    cachedAt = now
  }
  return cachedTimeZone
}

/** Calendar day of an instant in a time zone: `2026-11-25`. */
export const dayIn = (at: When, timeZone: string): string =>
  formatterOf('en-CA').date(at, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** Number of calendar days between now and an instant in `timeZone`: 1 is tomorrow at any hour. */
export const daysAway = (at: When, timeZone: string, now: Date): number =>
  Math.round((Date.parse(dayIn(at, timeZone)) - Date.parse(dayIn(now, timeZone))) / DAY_MS)

/** Formats a day as `Today`, `Tomorrow`, `Yesterday` or a date, with its year when it differs. */
export function dayName(at: When, timeZone: string, now: Date): string {
  const daysAhead = daysAway(at, timeZone, now)
  if (daysAhead === 0) return t`Today`
  if (daysAhead === 1) return t`Tomorrow`
  if (daysAhead === -1) return t`Yesterday`
  const sameYear = dayIn(at, timeZone).slice(0, 4) === dayIn(now, timeZone).slice(0, 4)
  return write(at, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  })
}

/** Formats a date in full: `Wednesday 25 November 2026`. */
export const longDay = (at: When, timeZone: string): string =>
  write(at, { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Formats the local time of an instant in a time zone. */
export const timeIn = (at: When, timeZone: string): string => write(at, { timeZone, timeStyle: 'short' })

/** Formats minutes of a day where there is little room: `07:45` and `07:00`, or `7:45 AM` and `7 AM`. */
export const clockText = (minutes: number): string =>
  timeIn(new Date(minutes * MINUTE_MS), 'UTC').replace(/:00(?=\s)/, '')

/** Last of the whole days that a range takes; undefined when it begins or ends within a day. */
function lastWholeDay(startAt: When, endAt: When, timeZone: string): Date | undefined {
  const before = (at: When) => new Date(dateOf(at).getTime() - 1)
  const isStartOfDay = (at: When) => dayIn(before(at), timeZone) !== dayIn(at, timeZone)
  return isStartOfDay(startAt) && isStartOfDay(endAt) ? before(endAt) : undefined
}

const shortDay = (at: When, timeZone: string): string =>
  write(at, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })

/** Formats a time range: `09:00–11:00`, `All day`; adds the day of the end when it differs. */
export function timeSpan(startAt: When, endAt: When, timeZone: string): string {
  const startDay = dayIn(startAt, timeZone)
  const last = lastWholeDay(startAt, endAt, timeZone)
  if (last) {
    const day = shortDay(last, timeZone)
    return dayIn(last, timeZone) === startDay ? t`All day` : t`All day, until ${day}`
  }
  const from = timeIn(startAt, timeZone)
  const until = timeIn(endAt, timeZone)
  if (startDay === dayIn(endAt, timeZone)) return `${from}–${until}`
  return `${from}–${dayAndTime(shortDay(endAt, timeZone), until)}`
}

/** Formats a day and a time in it: `Tomorrow, 09:00`. The comma differs between languages. */
export const dayAndTime = (day: string, time: string): string => t`${day}, ${time}`

/** Formats a slot: `Tomorrow, 09:00–11:00`; whole days as `Tomorrow` or `Tomorrow to Fri, 27 Nov`. */
export function slotText(slot: { startAt: When; endAt: When; timeZone: string }, now: Date): string {
  const { startAt, endAt, timeZone } = slot
  const from = dayName(startAt, timeZone, now)
  const last = lastWholeDay(startAt, endAt, timeZone)
  if (!last) return dayAndTime(from, timeSpan(startAt, endAt, timeZone))
  const until = dayName(last, timeZone, now)
  return from === until ? from : t`${from} to ${until}`
}

/** Formats a day for use within a sentence: `today`, `tomorrow`, `yesterday` or a date. */
function dayWithin(at: When, timeZone: string, now: Date): string {
  const daysAhead = daysAway(at, timeZone, now)
  if (daysAhead === 0) return t`today`
  if (daysAhead === 1) return t`tomorrow`
  return daysAhead === -1 ? t`yesterday` : dayName(at, timeZone, now)
}

/** Formats an instant for use within a sentence: `tomorrow, 08:00`. */
export const momentWithin = (at: When, timeZone: string, now: Date): string =>
  dayAndTime(dayWithin(at, timeZone, now), timeIn(at, timeZone))

/** Formats an instant: `Today, 14:03`. */
export const momentText = (at: When, timeZone: string, now: Date): string =>
  dayAndTime(dayName(at, timeZone, now), timeIn(at, timeZone))

/** Short form for lists: the time today, the weekday this week, the date before. */
export function shortMoment(at: When, timeZone: string, now: Date): string {
  const daysAhead = daysAway(at, timeZone, now)
  if (daysAhead === 0) return timeIn(at, timeZone)
  if (daysAhead === -1) return t`Yesterday`
  if (daysAhead < 0 && daysAhead > -7) return write(at, { timeZone, weekday: 'short' })
  const sameYear = dayIn(at, timeZone).slice(0, 4) === dayIn(now, timeZone).slice(0, 4)
  return write(at, { timeZone, day: 'numeric', month: 'short', ...(!sameYear && { year: '2-digit' }) })
}

const offsetIn = (at: Date, timeZone: string): string =>
  /GMT.*$/.exec(formatterOf('en').date(at, { timeZone, timeZoneName: 'longOffset' }))?.[0] ?? ''

/** Name of the time zone, `Lagos time (GMT+1)`; undefined when the reader's own time is the same at that moment. */
export function foreignClock(at: When, timeZone: string, readerZone = ownTimeZone()): string | undefined {
  const moment = dateOf(at)
  if (timeZone === readerZone || offsetIn(moment, timeZone) === offsetIn(moment, readerZone)) return undefined
  return clockName(moment, timeZone)
}

/** Name of a time zone at an instant: `Lagos time (GMT+1)`. */
export function clockName(at: When, timeZone: string): string {
  const city = timeZone.split('/').at(-1)?.replace(/_/g, ' ') ?? timeZone
  const offset = offsetIn(dateOf(at), timeZone).replace(/GMT([+-])0?(\d+):00/, 'GMT$1$2')
  return city === 'UTC' ? 'UTC' : t`${city} time (${offset})`
}

/** Formats a duration: `2 h 30 min`. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t`${rest} min`
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`
}

/** Formats seconds as `0:42` or `12:05`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Formats a remaining time in its two largest units: `1 day 4 h`, `3 h 20 min`, `12 min`, `45 s`; with seconds
 * `12 min 05 s`. From a week on, hours are no help: `15 days`.
 */
export function remainingText(milliseconds: number, { withSeconds = false } = {}): string {
  const remaining = Math.max(0, milliseconds)
  const days = Math.floor(remaining / DAY_MS)
  const hours = Math.floor((remaining % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((remaining % HOUR_MS) / MINUTE_MS)
  const seconds = Math.floor((remaining % MINUTE_MS) / 1000)
  if (days >= 7 || (days > 0 && hours === 0)) return plural(days, { one: '# day', other: '# days' })
  if (days > 0) return plural(days, { one: `# day ${hours} h`, other: `# days ${hours} h` })
  if (hours > 0) return t`${hours} h ${minutes} min`
  if (minutes === 0) return t`${seconds} s`
  const padded = String(seconds).padStart(2, '0')
  return withSeconds ? t`${minutes} min ${padded} s` : t`${minutes} min`
}

/** Formats a past instant: `just now`, `5 minutes ago`, `3 days ago`. */
export function agoText(at: When, now: Date): string {
  const elapsedMs = Math.max(0, now.getTime() - dateOf(at).getTime())
  if (elapsedMs < MINUTE_MS) return t`just now`
  const { relative } = formatter()
  if (elapsedMs < HOUR_MS) return relative(-Math.floor(elapsedMs / MINUTE_MS), 'minute')
  if (elapsedMs < DAY_MS) return relative(-Math.floor(elapsedMs / HOUR_MS), 'hour')
  return relative(-Math.floor(elapsedMs / DAY_MS), 'day')
}
