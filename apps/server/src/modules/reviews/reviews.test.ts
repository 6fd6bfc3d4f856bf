import { login } from '@fettle/protocol/accounts/auth'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { decideDispute, withdrawMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import * as marketplaceApi from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { contestNoShow } from '@fettle/protocol/bookings/actions'
import { DAY_MS } from '@fettle/protocol/core/durations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDisputeScenario } from '../../../testing/fixtures/dispute-scenario.ts'
import { asFile, picture } from '../../../testing/fixtures/files.ts'
import { createReviewScenario } from '../../../testing/fixtures/review-scenario.ts'
import { createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const nobody = `cus_${'0'.repeat(26)}`

const testApp = setUpTestApp()

const { work, write, refusedTo, rate, listOf, reply, contest, moderate, ratingOf, later, reviewed } =
  createReviewScenario(() => testApp)

describe('a customer review', () => {
  it('is sealed until the provider has rated the customer', async () => {
    const { me, bookingId } = await work()
    const sealed = await write(bookingId, { aspects: { quality: 5, value: 3 } })
    expect(sealed).toMatchObject({ status: 'SEALED', publishedAt: null, rating: 4, reply: null })
    expect(await listOf(me)).toEqual([])
    expect((await testApp.refusal(protocol.getReview, { params: { id: sealed.id } }, me)).status).toBe(404)
    expect(await ratingOf(me)).toBeNull()
    expect(await testApp.call(protocol.getBookingReview, { params: { id: bookingId } }, me)).toMatchObject({
      review: null,
      isSealed: true,
      allowedActions: ['rate-customer'],
    })
    const rating = await rate(me, bookingId, { tags: ['FRIENDLY'], note: 'Offers tea.' })
    expect(rating).toMatchObject({
      isSealed: false,
      customerRating: { rating: 5, tags: ['FRIENDLY'], note: 'Offers tea.' },
      review: {
        status: 'PUBLISHED',
        rating: 4,
        aspects: { quality: 5, punctuality: null, communication: null, value: 3 },
        work: { type: 'BOOKING', id: bookingId },
        allowedActions: ['reply', 'contest'],
      },
      allowedActions: [],
    })
    expect(await listOf(me)).toEqual([rating.review])
    expect(await ratingOf(me)).toEqual({ average: 4, count: 1 })
  })

  it('is visible at once when the provider rated first', async () => {
    const { me, bookingId } = await work()
    await rate(me, bookingId)
    expect(await write(bookingId)).toMatchObject({ status: 'PUBLISHED' })
    expect(await listOf(me)).toHaveLength(1)
  })

  it('is visible after fourteen days in any case', async () => {
    const { me, bookingId } = await work()
    await write(bookingId)
    await testApp.advance(14 * DAY_MS - 1000)
    expect(await listOf(me)).toEqual([])
    await testApp.advance(1000)
    expect(await listOf(me)).toMatchObject([{ status: 'PUBLISHED' }])
    const late = await testApp.refusal(
      protocol.rateCustomerOfBooking,
      { params: { id: bookingId }, body: { rating: 5 } },
      me,
    )
    expect(late).toMatchObject({ status: 409, code: 'REVIEW_CLOSED' })
  })

  it('is written once per completed job, within fourteen days', async () => {
    const { bookingId } = await work()
    await write(bookingId)
    expect(await refusedTo(bookingId)).toMatchObject({ status: 409, code: 'REVIEW_EXISTS' })
    const open = await work('CONFIRMED')
    expect(await refusedTo(open.bookingId)).toMatchObject({
      code: 'NOT_REVIEWABLE',
      message: 'You can only review completed work, or an appointment the other side missed.',
    })
    const old = await work()
    testApp.clock.advance(14 * DAY_MS)
    expect(await refusedTo(old.bookingId)).toMatchObject({
      code: 'REVIEW_CLOSED',
      details: { closedAt: expect.any(String) },
    })
  })

  it('needs one to five stars and one job', async () => {
    const { bookingId } = await work()
    for (const rating of [0, 6, 3.5]) {
      expect((await refusedTo(bookingId, { rating })).issues).toMatchObject([{ field: 'rating' }])
    }
    expect((await refusedTo(bookingId, { comment: 'x'.repeat(2001) })).issues).toMatchObject([
      { field: 'comment', message: 'Use at most 2,000 characters.' },
    ])
    const two = await refusedTo(bookingId, { contractId: `ctr_${'0'.repeat(26)}` })
    expect(two.issues).toMatchObject([{ field: 'bookingId', message: 'Choose the booking or the contract.' }])
    expect((await refusedTo(bookingId, { customerId: nobody })).status).toBe(404)
    expect((await refusedTo(`bkg_${'0'.repeat(26)}`)).status).toBe(404)
  })

  it("of a provider's no-show counts unless contested", async () => {
    const { me, bookingId } = await work('NO_SHOW')
    await write(bookingId, { rating: 1 })
    const rating = await testApp.refusal(
      protocol.rateCustomerOfBooking,
      { params: { id: bookingId }, body: { rating: 1 } },
      me,
    )
    expect(rating.code).toBe('NOT_REVIEWABLE')
    await later(me, 14 * DAY_MS)
    expect(await listOf(me)).toMatchObject([{ rating: 1 }])

    const other = await work('NO_SHOW')
    const { id } = await write(other.bookingId, { rating: 1 })
    await testApp.call(
      contestNoShow,
      { params: { id: other.bookingId }, body: { note: 'I was there at nine.' } },
      other.me,
    )
    await testApp.deps.jobs.runDue()
    await later(other.me, 13 * DAY_MS)
    const dispute = await testApp.db.one<{ id: string }>(
      sql`select id from disputes where subject_id = ${other.bookingId}`,
    )
    // The dispute ends without attribution and is not appealed: the sealed review is never shown.
    const decision = { attribution: 'NEUTRAL' as const, subjectStatus: 'NO_SHOW', rationale: 'The street was flooded.' }
    await testApp.call(decideDispute, { params: { id: dispute.id }, body: decision }, marketplace)
    await later(other.me, 2 * DAY_MS)
    expect(await listOf(other.me)).toEqual([])
    await later(other.me, 7 * DAY_MS)
    await later(other.me, 2 * DAY_MS)
    expect(await listOf(other.me)).toEqual([])
    const author = { params: { id }, query: { customerId: other.customer.id } }
    expect(await testApp.call(marketplaceApi.getMarketplaceReview, author, marketplace)).toMatchObject({
      status: 'HIDDEN',
    })
    expect(
      await testApp.refusal(
        marketplaceApi.restoreReview,
        { params: { id }, body: { reason: 'Why not.' } },
        marketplace,
      ),
    ).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  it('is published once, whatever runs concurrently', async () => {
    const jobs = await createBookingScenario(testApp)
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push((await work('COMPLETED', jobs)).bookingId)
    const outcomes = await Promise.all(ids.flatMap((id) => [write(id), rate(jobs.provider, id)]))
    expect(outcomes).toHaveLength(12)
    expect(await listOf(jobs.provider)).toHaveLength(6)
    expect(await ratingOf(jobs.provider)).toEqual({ average: 4, count: 6 })
    const events = await testApp.db.query(sql`
      select subject_id from events where type = 'review.created' and provider_id = ${jobs.provider.id}`)
    expect(events).toHaveLength(6)
    const doubles = await Promise.all(
      Array.from({ length: 5 }, () =>
        testApp.send(marketplaceApi.createReview, { body: { bookingId: String(ids[0]), rating: 1 } }, marketplace),
      ),
    )
    expect(doubles.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  })

  it('is a 404 for others while sealed, and public afterwards', async () => {
    const { me, bookingId, customer } = await work()
    const { id } = await write(bookingId)
    const other = await createProvider(testApp)
    const stranger = await createCustomer(testApp)
    const read = (customerId?: string) =>
      testApp.send(
        marketplaceApi.getMarketplaceReview,
        { params: { id }, query: customerId ? { customerId } : {} },
        marketplace,
      )
    expect((await read(customer.id)).status).toBe(200)
    expect((await read(stranger.id)).status).toBe(404)
    expect((await read()).status).toBe(404)
    await rate(me, bookingId)
    expect((await read(stranger.id)).status).toBe(404)
    expect((await read()).status).toBe(200)
    expect((await testApp.refusal(protocol.getReview, { params: { id } }, other)).status).toBe(404)
    expect((await testApp.refusal(protocol.contestReview, contest(id), other)).status).toBe(404)
    expect((await testApp.refusal(protocol.getBookingReview, { params: { id: bookingId } }, other)).status).toBe(404)
  })
})

describe('photos of a review', () => {
  it('are added separately: five, by its author, within two days', async () => {
    const { me, bookingId } = await work()
    const { id } = await write(bookingId)
    const add = async (body: object = {}) =>
      testApp.send(
        marketplaceApi.addReviewPhoto,
        { params: { id }, body, file: asFile(await picture(40, 30)) },
        marketplace,
      )
    expect((await add({ customerId: nobody })).status).toBe(404)
    for (let count = 1; count <= 5; count += 1) expect((await add()).status).toBe(201)
    expect((await add()).body).toMatchObject({
      code: 'REVIEW_PHOTO_LIMIT',
      message: 'A review can have 5 photos.',
    })
    expect((await rate(me, bookingId)).review?.photos).toHaveLength(5)
    const second = await reviewed()
    // The deadline is on the next day where the provider is.
    await testApp.call(putAvailability, { body: { weekly: [], timeZone: 'Pacific/Kiritimati' } }, second.me)
    const until = new Date(+testApp.clock.now() + 2 * DAY_MS)
    testApp.clock.advance(2 * DAY_MS)
    const late = await testApp.send(
      marketplaceApi.addReviewPhoto,
      { params: { id: second.review.id }, body: {}, file: asFile(await picture(40, 30)) },
      marketplace,
    )
    expect(late.body).toMatchObject({
      code: 'REVIEW_CLOSED',
      details: {
        time: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Pacific/Kiritimati' }).format(until),
      },
    })
    const text = await testApp.send(
      marketplaceApi.addReviewPhoto,
      { params: { id: (await reviewed()).review.id }, body: {}, file: asFile(Buffer.from('not a picture'), 'a.jpg') },
      marketplace,
    )
    expect(text.body).toMatchObject({ code: 'FILE_TYPE_NOT_ALLOWED' })
  })
})

describe('a reply to a review', () => {
  it('is given once and editable for two days', async () => {
    const { me, review } = await reviewed()
    const { id } = review
    const answered = await reply(me, id, 'Thank you, Chidi.')
    expect(answered).toMatchObject({ reply: { text: 'Thank you, Chidi.' }, allowedActions: ['edit-reply', 'contest'] })
    expect(await reply(me, id, 'Thank you, Chidi.')).toEqual(answered)
    const until = answered.reply?.editableUntil
    expect((await reply(me, id, 'Thank you.')).reply).toMatchObject({ text: 'Thank you.', editableUntil: until })
    const stale = { params: { id }, body: { text: 'Thanks.', version: 1 } }
    expect(await testApp.refusal(protocol.replyToReview, stale, me)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { id } },
    })
    testApp.clock.advance(2 * DAY_MS)
    expect(await testApp.refusal(protocol.replyToReview, { params: { id }, body: { text: 'Hm.' } }, me)).toMatchObject({
      code: 'REPLY_CLOSED',
      message: 'A reply can be edited for 48 hours.',
    })
    const long = { params: { id }, body: { text: 'x'.repeat(1001) } }
    expect((await testApp.refusal(protocol.replyToReview, long, me)).issues).toMatchObject([{ field: 'text' }])
    expect(await testApp.call(marketplaceApi.getMarketplaceReview, { params: { id } }, marketplace)).toMatchObject({
      reply: { text: 'Thank you.' },
    })
  })
})

describe('marketplace events', () => {
  it('report a published review with its work, and its reply', async () => {
    const { me, review, bookingId } = await reviewed()
    await reply(me, review.id, 'Thank you.')
    await testApp.deps.jobs.runDue()
    const query = { after: 0, limit: 500, types: 'review.created,review.replied' }
    const events = await testApp.call(listMarketplaceEvents, { query }, marketplace)
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'review.created',
        data: {
          object: { id: review.id, rating: 4, work: { type: 'BOOKING', id: bookingId } },
          parent: { id: bookingId },
          previousStatus: 'SEALED',
        },
      },
      { type: 'review.replied', data: { object: { reply: { text: 'Thank you.' } } } },
    ])
  })
})

describe('the review summary', () => {
  it('is returned with the list, which filters by stars and unanswered ones', async () => {
    const jobs = await createBookingScenario(testApp)
    const me = jobs.provider
    for (const rating of [5, 5, 4, 1]) {
      const { bookingId } = await work('COMPLETED', jobs)
      await rate(me, bookingId)
      await write(bookingId, { rating, aspects: { quality: rating } })
      testApp.clock.advance(60_000)
    }
    const [oneStar, four] = await listOf(me)
    await reply(me, String(four?.id), 'Thanks.')
    await moderate(marketplaceApi.hideReview, String(oneStar?.id))
    const { body } = await testApp.send(protocol.listReviews, { query: { limit: 2 } }, me)
    expect(body).toMatchObject({
      meta: {
        total: 4,
        countsByStatus: { PUBLISHED: 3, UNDER_REVIEW: 0, HIDDEN: 1 },
        summary: {
          count: 3,
          average: 4.7,
          distribution: [2, 1, 0, 0, 0],
          aspects: { quality: 4.7, punctuality: null },
          unanswered: 2,
          hidden: 1,
        },
      },
    })
    const cursor = body.success ? (body.meta as { nextCursor: string }).nextCursor : ''
    expect((await listOf(me, { limit: 2, cursor })).map(({ rating }) => rating)).toEqual([5, 5])
    expect(await listOf(me, { stars: '1,4' })).toHaveLength(2)
    expect(await listOf(me, { unanswered: 'true' })).toHaveLength(2)
    expect(await listOf(me, { status: 'HIDDEN' })).toHaveLength(1)
    const publicly = await testApp.call(
      marketplaceApi.listMarketplaceReviews,
      { query: { providerId: me.id } },
      marketplace,
    )
    expect(publicly.map(({ rating }) => rating)).toEqual([4, 5, 5])
    const own = { query: { customerId: jobs.customer.id } }
    expect(await testApp.call(marketplaceApi.listMarketplaceReviews, own, marketplace)).toHaveLength(4)
    expect(
      (await testApp.refusal(marketplaceApi.listMarketplaceReviews, { query: {} }, marketplace)).issues,
    ).toMatchObject([{ message: 'Say whose reviews to list.' }])
    const found = await testApp.call(listProviders, { query: { minRating: 4.6 } }, marketplace)
    expect(found.map(({ id }) => id)).toContain(me.id)
    const stricter = await testApp.call(listProviders, { query: { minRating: 4.8 } }, marketplace)
    expect(stricter.map(({ id }) => id)).not.toContain(me.id)
  })

  it('is exact during concurrent changes', async () => {
    const jobs = await createBookingScenario(testApp)
    const ids: string[] = []
    for (const rating of [1, 2, 3, 4, 5]) {
      const { bookingId } = await work('COMPLETED', jobs)
      await rate(jobs.provider, bookingId)
      ids.push((await write(bookingId, { rating })).id)
    }
    const step = fc.record({
      which: fc.integer({ min: 0, max: 4 }),
      what: fc.constantFrom('hide', 'restore', 'contest', 'reply'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const body = { reason: 'Insults.' }
        await Promise.all(
          steps.map(({ which, what }) => {
            const params = { id: String(ids[which]) }
            if (what === 'hide') return testApp.send(marketplaceApi.hideReview, { params, body }, marketplace)
            if (what === 'restore') return testApp.send(marketplaceApi.restoreReview, { params, body }, marketplace)
            if (what === 'contest') return testApp.send(protocol.contestReview, contest(params.id), jobs.provider)
            return testApp.send(protocol.replyToReview, { params, body: { text: 'Thanks.' } }, jobs.provider)
          }),
        )
        const sums = await testApp.db.one<{ kept: number; counted: number; keptCount: number; count: number }>(sql`
          select (select rating_sum from profiles where account_id = ${jobs.provider.id}) as kept,
                 (select rating_count from profiles where account_id = ${jobs.provider.id}) as "keptCount",
                 coalesce(sum(rating), 0) as counted, count(*) as count
          from reviews where provider_id = ${jobs.provider.id} and status in ('PUBLISHED', 'UNDER_REVIEW')`)
        expect([sums.kept, sums.keptCount]).toEqual([sums.counted, sums.count])
      }),
      { numRuns: 15 },
    )
  })
})

describe('a deleted customer', () => {
  it('loses review photos; texts stay without a name', async () => {
    const { me, customer, review } = await reviewed()
    const params = { id: review.id }
    await testApp.call(
      marketplaceApi.addReviewPhoto,
      { params, body: {}, file: asFile(await picture(40, 30)) },
      marketplace,
    )
    expect((await testApp.call(protocol.getReview, { params }, me)).photos).toHaveLength(1)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    expect(await testApp.call(protocol.getReview, { params }, me)).toMatchObject({
      photos: [],
      customer: { name: 'Former customer' },
      comment: 'Tidy work.',
    })
    const french = { ...me, headers: { 'accept-language': 'fr' } }
    const { todos } = await testApp.call(getDashboard, { query: {} }, french)
    expect(todos.find(({ kind }) => kind === 'REPLY_REVIEW')?.about.customerName).toBe('Ancien client')
    const files = await testApp.db.query(sql`select id from files where attached_to = ${review.id}`)
    expect(files).toEqual([])
  })
})

/** Logs in again after weeks. */
async function signedInAgain(me: TestProvider): Promise<TestProvider> {
  const body = { emailOrPhone: me.email, password: PASSWORD, role: 'PROVIDER' as const }
  return { ...me, token: (await testApp.call(login, { body }, {})).token ?? '' }
}

describe('reviews of disputed work', () => {
  it('are possible for 14 days after the dispute', async () => {
    const { provider: me, customer, bookingId, byCustomer, decide, later: pass } = await createDisputeScenario(testApp)
    const { id } = await byCustomer({ amountInDispute: 0 })
    expect((await refusedTo(bookingId)).code).toBe('NOT_REVIEWABLE')
    // No answer, a decision by an operator, no appeal.
    await pass(72)
    await pass(13 * 24)
    await decide(id, {})
    await pass(7 * 24)
    const closesAt = new Date(+testApp.clock.now() + 14 * DAY_MS).toISOString()
    const newSession = await signedInAgain(me)
    const review = await testApp.call(protocol.getBookingReview, { params: { id: bookingId } }, newSession)
    expect(review).toMatchObject({ closesAt, allowedActions: ['rate-customer', 'ask-review'] })
    const sealed = await write(bookingId, { customerId: customer.id })
    expect(sealed.status).toBe('SEALED')
    await testApp.advance(14 * DAY_MS)
    expect(await ratingOf(me)).toEqual({ average: 4, count: 1 })
  })

  it('stay sealed until nobody can answer any more', async () => {
    const { provider: me, customer, bookingId, byCustomer } = await createDisputeScenario(testApp)
    await write(bookingId, { customerId: customer.id })
    testApp.clock.advance(10 * DAY_MS)
    const { id } = await byCustomer({ amountInDispute: 0 })
    testApp.clock.advance(2 * DAY_MS)
    await testApp.call(withdrawMarketplaceDispute, { params: { id }, body: {} }, marketplace)
    // The 14 days after the work have passed, those after the dispute have not.
    await testApp.advance(3 * DAY_MS)
    expect(await ratingOf(me)).toBeNull()
    await testApp.advance(11 * DAY_MS)
    expect(await ratingOf(me)).toEqual({ average: 4, count: 1 })
  })
})
