import type { CallInput } from '@fettle/protocol'
import { slotWarnings, type putAvailability } from '@fettle/protocol/availability/availability'
import type { createSeries } from '@fettle/protocol/bookings/series'

/** Ada's working hours, time off and weekly visit. Days count from today, in Lagos. Her travel starts here. */
export const homeBase = { lat: 6.4973, lng: 3.3547 }

export const workingHours: CallInput<typeof putAvailability>['body'] = {
  timeZone: 'Africa/Lagos',
  weekly: [
    ...(['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({
      day,
      intervals: [
        { from: '07:00', to: '12:30' },
        { from: '13:00', to: '18:00' },
      ],
    })),
    { day: 'SAT', intervals: [{ from: '08:00', to: '14:00' }] },
  ],
  serviceRadiusKm: 30,
  base: homeBase,
  maxBookingsPerDay: 5,
}

/** Acknowledges all warnings of slots outside the usual hours. */
export const acknowledgeWarnings = { acknowledge: [...slotWarnings] }

export const timeOff = { fromDay: 18, days: 3, reason: 'Cousin Ngozi’s wedding in Enugu', takenAgo: 9 * 1440 }

/** Before the kitchen opens. */
export const weeklyVisit = {
  who: 'ibrahim',
  proposedAgo: 5 * 1440,
  answeredAgo: 5 * 1440 - 95,
  fromDay: 4,
  naira: 12_000,
  body: {
    title: 'Weekly check of the grease trap',
    description: 'Empty the basket, flush the line, look at the seal. Before the kitchen opens at eight.',
    rule: { freq: 'WEEKLY', byDay: ['FRI'], count: 12 },
    localStart: '07:00',
    durationMinutes: 30,
    timeZone: 'Africa/Lagos',
    conflictPolicy: 'SKIP',
  } satisfies Partial<CallInput<typeof createSeries>['body']>,
} as const
