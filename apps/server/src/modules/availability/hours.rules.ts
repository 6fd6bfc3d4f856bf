import { weekdays, type AvailabilitySettings, type Interval } from '@fettle/protocol/availability/availability'
import { addDays, localDate, toInstant, weekdayOf } from '../../platform/locale/zoned-time.ts'

/** A stretch of time, half-open: what ends at ten does not touch what starts at ten. */
export interface TimeSlot {
  startAt: Date
  endAt: Date
}

export type WorkingHours = Pick<AvailabilitySettings, 'timeZone' | 'weekly' | 'overrides'>

export const overlap = (one: TimeSlot, other: TimeSlot): boolean =>
  one.startAt < other.endAt && other.startAt < one.endAt

/** The hours of one date: those of its own if it has any, otherwise those of its weekday. */
export function hoursOn({ weekly, overrides }: WorkingHours, date: string): readonly Interval[] {
  const own = overrides.find((override) => override.date === date)
  if (own) return own.closed ? [] : (own.intervals ?? [])
  return weekly.find(({ day }) => day === weekdays[weekdayOf(date)])?.intervals ?? []
}

/** The stretches worked on one date, in order; not those the change of the clocks leaves out. */
export const workedOn = (hours: WorkingHours, date: string): TimeSlot[] =>
  [...hoursOn(hours, date)]
    .sort((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ from, to }) => ({
      startAt: toInstant(date, from, hours.timeZone),
      endAt: toInstant(date, to, hours.timeZone),
    }))
    .filter(({ startAt, endAt }) => startAt < endAt)

/**
 * The stretches worked between two instants, in order, on the clock of the provider's zone: a day the clocks change has
 * as many hours as it really has. Stretches that touch are one.
 */
export function workingHours(hours: WorkingHours, from: Date, to: Date): TimeSlot[] {
  const ranges: TimeSlot[] = []
  const last = localDate(to, hours.timeZone)
  for (let date = localDate(from, hours.timeZone); date <= last; date = addDays(date, 1)) {
    for (const { startAt, endAt } of workedOn(hours, date)) {
      const before = ranges.at(-1)
      if (before && startAt <= before.endAt) before.endAt = new Date(Math.max(+before.endAt, +endAt))
      else ranges.push({ startAt, endAt })
    }
  }
  return clip(ranges, from, to)
}

const clip = (ranges: readonly TimeSlot[], from: Date, to: Date): TimeSlot[] =>
  ranges
    .filter((range) => overlap(range, { startAt: from, endAt: to }))
    .map(({ startAt, endAt }) => ({
      startAt: new Date(Math.max(+startAt, +from)),
      endAt: new Date(Math.min(+endAt, +to)),
    }))

/** Whether all of a slot is worked. */
export function isWorked(hours: WorkingHours, { startAt, endAt }: TimeSlot): boolean {
  const [first, ...more] = workingHours(hours, startAt, endAt)
  return first !== undefined && more.length === 0 && +first.startAt === +startAt && +first.endAt === +endAt
}

/** How many minutes are worked between two instants, rounded to whole minutes. */
export const workedMinutes = (hours: WorkingHours, from: Date, to: Date): number =>
  Math.round(workingHours(hours, from, to).reduce((sum, { startAt, endAt }) => sum + (+endAt - +startAt), 0) / 60_000)
