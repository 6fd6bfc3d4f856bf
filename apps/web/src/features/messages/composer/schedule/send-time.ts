import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { t } from '@lingui/core/macro'
import { addDays, instantAt, readDateTimeField, wallTime } from '../../../../lib/format/wall-time.ts'

/** Earliest and latest time for a scheduled message, relative to now. */
export const MIN_LEAD_MS = 2 * MINUTE_MS
export const MAX_LEAD_MS = 30 * DAY_MS

type Preset = 'hour' | 'evening' | 'morning' | 'monday'

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

/** A time as typed: the value of a date and time field, and the time zone it is in. */
export interface TypedTime {
  value: string
  timeZone: string
}

/** Reads when to send a message, or why it cannot be sent then. */
export function readSendTime({ value, timeZone }: TypedTime, now: Date): { at?: Date; problem?: string } {
  const at = readDateTimeField(value, timeZone)
  if (!at) return { problem: t`Choose a day and a time.` }
  const away = at.getTime() - now.getTime()
  if (away < MIN_LEAD_MS) return { problem: t`Choose a time at least 2 minutes from now.` }
  return away > MAX_LEAD_MS ? { problem: t`Choose a time within 30 days.` } : { at }
}
