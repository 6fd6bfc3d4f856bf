import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import type { BookingSlot } from '../booking.types.ts'

/** Deadline for answering a request. Pure: working hours come in as periods. */

/** Minimum working time for an answer, whatever the setting. */
const MIN_RESPONSE_MS = 4 * HOUR_MS
/** How far ahead working hours are searched. Beyond that, wall-clock time counts. */
export const LOOK_AHEAD_MS = 60 * 24 * HOUR_MS

/**
 * `within` milliseconds of working time after the request, but no later than an hour before the start. Same-day
 * requests get at least half an hour, and the deadline is never after the start. Without saved hours every hour counts
 * as working time. An unscheduled request has no start to keep.
 */
export function respondByOf(
  createdAt: Date,
  startAt: Date | null,
  workingTime: readonly BookingSlot[] | null,
  within: number,
): Date {
  const waitMs = Math.max(within, MIN_RESPONSE_MS)
  const due = workingTime === null ? +createdAt + waitMs : after(createdAt, waitMs, workingTime)
  return startAt === null ? new Date(due) : new Date(Math.min(due, +latestAnswerTo(startAt, createdAt)))
}

/** The latest deadline that a start allows. From `now` at least half an hour is left, but never beyond the start. */
export const latestAnswerTo = (startAt: Date, now: Date): Date =>
  new Date(Math.min(Math.max(+startAt - HOUR_MS, +now + 30 * MINUTE_MS), +startAt))

/** The time at which this much of the periods has passed. Wall-clock time where they are too short. */
function after(from: Date, milliseconds: number, ranges: readonly BookingSlot[]): number {
  let remainingMs = milliseconds
  for (const { startAt, endAt } of ranges) {
    const begin = Math.max(+startAt, +from)
    const length = Math.max(0, +endAt - begin)
    if (remainingMs <= length) return begin + remainingMs
    remainingMs -= length
  }
  return +from + milliseconds
}
