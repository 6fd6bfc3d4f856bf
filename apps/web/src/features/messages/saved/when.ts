import { limits } from '@fettle/protocol/common/limits'
import { durationText } from '../../../lib/format/dates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** What a screen offers to be reminded after: the specification's offsets, in milliseconds. */
export const offsets: readonly number[] = limits.reminderOffsets

/** `30 min`, `2 h`, or the day itself from one day on. */
export const offsetText = (offset: number, day: string): string =>
  offset < DAY_MS ? durationText(offset / MINUTE_MS) : day

const two = (part: number): string => String(part).padStart(2, '0')

/** A moment as a `datetime-local` field has it, on the clock of this browser. */
export const toField = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** What was chosen in such a field, or why it will not do. */
export function readField(value: string, now: Date): Date | 'missing' | 'past' {
  const at = new Date(value)
  if (value === '' || Number.isNaN(at.getTime())) return 'missing'
  return at.getTime() <= now.getTime() ? 'past' : at
}

/** What a new field begins with: tomorrow at eight, when the day is planned. */
export function tomorrowMorning(now: Date): Date {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  at.setHours(8, 0, 0, 0)
  return at
}
