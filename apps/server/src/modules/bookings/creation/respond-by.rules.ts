import type { BookingSlot } from '../booking.rules.ts'

/** Until when a request may be answered. Pure: working hours come in as the stretches they are. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The least working time there is to answer, whatever operators set. */
export const MIN_RESPONSE_MS = 4 * HOUR_MS
/** How far ahead working time is looked for: beyond, whoever works so little is counted by the clock. */
export const LOOK_AHEAD_MS = 60 * 24 * HOUR_MS

/**
 * So much working time (`within`, milliseconds) after the request, but not later than an hour before the start. A same-day request leaves at
 * least half an hour, and none may be answered once the job should have begun. Somebody who has not said when they
 * work is taken to work around the clock.
 */
export function respondByOf(
  createdAt: Date,
  startAt: Date,
  workingTime: readonly BookingSlot[] | null,
  within: number,
): Date {
  const counted = Math.max(within, MIN_RESPONSE_MS)
  const due = workingTime === null ? +createdAt + counted : after(createdAt, counted, workingTime)
  const latest = Math.max(+startAt - HOUR_MS, +createdAt + 30 * MINUTE_MS)
  return new Date(Math.min(due, latest, +startAt))
}

/** The moment at which so much of the stretches has passed; by the clock where there is too little of them. */
function after(from: Date, milliseconds: number, ranges: readonly BookingSlot[]): number {
  let left = milliseconds
  for (const { startAt, endAt } of ranges) {
    const begin = Math.max(+startAt, +from)
    const length = Math.max(0, +endAt - begin)
    if (left <= length) return begin + left
    left -= length
  }
  return +from + milliseconds
}
