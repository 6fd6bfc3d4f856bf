import { getBooking } from '@fettle/protocol/bookings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import * as marketplaceApi from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { describe, expect, it } from 'vitest'
import { createReviewScenario } from '../../../testing/fixtures/review-scenario.ts'
import { marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

const { work, rate, later, reviewed } = createReviewScenario(() => testApp)

describe('rating a customer', () => {
  it('is private and done once', async () => {
    const { me, bookingId, customer } = await work()
    const rated = await rate(me, bookingId, { rating: 2, tags: ['KEPT_WAITING'], note: 'Two hours.' })
    expect(await rate(me, bookingId, { rating: 2, tags: ['KEPT_WAITING'], note: 'Two hours.' })).toEqual(rated)
    const other = { params: { id: bookingId }, body: { rating: 3 } }
    expect(await testApp.refusal(protocol.rateCustomerOfBooking, other, me)).toMatchObject({
      code: 'REVIEW_EXISTS',
      message: 'This has already been reviewed.',
    })
    const twice = { params: { id: bookingId }, body: { rating: 3, tags: ['RUDE' as const, 'RUDE' as const] } }
    expect((await testApp.refusal(protocol.rateCustomerOfBooking, twice, me)).issues).toMatchObject([{ field: 'tags' }])
    const own = { query: { customerId: customer.id } }
    expect(await testApp.call(marketplaceApi.listMarketplaceReviews, own, marketplace)).toEqual([])
    const open = await work('CONFIRMED')
    const early = { params: { id: open.bookingId }, body: { rating: 3 } }
    expect(await testApp.refusal(protocol.rateCustomerOfBooking, early, open.me)).toMatchObject({
      code: 'NOT_REVIEWABLE',
    })
    expect(await testApp.call(getBooking, { params: { id: bookingId } }, me)).not.toHaveProperty('customerRating')
  })

  it('keeps its stars and loses its note when the customer is deleted', async () => {
    const { me, bookingId, customer } = await work()
    await rate(me, bookingId, { rating: 2, tags: ['KEPT_WAITING'], note: 'Ms Obi was two hours late.' })
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const { customerRating } = await testApp.call(protocol.getBookingReview, { params: { id: bookingId } }, me)
    expect(customerRating).toMatchObject({ rating: 2, tags: ['KEPT_WAITING'], note: '' })
  })
})

describe('asking for a review', () => {
  it('is sent in the chat once, and again three days later', async () => {
    const { me, bookingId } = await work()
    const asking = { params: { id: bookingId }, body: {} }
    const workReview = await testApp.call(protocol.askReviewOfBooking, asking, me)
    expect(workReview).toMatchObject({
      asked: { times: 1, nextAt: expect.any(String) },
      allowedActions: ['rate-customer'],
    })
    const retryDay = new Date(testApp.clock.now().getTime() + 3 * DAY_MS).toLocaleString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Africa/Lagos',
    })
    expect(await testApp.refusal(protocol.askReviewOfBooking, asking, me)).toMatchObject({
      code: 'REMINDER_TOO_SOON',
      message: `You can remind the customer again from ${retryDay}.`,
    })
    testApp.clock.advance(3 * DAY_MS)
    expect(await testApp.call(protocol.askReviewOfBooking, asking, me)).toMatchObject({
      asked: { times: 2, nextAt: null },
    })
    testApp.clock.advance(3 * DAY_MS)
    expect(await testApp.refusal(protocol.askReviewOfBooking, asking, me)).toMatchObject({ code: 'REVIEW_ASKED' })
    await testApp.deps.jobs.runDue()
    const lines = await testApp.db.query<{ text: string }>(sql`
      select m.text from chat.messages m join conversations c on c.cid = m.cid
      where c.provider_id = ${me.id} and m.text like '%would%like to hear how it went%' order by m.seq`)
    expect(lines.map(({ text }) => text)).toEqual([
      'Ada Obi would like to hear how it went: Fix the kitchen tap',
      'Reminder: Ada Obi would still like to hear how it went: Fix the kitchen tap',
    ])
  })

  it('is refused when the review exists, and before or long after the work', async () => {
    const ask = (me: TestProvider, id: string) =>
      testApp.refusal(protocol.askReviewOfBooking, { params: { id }, body: {} }, me)
    const { me, bookingId } = await reviewed()
    expect((await ask(me, bookingId)).code).toBe('REVIEW_EXISTS')
    const open = await work('CONFIRMED')
    expect((await ask(open.me, open.bookingId)).code).toBe('NOT_REVIEWABLE')
    const old = await work()
    await later(old.me, 14 * DAY_MS)
    expect((await ask(old.me, old.bookingId)).code).toBe('REVIEW_CLOSED')
  })
})
