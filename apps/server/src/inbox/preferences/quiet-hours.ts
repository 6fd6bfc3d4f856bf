import { addDays, localDate, toInstant, weekdayOf } from '../../platform/locale/zoned-time.ts'
import { weekdays, type QuietHoursSchedule } from './preferences.rules.ts'

/** Quiet hours of deliveries outside the inbox. Pure. */

const DEFAULT_HOURS = [{ start: '7:00 AM', end: '9:00 PM' }]

/** Default: quiet from nine in the evening to seven. */
const defaultWeek: NonNullable<QuietHoursSchedule['weeklySchedule']> = Object.fromEntries(
  weekdays.map((day) => [day, { isEnabled: true, hours: DEFAULT_HOURS }]),
)

/** The first instant from `now` on that a schedule allows. Undefined: never. */
export function nextAllowedAt(
  { isEnabled, weeklySchedule = defaultWeek }: QuietHoursSchedule = { isEnabled: true },
  now: Date,
  timeZone: string,
): Date | undefined {
  if (!isEnabled) return now
  const today = localDate(now, timeZone)
  // Hours of yesterday may last until today.
  for (let days = -1; days <= weekdays.length; days += 1) {
    const date = addDays(today, days)
    const instants = hoursOn(weeklySchedule, date)
      .map(({ start, end }) => ({
        from: toInstant(date, start, timeZone),
        until: toInstant(end > start ? date : addDays(date, 1), end, timeZone),
      }))
      .filter(({ until }) => until > now)
      .map(({ from }) => (from > now ? from : now))
    if (instants.length > 0) return instants.reduce((one, other) => (one < other ? one : other))
  }
  return undefined
}

/** A day without own hours is always open. Hours that end before they start last until the next day. */
function hoursOn(week: typeof defaultWeek, date: string): { start: string; end: string }[] {
  const day = weekdays[weekdayOf(date)]
  const plan = day && week[day]
  if (!plan?.isEnabled) return []
  const hours = plan.hours ?? [{ start: '12:00 AM', end: '11:59 PM' }]
  return hours.map(({ start, end }) => ({ start: clock(start), end: end === '11:59 PM' ? '24:00' : clock(end) }))
}

/** `9:00 AM` → `09:00`. */
function clock(time: string): string {
  const [, hour = '', minute = '', half] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) ?? []
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`
}
