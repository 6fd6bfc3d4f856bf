import { limits } from '@fettle/protocol/common/limits'
import { durationText } from '../../../lib/format/dates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Offered offsets in milliseconds. */
export const offsets: readonly number[] = limits.reminderOffsets

/** Formats an offset: `30 min`, `2 h`, or the day for a day and longer. */
export const offsetText = (offset: number, day: string): string =>
  offset < DAY_MS ? durationText(offset / MINUTE_MS) : day

const two = (part: number): string => String(part).padStart(2, '0')

/** Formats an instant for a `datetime-local` field in local time. */
export const toField = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** Parses the field's value; returns an error when the time is not allowed. */
export function readField(value: string, now: Date): Date | 'missing' | 'past' {
  const at = new Date(value)
  if (value === '' || Number.isNaN(at.getTime())) return 'missing'
  return at.getTime() <= now.getTime() ? 'past' : at
}

/** Default of a new field: tomorrow at eight. */
export function tomorrowMorning(now: Date): Date {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  at.setHours(8, 0, 0, 0)
  return at
}
