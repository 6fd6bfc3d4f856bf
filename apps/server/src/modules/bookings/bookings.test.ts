import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookings, type BookingStatus } from '@fettle/protocol/bookings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { cancelMarketplaceBooking, getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

/** A provider, a customer, and a function with which the customer sends requests. */
async function pair() {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const requestJob = (overrides: Partial<Parameters<typeof requestBooking>[1]> = {}) =>
    requestBooking(testApp, { provider, customer, ...overrides })
  const accept = (id: string, body: { version?: number } = {}) =>
    testApp.call(acceptBooking, { params: { id }, body }, provider)
  return { provider, customer, requestJob, accept }
}

async function statusOf(id: string): Promise<BookingStatus> {
  return (await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)).status
}

/** Compares a provider's counters with the table. */
async function countsOf(providerId: string) {
  const counted = await testApp.db.maybeOne<{ counts: Record<string, number> }>(
    sql`select counts from provider_schedules where provider_id = ${providerId}`,
  )
  const rows = await testApp.db.query<{ status: string; n: number }>(
    sql`select status, count(*) as n from bookings where provider_id = ${providerId} group by status`,
  )
  return {
    counted: Object.fromEntries(Object.entries(counted?.counts ?? {}).filter(([, n]) => n !== 0)),
    stored: Object.fromEntries(rows.map(({ status, n }) => [status, n])),
  }
}

describe('seeing bookings', () => {
  it('needs a token', async () => {
    expect(await testApp.refusal(listBookings, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  it('needs an onboarded provider', async () => {
    const newcomer = await createSignedInAccount(testApp)
    expect(await testApp.refusal(listBookings, {}, newcomer)).toMatchObject({
      status: 403,
      code: 'ONBOARDING_REQUIRED',
      message: 'Finish setting up your account first.',
    })
  })

  it("is limited to the provider's own: others get a 404", async () => {
    const { requestJob } = await pair()
    const stranger = await createProvider(testApp)
    const { id } = await requestJob()
    const params = { id }
    const refusals = [
      await testApp.refusal(getBooking, { params }, stranger),
      await testApp.refusal(getBookingTimeline, { params }, stranger),
      await testApp.refusal(acceptBooking, { params, body: {} }, stranger),
      await testApp.refusal(declineBooking, { params, body: { reasonCode: 'TOO_FAR' } }, stranger),
      await testApp.refusal(getBooking, { params: { id: 'bkg_00000000000000000000000000' } }, stranger),
    ]
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND', message: "We couldn't find that booking." })
    }
    expect(await testApp.call(listBookings, {}, stranger)).toEqual([])
    expect(await statusOf(id)).toBe('REQUESTED')
  })
})

describe('accepting a booking', () => {
  it('confirms it, shows phone and address, and notifies both sides once', async () => {
    const { provider, requestJob, accept } = await pair()
    const { id } = await requestJob()
    const before = await testApp.call(getBooking, { params: { id } }, provider)
    expect(before).toMatchObject({
      status: 'REQUESTED',
      awaitingParty: 'PROVIDER',
      allowedActions: ['accept', 'decline', 'send-offer', 'reschedule'],
    })
    expect(before.customer.phone).toContain('•')
    expect(before.location.line1).toBeNull()

    const after = await accept(id, { version: before.version })
    expect(after).toMatchObject({
      status: 'CONFIRMED',
      awaitingParty: null,
      version: 2,
      confirmedAt: testApp.clock.now().toISOString(),
      allowedActions: ['start', 'cancel', 'late', 'reschedule', 'contact-attempts'],
    })
    expect(after.customer.phone).not.toContain('•')
    expect(after.location.line1).not.toBeNull()

    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.map(({ event, actor }) => [event, actor.type])).toEqual([
      ['booking.requested', 'CUSTOMER'],
      ['booking.confirmed', 'PROVIDER'],
    ])
    const marketplaceBooking = await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
    expect(marketplaceBooking.timeline).toEqual(timeline)
  })

  it('is refused for an old version, with the current one', async () => {
    const { provider, requestJob, accept } = await pair()
    const { id } = await requestJob()
    await accept(id)
    const stale = { params: { id }, body: { reasonCode: 'TOO_FAR' as const, version: 1 } }
    expect(await testApp.refusal(declineBooking, stale, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This booking changed while you were editing. Review the latest version and try again.',
      details: { current: { id, status: 'CONFIRMED', version: 2 } },
    })
    const byHeader = { ...provider, headers: { 'if-match': '"1"' } }
    const declining = { params: { id }, body: { reasonCode: 'TOO_FAR' as const } }
    expect((await testApp.refusal(declineBooking, declining, byHeader)).code).toBe('VERSION_CONFLICT')
  })

  it('is idempotent, whatever the version', async () => {
    const { provider, requestJob, accept } = await pair()
    const { id } = await requestJob()
    const first = await accept(id)
    expect(await accept(id, { version: 1 })).toEqual(first)
    expect(await testApp.call(getBookingTimeline, { params: { id } }, provider)).toHaveLength(2)
    expect(
      await testApp.refusal(declineBooking, { params: { id }, body: { reasonCode: 'TOO_FAR' } }, provider),
    ).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the booking is confirmed.',
      details: { from: 'CONFIRMED', action: 'decline', allowed: first.allowedActions },
    })
  })

  it('returns the same response for the same Idempotency-Key', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob()
    const accept = { params: { id }, body: { version: 1 } }
    const withKey = { ...provider, headers: { 'idempotency-key': 'sent from the train' } }
    const first = await testApp.send(acceptBooking, accept, withKey)
    const secondResponse = await testApp.send(acceptBooking, accept, withKey)
    expect([first.status, secondResponse.status, secondResponse.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ])
    expect(secondResponse.body).toEqual(first.body)
    expect(await testApp.call(getBookingTimeline, { params: { id } }, provider)).toHaveLength(2)
  })

  it('is refused once the slot is taken; the rival can still be declined', async () => {
    const { provider, requestJob, accept } = await pair()
    const first = await requestJob({ startAt: testApp.inHours(50), durationMinutes: 120 })
    const rival = await requestJob({ startAt: testApp.inHours(51), durationMinutes: 120 })
    await accept(first.id)
    const refusal = await testApp.refusal(acceptBooking, { params: { id: rival.id }, body: {} }, provider)
    expect(refusal).toMatchObject({ status: 409, code: 'SLOT_CONFLICT' })
    expect(refusal.message).toBe(`This overlaps ${first.title}, Chidi Okafor (Wed 4 Mar, 14:00–16:00).`)
    expect(refusal.details).toMatchObject({
      conflicts: [{ id: first.id, reference: first.reference, startAt: first.startAt }],
    })
    expect(await testApp.call(getBooking, { params: { id: rival.id } }, provider)).toMatchObject({
      status: 'REQUESTED',
      slotTaken: true,
      allowedActions: ['decline', 'send-offer', 'reschedule'],
    })
  })

  it('is possible when the interval between two jobs has passed', async () => {
    const { requestJob, accept } = await pair()
    const first = await requestJob({ startAt: testApp.inHours(50), durationMinutes: 60 })
    const next = await requestJob({ startAt: testApp.inHours(51.5), durationMinutes: 60 })
    await accept(first.id)
    expect((await accept(next.id)).status).toBe('CONFIRMED')
  })

  it('succeeds for exactly one of ten concurrent attempts at a slot', async () => {
    const { provider, requestJob } = await pair()
    const rivals = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        requestJob({ startAt: testApp.inHours(70 + index / 20), durationMinutes: 120 }),
      ),
    )
    const replies = await Promise.all(
      rivals.map(({ id }) => testApp.send(acceptBooking, { params: { id }, body: {} }, provider)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect({ status, code: 'code' in body && body.code }).toEqual({ status: 409, code: 'SLOT_CONFLICT' })
    }
    const { counted, stored } = await countsOf(provider.id)
    expect(counted).toEqual(stored)
    expect(counted).toEqual({ REQUESTED: 9, CONFIRMED: 1 })
  })

  it('takes effect once in ten concurrent attempts at a booking', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => testApp.send(acceptBooking, { params: { id }, body: {} }, provider)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.filter(({ event }) => event === 'booking.confirmed')).toHaveLength(1)
  })

  it('has one outcome when accepting, declining and withdrawing race', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob()
    const replies = await Promise.all([
      testApp.send(acceptBooking, { params: { id }, body: {} }, provider),
      testApp.send(declineBooking, { params: { id }, body: { reasonCode: 'NOT_AVAILABLE' } }, provider),
      testApp.send(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace),
    ])
    const [accepted, declined, cancelled] = replies.map(({ status }) => status)
    expect([accepted, declined, cancelled].filter((status) => status === 200)).toHaveLength(1)
    for (const status of [accepted, declined]) expect([200, 409]).toContain(status)
    // After an answer it is no longer a withdrawal but a cancellation, which needs a reason.
    expect([200, 409, 422]).toContain(cancelled)
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline).toHaveLength(2)
  })
})

describe('declining a booking', () => {
  it('stores the reason on the booking and in the timeline', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob()
    const declined = await testApp.call(
      declineBooking,
      { params: { id }, body: { reasonCode: 'TOO_FAR', note: 'Two hours each way' } },
      provider,
    )
    expect(declined).toMatchObject({
      status: 'DECLINED',
      declined: { reasonCode: 'TOO_FAR', note: 'Two hours each way' },
      allowedActions: ['rebook'],
    })
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.at(-1)).toMatchObject({ event: 'booking.declined', data: { reasonCode: 'TOO_FAR' } })
  })

  it('needs a reason', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob()
    const refusal = await testApp.refusal(
      declineBooking,
      { params: { id }, body: {} as { reasonCode: 'TOO_FAR' } },
      provider,
    )
    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(refusal.issues).toMatchObject([{ field: 'reasonCode', code: 'REQUIRED', message: 'Choose a reason.' }])
  })
})

describe('an unanswered request', () => {
  it('is expired once by a timer', async () => {
    const { provider, requestJob } = await pair()
    const { id, respondBy } = await requestJob({ startAt: testApp.inHours(200) })
    expect(respondBy).toBe(testApp.inHours(24))
    await testApp.advance(DAY_MS - 1)
    expect(await statusOf(id)).toBe('REQUESTED')
    await testApp.advance(1)
    await testApp.deps.jobs.runDue()
    expect(await statusOf(id)).toBe('EXPIRED')
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.map(({ event, actor }) => [event, actor.type])).toEqual([
      ['booking.requested', 'CUSTOMER'],
      ['booking.expired', 'SYSTEM'],
    ])
  })

  it('cannot be accepted any more, even before the timer has run', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob({ startAt: testApp.inHours(200) })
    testApp.clock.advance(DAY_MS)
    const acceptLate = () => testApp.refusal(acceptBooking, { params: { id }, body: {} }, provider)
    expect(await acceptLate()).toMatchObject({
      status: 410,
      code: 'REQUEST_EXPIRED',
      message: 'This request has expired.',
    })
    expect((await testApp.call(getBooking, { params: { id } }, provider)).allowedActions).toEqual([])
    await testApp.deps.jobs.runDue()
    expect((await acceptLate()).code).toBe('REQUEST_EXPIRED')
  })

  it('does not expire when answered in time', async () => {
    const { requestJob, accept } = await pair()
    const { id } = await requestJob({ startAt: testApp.inHours(200) })
    await accept(id)
    await testApp.advance(2 * DAY_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
  })
})

describe('a schedule', () => {
  it('cannot overlap, not even by direct SQL', async () => {
    const { requestJob, accept } = await pair()
    const one = await requestJob({ startAt: testApp.inHours(60), durationMinutes: 120 })
    const two = await requestJob({ startAt: testApp.inHours(61), durationMinutes: 120 })
    await accept(one.id)
    await expect(
      testApp.db.execute(sql`update bookings set status = 'CONFIRMED' where id = ${two.id}`),
    ).rejects.toMatchObject({
      code: '23P01',
    })
  })

  it('never overlaps and keeps exact counts during concurrent changes', async () => {
    const move = fc.record({
      hour: fc.integer({ min: 30, max: 40 }),
      minutes: fc.constantFrom(30, 60, 180),
      answer: fc.constantFrom('accept', 'decline', 'withdraw', 'nothing'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 10 }), async (actions) => {
        const { provider, requestJob } = await pair()
        await Promise.all(
          actions.map(async ({ hour, minutes, answer }) => {
            const { id } = await requestJob({ startAt: testApp.inHours(hour), durationMinutes: minutes })
            const params = { id }
            if (answer === 'accept') await testApp.send(acceptBooking, { params, body: {} }, provider)
            if (answer === 'decline')
              await testApp.send(declineBooking, { params, body: { reasonCode: 'TOO_FAR' } }, provider)
            if (answer === 'withdraw') await testApp.send(cancelMarketplaceBooking, { params, body: {} }, marketplace)
          }),
        )
        const { counted, stored } = await countsOf(provider.id)
        expect(counted).toEqual(stored)
        const { overlaps } = await testApp.db.one<{ overlaps: number }>(sql`
          select count(*) as overlaps from bookings a join bookings b on a.provider_id = b.provider_id and a.id < b.id
            and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)
          where a.provider_id = ${provider.id} and a.status = 'CONFIRMED' and b.status = 'CONFIRMED'`)
        expect(overlaps).toBe(0)
        expect(counted['CONFIRMED'] ?? 0).toBeGreaterThanOrEqual(
          actions.some(({ answer }) => answer === 'accept') ? 1 : 0,
        )
      }),
      { numRuns: 6 },
    )
  })
})
