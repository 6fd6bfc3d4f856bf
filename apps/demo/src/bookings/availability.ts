import type { CallInput } from '@fettle/protocol'
import { slotWarnings, type putAvailability } from '@fettle/protocol/availability/availability'
import type { createSeries } from '@fettle/protocol/bookings/series'
import { readData } from '../data.ts'
import type { CustomerKey } from '../people/people.ts'

type SeriesBody = CallInput<typeof createSeries>['body']
export type SeriesContent = Pick<
  SeriesBody,
  'title' | 'description' | 'rule' | 'localStart' | 'durationMinutes' | 'timeZone' | 'conflictPolicy'
>

interface Availability {
  /** Where Ada's travel starts. */
  homeBase: { lat: number; lng: number }
  workingHours: CallInput<typeof putAvailability>['body']
  timeOff: { fromDay: number; days: number; reason: string; takenMinutesAgo: number }
  /** A week of time off in the middle of the half year. */
  earlierTimeOff: { weeks: number; days: number; reason: string }
  weeklyVisit: {
    who: CustomerKey
    proposedMinutesAgo: number
    answeredMinutesAgo: number
    fromDay: number
    naira: number
    body: SeriesContent
  }
  requestedSeries: { who: CustomerKey; askedMinutesAgo: number; fromDay: number; naira: number; body: SeriesContent }
  /** A weekly series of the past: Mondays, early in the morning. */
  earlierSeries: {
    who: CustomerKey
    fromWeek: number
    naira: number
    body: SeriesContent & { rule: { count: number } }
  }
}

export const { homeBase, workingHours, timeOff, earlierTimeOff, weeklyVisit, requestedSeries, earlierSeries } =
  readData<Availability>('availability')

/** Acknowledges all warnings of slots outside the usual hours. */
export const acknowledgeWarnings = { acknowledge: [...slotWarnings] }
