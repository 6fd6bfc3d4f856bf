import { addDays, instantAt, wallTime } from '../../../../lib/format/wall-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Earliest and latest time for a scheduled message, relative to now. */
export const MIN_LEAD_MS = 2 * MINUTE_MS
export const MAX_LEAD_MS = 30 * DAY_MS

const presets = ['hour', 'evening', 'morning', 'monday'] as const
type Preset = (typeof presets)[number]

const EVENING_TIME = '18:00'
const MORNING_TIME = '09:00'

/** Preset times in a time zone, without duplicates and those that are too soon. */
export function presetTimes(now: Date, timeZone: string): { name: Preset; at: Date }[] {
  const { day } = wallTime(now, timeZone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const untilMonday = (8 - weekday) % 7 || 7
  const hour = new Date(Math.ceil((now.getTime() + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS)
  const evening = instantAt(day, EVENING_TIME, timeZone)
  return [
    { name: 'hour', at: hour },
    ...(evening.getTime() - now.getTime() > 90 * MINUTE_MS ? [{ name: 'evening' as const, at: evening }] : []),
    { name: 'morning', at: instantAt(addDays(day, 1), MORNING_TIME, timeZone) },
    ...(untilMonday > 1
      ? [{ name: 'monday' as const, at: instantAt(addDays(day, untilMonday), MORNING_TIME, timeZone) }]
      : []),
  ]
}

/** Formats an instant for a `datetime-local` field in a time zone. */
export function toField(at: Date | string, timeZone: string): string {
  const { day, time } = wallTime(at, timeZone)
  return `${day}T${time}`
}

/** Parses the field's value; returns an error when the time is not allowed. */
export function readField(value: string, timeZone: string, now: Date): Date | 'missing' | 'soon' | 'far' {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value) ?? []
  if (day === '' || Number.isNaN(Date.parse(`${day}T${time}:00Z`))) return 'missing'
  const at = instantAt(day, time, timeZone)
  const away = at.getTime() - now.getTime()
  if (away < MIN_LEAD_MS) return 'soon'
  return away > MAX_LEAD_MS ? 'far' : at
}
