import { createTimeOff } from '@fettle/protocol/availability/availability'
import { createSeries } from '@fettle/protocol/bookings/series'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import type { App } from '../../app.ts'
import { requestedSeries, requestSeries } from './requested-series.ts'
import { timeOff, weeklyVisit } from './availability.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer } from '../calls.ts'
import { DAY_MS, dayFrom, midnightOf, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import { customers } from '../people/people.ts'
import type { DemoPeople } from '../people/demo-people.ts'
import { withSession } from '../sessions.ts'

/** The time off she takes, and the weekly visit they agree on. */
export function eventsOfAvailability(app: App, { adaId, customerIds }: DemoPeople, now: Date): DemoEvent[] {
  const { who, proposedAgo, answeredAgo, fromDay, naira: price, body } = weeklyVisit
  const { name: _, phone: __, email: ___, home } = customers[who]
  const at = (ago: number) => now.getTime() - ago * MINUTE_MS
  let id = ''
  return [
    {
      at: at(timeOff.takenAgo),
      happens: () =>
        withSession(app, adaId, async (visitor) => {
          const from = midnightOf(now) + timeOff.fromDay * DAY_MS
          const off = {
            startAt: new Date(from).toISOString(),
            endAt: new Date(from + timeOff.days * DAY_MS).toISOString(),
            reason: timeOff.reason,
            onAffected: 'KEEP' as const,
          }
          await callAsProvider(app, createTimeOff, { body: off }, visitor)
        }),
    },
    {
      at: at(proposedAgo),
      happens: () =>
        withSession(app, adaId, async (visitor) => {
          const startsOn = dayFrom(now, fromDay)
          const draft = {
            ...body,
            rule: { ...body.rule, byDay: [...body.rule.byDay] },
            customerId: customerIds[who],
            startsOn,
            location: { ...home, state: 'Lagos', country: 'NG' },
            price: { model: 'FIXED' as const, amount: { amount: price * 100, currency: 'NGN' } },
          }
          id = (await resultOf(callAsProvider(app, createSeries, { body: draft }, visitor, { key: 'weekly visit' }))).id
        }),
    },
    {
      at: at(requestedSeries.askedAgo),
      happens: () => requestSeries(app, { adaId, customerIds, startsOn: dayFrom(now, requestedSeries.fromDay) }),
    },
    {
      at: at(answeredAgo),
      happens: () =>
        callAsMarketplace(
          app,
          acceptMarketplaceSeries,
          { params: { id }, body: { onBehalf: actingCustomer } },
          'weekly visit accepted',
        ),
    },
  ]
}
