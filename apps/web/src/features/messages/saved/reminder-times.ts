import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { limits } from '@fettle/protocol/common/limits'
import { durationText } from '../../../lib/format/dates.ts'

/** Offered offsets in milliseconds. */
export const offsets: readonly number[] = limits.reminderOffsetsMs

/** Formats an offset: `30 min`, `2 h`, or the day for a day and longer. */
export const offsetText = (offset: number, day: string): string =>
  offset < DAY_MS ? durationText(offset / MINUTE_MS) : day

/** Default of a new field: tomorrow at eight. */
export function tomorrowMorning(now: Date): Date {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  at.setHours(8, 0, 0, 0)
  return at
}
