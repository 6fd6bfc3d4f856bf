import { getBooking } from '@fettle/protocol/bookings'
import { proposeTimes } from '@fettle/protocol/bookings/actions'
import * as series from '@fettle/protocol/bookings/series'
import {
  cancelMarketplaceBooking,
  getMarketplaceCancellationPreview,
  proposeMarketplaceTimes,
} from '@fettle/protocol/marketplace/bookings'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { describe, expect, it } from 'vitest'
import { ngn } from '../../../testing/fixtures/money.ts'
import {
  actingCustomer,
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const testApp = setUpTestApp()

/** Three agreed weekly visits at nine for ₦10,000 each, the first of which is in 25 hours. */
async function agreed() {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const firstAt = new Date(Math.ceil(+testApp.clock.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 8 * HOUR_MS)
  await requestBooking(testApp, { provider, customer, startAt: new Date(+firstAt + 28 * DAY_MS).toISOString() })
  const draft = {
    customerId: customer.id,
    title: 'Clean the gutters',
    location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    price: { model: 'FIXED' as const, amount: ngn(1_000_000) },
    rule: { freq: 'WEEKLY' as const, count: 3 },
    startsOn: firstAt.toISOString().slice(0, 10),
    localStart: '09:00',
    durationMinutes: 60,
    timeZone: 'Africa/Lagos',
    conflictPolicy: 'FAIL' as const,
  }
  const { id } = await testApp.call(series.createSeries, { body: draft }, provider)
  const accepting = { params: { id }, body: { onBehalf: actingCustomer } }
  const { series: accepted } = await testApp.call(acceptMarketplaceSeries, accepting, marketplace)
  testApp.clock.advance(+firstAt - 25 * HOUR_MS - +testApp.clock.now())
  return { provider, params: { id }, visitIds: accepted.occurrences.map(({ bookingId }) => String(bookingId)), firstAt }
}

describe('a visit that its provider moves with the series', () => {
  it('to an earlier time stays as free to cancel for its customer as it was', async () => {
    const { provider, params, visitIds, firstAt } = await agreed()
    const visit = { params: { id: String(visitIds[0]) } }
    const preview = () =>
      testApp.call(getMarketplaceCancellationPreview, { ...visit, query: { reasonCode: 'CHANGED_MIND' } }, marketplace)
    expect((await preview()).fee.rule).toBe('FREE_NOTICE')
    const edit = (localStart: string) =>
      testApp.call(series.editSeries, { params, body: { scope: 'THIS', index: 0, localStart } }, provider)
    await edit('07:00')
    expect(await preview()).toMatchObject({ fee: { rule: 'FREE_NOTICE' }, feeBasisStartAt: firstAt.toISOString() })
    await edit('06:00')
    expect(await preview()).toMatchObject({ fee: { rule: 'FREE_NOTICE' }, feeBasisStartAt: firstAt.toISOString() })
    testApp.clock.advance(2 * HOUR_MS)
    // With less notice than the agreed time needs, it costs what it would have cost.
    expect(await preview()).toMatchObject({ fee: { rule: 'SHORT_NOTICE', amount: ngn(250_000) }, noticeMinutes: 1380 })
    await edit('10:00')
    expect((await preview()).fee.rule).toBe('FREE_NOTICE')
    const { reasonCode, previewHash } = await preview()
    const cancelling = { ...visit, body: { reasonCode, previewHash } }
    expect((await testApp.call(cancelMarketplaceBooking, cancelling, marketplace)).status).toBe('CANCELLED')
  })

  it.each(['PROVIDER', 'CUSTOMER'] as const)(
    'has no open proposal of its %s for another time any more',
    async (side) => {
      const { provider, params, visitIds, firstAt } = await agreed()
      const visit = { params: { id: String(visitIds[0]) } }
      const startAt = new Date(+firstAt + DAY_MS)
      const slots = [{ startAt: startAt.toISOString(), endAt: new Date(+startAt + HOUR_MS).toISOString() }]
      const proposal = { ...visit, body: { slots, reasonCode: 'OTHER' as const } }
      await (side === 'PROVIDER'
        ? testApp.call(proposeTimes, proposal, provider)
        : testApp.call(proposeMarketplaceTimes, proposal, marketplace))
      const pending = async () => (await testApp.call(getBooking, visit, provider)).pendingProposal
      expect(await pending()).not.toBeNull()
      const edit = (body: { title?: string; localStart?: string }) =>
        testApp.call(series.editSeries, { params, body: { scope: 'THIS', index: 0, ...body } }, provider)
      await edit({ title: 'Clean the roof' })
      expect(await pending()).not.toBeNull()
      await edit({ localStart: '11:00' })
      expect(await pending()).toBeNull()
    },
  )
})
