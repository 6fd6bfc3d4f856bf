import type { AvailabilitySettings, Interval } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import { addDays, localDate, toInstant, weekdayOf } from '../../platform/locale/zoned-time.ts'

/** A half-open period: one that ends at ten does not overlap one that starts at ten. */
export interface TimeSlot {
  startAt: Date
  endAt: Date
}

export type WorkingHours = Pick<AvailabilitySettings, 'timeZone' | 'weekly' | 'overrides'>

export const overlap = (one: TimeSlot, other: TimeSlot): boolean =>
  one.startAt < other.endAt && other.startAt < one.endAt

/** The period that covers all slots. */
export const spanOf = (slots: readonly TimeSlot[]): TimeSlot => ({
  startAt: new Date(Math.min(...slots.map(({ startAt }) => +startAt))),
  endAt: new Date(Math.max(...slots.map(({ endAt }) => +endAt))),
})

/** The hours of one date: its own if it has any, otherwise those of its weekday. */
export function hoursOn({ weekly, overrides }: WorkingHours, date: string): readonly Interval[] {
  const ofDay = overrides.find((override) => override.date === date)
  if (ofDay) return ofDay.closed ? [] : (ofDay.intervals ?? [])
  return weekly.find(({ day }) => day === weekdays[weekdayOf(date)])?.intervals ?? []
}

/** Worked periods of one date, in order, without times skipped by a clock change. */
export const workedOn = (hours: WorkingHours, date: string): TimeSlot[] =>
  [...hoursOn(hours, date)]
    .sort((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ from, to }) => ({
      startAt: toInstant(date, from, hours.timeZone),
      endAt: toInstant(date, to, hours.timeZone),
    }))
    .filter(({ startAt, endAt }) => startAt < endAt)

/**
 * Worked periods between two instants, in order, in the provider's time zone; a day with a clock change has its real
 * length. Adjacent periods are merged.
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

/** Whether the whole slot lies in working hours. */
export function isWorked(hours: WorkingHours, { startAt, endAt }: TimeSlot): boolean {
  const [first, ...more] = workingHours(hours, startAt, endAt)
  return first !== undefined && more.length === 0 && +first.startAt === +startAt && +first.endAt === +endAt
}

/** Worked time between two instants, in full minutes. */
export const workedMinutes = (hours: WorkingHours, from: Date, to: Date): number =>
  Math.round(workingHours(hours, from, to).reduce((sum, { startAt, endAt }) => sum + (+endAt - +startAt), 0) / 60_000)
