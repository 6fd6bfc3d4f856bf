import { dayName } from '../../../../lib/format/dates.ts'
import { addDays, instantAt } from '../../../../lib/format/wall-time.ts'

export type CalendarSpan = 'day' | 'week' | 'month'

const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index))

/** Weekday of a calendar day: 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** First day of the month of a day, or of a month before or after it. */
export function monthOf(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/**
 * Days of a view: one; seven starting with it, so that a week shows what is ahead even on a Sunday; or the whole weeks
 * of its month, which start on `firstWeekday`.
 */
export function daysOf(span: CalendarSpan, day: string, firstWeekday = 1): string[] {
  if (span !== 'month') return span === 'day' ? [day] : daysFrom(day, 7)
  const first = monthOf(day)
  const before = (weekdayOf(first) - firstWeekday + 7) % 7
  const length = (Date.parse(monthOf(day, 1)) - Date.parse(first)) / 86_400_000
  return daysFrom(addDays(first, -before), Math.ceil((before + length) / 7) * 7)
}

/** First day of the week where a language is spoken: 1 is Monday, 7 is Sunday. */
export function firstWeekdayIn(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** The time range of these days in a time zone. */
export const rangeOf = (days: readonly string[], timeZone: string): { from: string; to: string } => ({
  from: instantAt(days[0] ?? '', '00:00', timeZone).toISOString(),
  to: instantAt(addDays(days.at(-1) ?? '', 1), '00:00', timeZone).toISOString(),
})

/** Formats a day as `Today`, `Tomorrow` or a date. `Today` depends on the time zone. */
export const nameOfDay = (day: string, timeZone: string, now: Date): string =>
  dayName(instantAt(day, '12:00', timeZone), timeZone, now)
