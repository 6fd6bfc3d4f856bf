import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { Temporal } from 'temporal-polyfill'

/**
 * Conversions between instants and wall-clock time in any IANA zone. A time skipped by a clock change is moved later by
 * the gap; of a time that occurs twice, the earlier is used.
 */

/** The instant at which clocks in `timeZone` show `time` (`08:00`, up to `24:00`) on `date` (`2026-03-29`). */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const key = `${date} ${time} ${timeZone}`
  const cached = instants.get(key)
  if (cached !== undefined) return new Date(cached)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = Temporal.PlainDate.from(date)
  const wall = hour === 24 ? day.add({ days: 1 }).toPlainDateTime() : day.toPlainDateTime({ hour, minute })
  const at = wall.toZonedDateTime(timeZone).epochMilliseconds
  if (instants.size >= MAX_CACHED) instants.clear()
  instants.set(key, at)
  return new Date(at)
}

/** Cache, because the same times are converted repeatedly and conversion costs a hundred times a lookup. */
const instants = new Map<string, number>()
const MAX_CACHED = 20_000

/** The wall-clock time in `timeZone` at an instant: `2026-03-29 08:00`. */
export function localDateTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  // The Swedish locale formats times as ISO.
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...dateAndTime })))
  return format.format(at)
}
const formats = new Map<string, Intl.DateTimeFormat>()
const dateAndTime = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const

/** The date in `timeZone` at an instant: `2026-03-29`. */
export const localDate = (at: Date, timeZone: string): string => localDateTime(at, timeZone).slice(0, -6)

/** The wall-clock time to the minute: `08:00`. */
export const localTime = (at: Date, timeZone: string): string => localDateTime(at, timeZone).slice(-5)

/** The date a number of days later, or the last of the year 9999. */
export const addDays = (date: string, days: number): string =>
  new Date(Math.min(Date.parse(date) + days * DAY_MS, LAST_DAY_MS)).toISOString().slice(0, 10)
const LAST_DAY_MS = Date.UTC(9999, 11, 31)

/** A date a number of months later on day `day` of the month, or on its last day if shorter. */
export const addMonths = (date: string, months: number, day: number): string =>
  Temporal.PlainDate.from(date).with({ day: 1 }).add({ months }).with({ day }, { overflow: 'constrain' }).toString()

/** 0 for Monday, 6 for Sunday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** The instant a number of minutes later. */
export const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

/** A time as text in a time zone: `Wed 25 Nov 08:00`. */
export function formatMoment(at: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at).replace(',', '')
  const day = part({ weekday: 'short', day: 'numeric', month: 'short' })
  return `${day} ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}
