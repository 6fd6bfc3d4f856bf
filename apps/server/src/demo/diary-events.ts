import { createTimeOff } from '@fettle/protocol/availability/availability'
import { createSeries } from '@fettle/protocol/bookings/series'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import type { App } from '../app.ts'
import { askedSeries, askForSeries } from './asked-series.ts'
import { timeOff, weeklyVisit } from './diary.ts'
import { answerOf, asMarketplace, call, onBehalf } from './calls.ts'
import { DAY, dayFrom, midnightOf, MINUTE, type Event } from './moments.ts'
import { customers } from './people.ts'
import type { People } from './settle.ts'
import { signedIn } from './visits.ts'

/** The time off she takes, and the weekly visit they agree on. */
export function eventsOfDiary(app: App, { adaId, customerIds }: People, now: Date): Event[] {
  const { who, proposedAgo, answeredAgo, fromDay, naira: price, body } = weeklyVisit
  const { name: _, phone: __, email: ___, home } = customers[who]
  const at = (ago: number) => now.getTime() - ago * MINUTE
  let id = ''
  return [
    {
      at: at(timeOff.takenAgo),
      happens: () =>
        signedIn(app, adaId, async (visitor) => {
          const from = midnightOf(now) + timeOff.fromDay * DAY
          const off = {
            startAt: new Date(from).toISOString(),
            endAt: new Date(from + timeOff.days * DAY).toISOString(),
            reason: timeOff.reason,
            onAffected: 'KEEP' as const,
          }
          await call(app, createTimeOff, { body: off }, visitor)
        }),
    },
    {
      at: at(proposedAgo),
      happens: () =>
        signedIn(app, adaId, async (visitor) => {
          const startsOn = dayFrom(now, fromDay)
          const draft = {
            ...body,
            rule: { ...body.rule, byDay: [...body.rule.byDay] },
            customerId: customerIds[who],
            startsOn,
            location: { ...home, state: 'Lagos', country: 'NG' },
            price: { model: 'FIXED' as const, amount: { amount: price * 100, currency: 'NGN' } },
          }
          id = (await answerOf(call(app, createSeries, { body: draft }, visitor, { key: 'weekly visit' }))).id
        }),
    },
    {
      at: at(askedSeries.askedAgo),
      happens: () => askForSeries(app, { adaId, customerIds, startsOn: dayFrom(now, askedSeries.fromDay) }),
    },
    {
      at: at(answeredAgo),
      happens: () =>
        asMarketplace(app, acceptMarketplaceSeries, { params: { id }, body: { onBehalf } }, 'weekly visit accepted'),
    },
  ]
}
