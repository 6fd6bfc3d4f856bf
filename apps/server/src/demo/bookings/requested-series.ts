import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import type { App } from '../../app.ts'
import { callAsMarketplace } from '../calls.ts'
import { customers, type CustomerKey } from '../people/people.ts'

/** A requested series. Days count from today, in Lagos. Visits in her time off are left out. */
export const requestedSeries = {
  who: 'funke',
  askedAgo: 80,
  fromDay: 4,
  naira: 9_000,
  body: {
    title: 'Weekly look at the water pump',
    description: 'It feeds all four flats and stops when it likes. Half an hour in the afternoon is enough.',
    rule: { freq: 'WEEKLY', byDay: ['WED'], count: 6 },
    localStart: '16:30',
    durationMinutes: 30,
    timeZone: 'Africa/Lagos',
    conflictPolicy: 'SKIP',
  },
} as const

/** Requests the series as the customer Funke. */
export async function requestSeries(
  app: App,
  { adaId, customerIds, startsOn }: { adaId: string; customerIds: Record<CustomerKey, string>; startsOn: string },
): Promise<void> {
  const { who, naira, body } = requestedSeries
  const { home } = customers[who]
  const draft = {
    ...body,
    rule: { ...body.rule, byDay: [...body.rule.byDay] },
    customerId: customerIds[who],
    providerId: adaId,
    startsOn,
    location: { ...home, state: 'Lagos', country: 'NG' },
    price: { model: 'FIXED' as const, amount: { amount: naira * 100, currency: 'NGN' } },
  }
  await callAsMarketplace(app, createMarketplaceSeries, { body: draft }, 'asked for a series')
}
