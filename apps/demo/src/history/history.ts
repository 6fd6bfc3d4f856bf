import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { readData } from '../data.ts'
import type { CustomerKey } from '../people/people.ts'
import { midnightOf } from '../schedule.ts'
import { weekdays, type PastJobInput, type PastJob, type PlacedJob } from './history-kinds.ts'

/** The half year of history: Ada's past jobs with their times. */
export const history: readonly PastJob[] = Object.entries(
  readData<Record<CustomerKey, PastJobInput[]>>('history'),
).flatMap(([who, jobs]) => jobs.map((job) => ({ ...job, who: who as CustomerKey })))

/** Travel time between two jobs. */
const TRAVEL_GAP_MS = 35 * MINUTE_MS
/** When her day's work ends at the latest, after midnight. */
const LATEST_END_MINUTES = 18 * 60

/** Places past jobs around taken slots: at their time, or at the next free one of that day or later. */
export function placePastJobs(now: Date, takenSlots: readonly (readonly [from: number, to: number])[]): PlacedJob[] {
  const busy = [...takenSlots]
  const monday = mondayOf(now, 0)
  const isFree = (from: number, to: number) =>
    busy.every(([start, end]) => to + TRAVEL_GAP_MS <= start || end + TRAVEL_GAP_MS <= from)
  return history
    .map((job) => ({ job, start: find(job) }))
    .filter(({ start }) => start < midnightOf(now))
    .sort((one, two) => one.start - two.start)

  function find({ when, minutes, end, moved }: PastJob): number {
    const [weeks, weekday, at = ''] = when.split(' ')
    const dayOfWeek = weekdays.indexOf(weekday as (typeof weekdays)[number])
    const [hour = 0, minute = 0] = at.split(':').map(Number)
    const day = monday + (dayOfWeek - 7 * Number(weeks)) * DAY_MS
    for (let days = 0; ; days += 1) {
      // Jobs are moved to a Sunday only if planned there.
      if (days > 0 && (dayOfWeek + days) % 7 === 6) continue
      for (let from = days > 0 ? 450 : hour * 60 + minute; from + minutes <= LATEST_END_MINUTES; from += 30) {
        const start = day + days * DAY_MS + from * MINUTE_MS
        const until = start + minutes * MINUTE_MS
        // A rescheduled job also held its earlier slot.
        const before = (moved?.[0] ?? 0) * DAY_MS
        if (!isFree(start, until) || !isFree(start - before, until - before)) continue
        if (holds(end)) busy.push([start, until], [start - before, until - before])
        return start
      }
    }
  }
}

const holds = (end: PastJobInput['end']) =>
  end === undefined || end === 'no-show' || (typeof end === 'object' && 'cancelled' in end)

/** The start of a Monday: of this week, or of a number of weeks before. */
export const mondayOf = (now: Date, weeks: number): number => midnightOf(now) - (weekdayOf(now) + 7 * weeks) * DAY_MS

/** Days since Monday, in Lagos. */
export const weekdayOf = (now: Date): number => (new Date(midnightOf(now) + DAY_MS / 2).getUTCDay() + 6) % 7
