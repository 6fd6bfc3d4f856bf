import { createTimeOff } from '@fettle/protocol/availability/availability'
import { createSeries } from '@fettle/protocol/bookings/series'
import { acceptMarketplaceSeries, createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { requestedSeries, timeOff, weeklyVisit } from './availability.ts'
import { actingCustomer } from '../calls.ts'
import { DAY_MS, dayFrom, midnightOf, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import { seriesOf, toIso } from './booking-calls.ts'
import type { DemoContext } from '../context.ts'

/** The time off she takes, and the weekly visit they agree on. */
export function eventsOfAvailability(demo: DemoContext): DemoEvent[] {
  const { ada, marketplace, adaId, now, readRecent } = demo
  const at = (ago: number) => now.getTime() - ago * MINUTE_MS
  let id = ''
  return [
    {
      at: at(timeOff.takenAgo),
      happens: async () => {
        const from = midnightOf(now) + timeOff.fromDay * DAY_MS
        const off = {
          startAt: toIso(from),
          endAt: toIso(from + timeOff.days * DAY_MS),
          reason: timeOff.reason,
          onAffected: 'KEEP' as const,
        }
        await ada(createTimeOff, { body: off })
        await readRecent()
      },
    },
    {
      at: at(weeklyVisit.proposedAgo),
      happens: async () => {
        const body = seriesOf(demo, weeklyVisit, dayFrom(now, weeklyVisit.fromDay))
        id = (await ada(createSeries, { body })).id
        await readRecent()
      },
    },
    {
      at: at(requestedSeries.askedAgo),
      happens: () =>
        marketplace(createMarketplaceSeries, {
          body: { ...seriesOf(demo, requestedSeries, dayFrom(now, requestedSeries.fromDay)), providerId: adaId },
        }),
    },
    {
      at: at(weeklyVisit.answeredAgo),
      happens: () => marketplace(acceptMarketplaceSeries, { params: { id }, body: { onBehalf: actingCustomer } }),
    },
  ]
}
