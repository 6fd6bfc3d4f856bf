import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { getBooking } from '@fettle/protocol/bookings'
import { proposeTimes } from '@fettle/protocol/bookings/actions'
import * as series from '@fettle/protocol/bookings/series'
import type { VisitsCancellationPreview } from '@fettle/protocol/bookings/cancellations'
import {
  cancelMarketplaceBooking,
  getMarketplaceBooking,
  getMarketplaceCancellationPreview,
  proposeMarketplaceTimes,
} from '@fettle/protocol/marketplace/bookings'
import { acceptMarketplaceSeries, cancelMarketplaceSeries } from '@fettle/protocol/marketplace/series'
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

describe('cancelling visits of a series as its customer', () => {
  it('costs only fees that the customer saw and accepted', async () => {
    const { params, visitIds } = await agreed()
    testApp.clock.advance(2 * HOUR_MS)
    const body = { scope: 'ALL' as const, reasonCode: 'CHANGED_MIND' as const }
    const refusal = (accepted: { acceptFee?: boolean; previewHash?: string }) =>
      testApp.refusal(cancelMarketplaceSeries, { params, body: { ...body, ...accepted } }, marketplace)
    const refused = await refusal({ acceptFee: true })
    expect(refused).toMatchObject({
      status: 409,
      code: 'FEE_CHANGED',
      details: {
        preview: {
          reasonCode: 'CHANGED_MIND',
          fee: ngn(250_000),
          visits: [
            { bookingId: visitIds[0], fee: { amount: ngn(250_000), rule: 'SHORT_NOTICE', payer: 'CUSTOMER' } },
            { bookingId: visitIds[1], fee: { amount: ngn(0), payer: null } },
            { bookingId: visitIds[2], fee: { amount: ngn(0), payer: null } },
          ],
        },
      },
    })
    const hashOf = ({ details }: typeof refused) =>
      (details?.['preview'] as VisitsCancellationPreview | undefined)?.previewHash ?? ''
    const previewHash = hashOf(refused)
    expect((await refusal({ previewHash })).issues).toMatchObject([{ field: 'acceptFee', code: 'REQUIRED' }])
    // Two hours before, the fee is higher.
    testApp.clock.advance(21.5 * HOUR_MS)
    const later = await refusal({ previewHash, acceptFee: true })
    expect(later).toMatchObject({ code: 'FEE_CHANGED', details: { preview: { fee: ngn(500_000) } } })
    const first = { params: { id: String(visitIds[0]) } }
    expect((await testApp.call(getMarketplaceBooking, first, marketplace)).status).toBe('CONFIRMED')
    const accepted = { ...body, acceptFee: true, previewHash: hashOf(later) }
    const { changed } = await testApp.call(cancelMarketplaceSeries, { params, body: accepted }, marketplace)
    expect(changed.bookingIds).toEqual(visitIds)
    const { cancellation } = await testApp.call(getMarketplaceBooking, first, marketplace)
    expect(cancellation?.fee).toMatchObject({ amount: ngn(500_000), payer: 'CUSTOMER' })
  })

  it('needs no acceptance where it is free', async () => {
    const { params } = await agreed()
    const body = { scope: 'ALL' as const, reasonCode: 'CHANGED_MIND' as const }
    const { series: after } = await testApp.call(cancelMarketplaceSeries, { params, body }, marketplace)
    expect(after.status).toBe('CANCELLED')
  })
})
