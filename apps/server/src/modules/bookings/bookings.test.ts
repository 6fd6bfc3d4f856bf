import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookings, type BookingStatus } from '@fettle/protocol/bookings'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { getMarketplaceBooking, putCustomer } from '@fettle/protocol/marketplace'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

/** An instant that many hours from now, by the test clock. */
const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR).toISOString()

/** A provider, a customer, and a function with which the customer sends requests. */
async function pair() {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const ask = (overrides: Partial<Parameters<typeof requestBooking>[1]> = {}) =>
    requestBooking(testApp, { provider, customer, ...overrides })
  const accept = (id: string, body: { version?: number } = {}) =>
    testApp.call(acceptBooking, { params: { id }, body }, provider)
  return { provider, customer, ask, accept }
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
    there: Object.fromEntries(rows.map(({ status, n }) => [status, n])),
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
    const { ask } = await pair()
    const stranger = await createProvider(testApp)
    const { id } = await ask()
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
    const { provider, ask, accept } = await pair()
    const { id } = await ask()
    const before = await testApp.call(getBooking, { params: { id } }, provider)
    expect(before).toMatchObject({
      status: 'REQUESTED',
      awaitingParty: 'PROVIDER',
      allowedActions: ['accept', 'decline', 'reschedule'],
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
    const theirs = await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
    expect(theirs.timeline).toEqual(timeline)
  })

  it('is refused for an old version, with the current one', async () => {
    const { provider, ask, accept } = await pair()
    const { id } = await ask()
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
    const { provider, ask, accept } = await pair()
    const { id } = await ask()
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
    const { provider, ask } = await pair()
    const { id } = await ask()
    const accept = { params: { id }, body: { version: 1 } }
    const withKey = { ...provider, headers: { 'idempotency-key': 'sent from the train' } }
    const first = await testApp.send(acceptBooking, accept, withKey)
    const again = await testApp.send(acceptBooking, accept, withKey)
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await testApp.call(getBookingTimeline, { params: { id } }, provider)).toHaveLength(2)
  })

  it('is refused once the slot is taken; the rival can still be declined', async () => {
    const { provider, ask, accept } = await pair()
    const first = await ask({ startAt: inHours(50), durationMinutes: 120 })
    const rival = await ask({ startAt: inHours(51), durationMinutes: 120 })
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
      allowedActions: ['decline', 'reschedule'],
    })
  })

  it('is possible when the interval between two jobs has passed', async () => {
    const { ask, accept } = await pair()
    const first = await ask({ startAt: inHours(50), durationMinutes: 60 })
    const next = await ask({ startAt: inHours(51.5), durationMinutes: 60 })
    await accept(first.id)
    expect((await accept(next.id)).status).toBe('CONFIRMED')
  })

  it('succeeds for exactly one of ten concurrent attempts at a slot', async () => {
    const { provider, ask } = await pair()
    const rivals = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask({ startAt: inHours(70 + index / 20), durationMinutes: 120 })),
    )
    const replies = await Promise.all(
      rivals.map(({ id }) => testApp.send(acceptBooking, { params: { id }, body: {} }, provider)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect({ status, code: 'code' in body && body.code }).toEqual({ status: 409, code: 'SLOT_CONFLICT' })
    }
    const { counted, there } = await countsOf(provider.id)
    expect(counted).toEqual(there)
    expect(counted).toEqual({ REQUESTED: 9, CONFIRMED: 1 })
  })

  it('takes effect once in ten concurrent attempts at a booking', async () => {
    const { provider, ask } = await pair()
    const { id } = await ask()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => testApp.send(acceptBooking, { params: { id }, body: {} }, provider)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.filter(({ event }) => event === 'booking.confirmed')).toHaveLength(1)
  })

  it('has one outcome when accepting, declining and withdrawing race', async () => {
    const { provider, ask } = await pair()
    const { id } = await ask()
    const replies = await Promise.all([
      testApp.send(acceptBooking, { params: { id }, body: {} }, provider),
      testApp.send(declineBooking, { params: { id }, body: { reasonCode: 'NOT_AVAILABLE' } }, provider),
      testApp.send(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline).toHaveLength(2)
  })
})

describe('declining a booking', () => {
  it('stores the reason on the booking and in the timeline', async () => {
    const { provider, ask } = await pair()
    const { id } = await ask()
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
    const { provider, ask } = await pair()
    const { id } = await ask()
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
    const { provider, ask } = await pair()
    const { id, respondBy } = await ask({ startAt: inHours(200) })
    expect(respondBy).toBe(inHours(24))
    testApp.clock.advance(DAY - 1)
    await testApp.deps.jobs.runDue()
    expect(await statusOf(id)).toBe('REQUESTED')
    testApp.clock.advance(1)
    await testApp.deps.jobs.runDue()
    await testApp.deps.jobs.runDue()
    expect(await statusOf(id)).toBe('EXPIRED')
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.map(({ event, actor }) => [event, actor.type])).toEqual([
      ['booking.requested', 'CUSTOMER'],
      ['booking.expired', 'SYSTEM'],
    ])
  })

  it('cannot be accepted any more, even before the timer has run', async () => {
    const { provider, ask } = await pair()
    const { id } = await ask({ startAt: inHours(200) })
    testApp.clock.advance(DAY)
    const late = () => testApp.refusal(acceptBooking, { params: { id }, body: {} }, provider)
    expect(await late()).toMatchObject({ status: 410, code: 'REQUEST_EXPIRED', message: 'This request has expired.' })
    expect((await testApp.call(getBooking, { params: { id } }, provider)).allowedActions).toEqual([])
    await testApp.deps.jobs.runDue()
    expect((await late()).code).toBe('REQUEST_EXPIRED')
  })

  it('does not expire when answered in time', async () => {
    const { ask, accept } = await pair()
    const { id } = await ask({ startAt: inHours(200) })
    await accept(id)
    testApp.clock.advance(2 * DAY)
    await testApp.deps.jobs.runDue()
    expect(await statusOf(id)).toBe('CONFIRMED')
  })
})

describe('the list of bookings', () => {
  it('pages through everything once, latest start first, with counts independent of the page', async () => {
    const { provider, ask, accept } = await pair()
    const asked = []
    for (let index = 0; index < 7; index += 1)
      asked.push(await ask({ startAt: inHours(100 + (index % 3) * 5), durationMinutes: 15 }))
    await accept(asked[0]?.id ?? '')
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply = await testApp.send(listBookings, { query: { limit: 3, ...(cursor ? { cursor } : {}) } }, provider)
      if (!reply.body.success) throw new Error('refused')
      expect(reply.body.meta).toMatchObject({
        total: 7,
        countsByStatus: { REQUESTED: 6, CONFIRMED: 1, DECLINED: 0, EXPIRED: 0, CANCELLED: 0 },
      })
      seen.push(...reply.body.data.map(({ id }) => id))
      cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
    } while (cursor)
    const byStart = [...asked].sort((a, b) => b.startAt.localeCompare(a.startAt) || b.id.localeCompare(a.id))
    expect(seen).toEqual(byStart.map(({ id }) => id))
    const soonest = await testApp.call(listBookings, { query: { sort: 'startAt' } }, provider)
    expect(soonest.map(({ id }) => id)).toEqual(seen.toReversed())
  })

  it('filters by time range, including bookings that reach into it, also in counts', async () => {
    const { provider, ask } = await pair()
    await ask({ startAt: inHours(20), durationMinutes: 60 })
    const reachesIn = await ask({ startAt: inHours(29), durationMinutes: 120 })
    const within = await ask({ startAt: inHours(40), durationMinutes: 60 })
    await ask({ startAt: inHours(50), durationMinutes: 60 })
    const query = { from: inHours(30), to: inHours(50), sort: 'startAt' as const }
    const reply = await testApp.send(listBookings, { query }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([reachesIn.id, within.id])
    expect(reply.body.meta).toMatchObject({ total: 2, nextCursor: null, countsByStatus: { REQUESTED: 2 } })
    const ended = await testApp.call(
      listBookings,
      { query: { from: inHours(31), status: 'REQUESTED,CONFIRMED' } },
      provider,
    )
    expect(ended.map(({ id }) => id)).not.toContain(reachesIn.id)
    expect(ended).toHaveLength(2)
  })

  it('filters by customer, also in counts', async () => {
    const { provider, customer, ask } = await pair()
    const another = await createCustomer(testApp)
    const theirs = await ask({ startAt: inHours(60) })
    await requestBooking(testApp, { provider, customer: another, startAt: inHours(70) })
    const reply = await testApp.send(listBookings, { query: { customerId: customer.id } }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([theirs.id])
    expect(reply.body.meta).toMatchObject({ total: 1 })
  })

  it('filters by status with counts of all', async () => {
    const { provider, ask, accept } = await pair()
    const one = await ask({ startAt: inHours(30) })
    const two = await ask({ startAt: inHours(40) })
    const three = await ask({ startAt: inHours(50) })
    await accept(two.id)
    await testApp.call(declineBooking, { params: { id: three.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    const reply = await testApp.send(listBookings, { query: { status: 'REQUESTED,CONFIRMED', limit: 1 } }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([two.id])
    expect(reply.body.meta).toMatchObject({ total: 2, countsByStatus: { REQUESTED: 1, CONFIRMED: 1, DECLINED: 1 } })
    const cursor = String(reply.body.meta?.['nextCursor'])
    const next = await testApp.call(listBookings, { query: { status: 'REQUESTED,CONFIRMED', cursor } }, provider)
    expect(next.map(({ id }) => id)).toEqual([one.id])
  })

  it('searches reference, title and customer, ignoring case and escaping wildcards', async () => {
    const { provider, ask } = await pair()
    const tap = await ask({ title: 'Dripping Tap 100%' })
    const drain = await ask({ title: 'Blocked drain_pipe', startAt: inHours(40) })
    const find = async (q: string) =>
      (await testApp.call(listBookings, { query: { q } }, provider)).map(({ id }) => id).sort()
    expect(await find('dripping')).toEqual([tap.id])
    expect(await find(drain.reference.toLowerCase())).toEqual([drain.id])
    expect(await find('chidi')).toEqual([tap.id, drain.id].sort())
    expect(await find('0%')).toEqual([tap.id])
    expect(await find('n_p')).toEqual([drain.id])
    expect(await find('%%')).toEqual([])
    const reply = await testApp.send(listBookings, { query: { q: 'drain' } }, provider)
    expect(reply.body.success && reply.body.meta).toMatchObject({ total: 1, countsByStatus: { REQUESTED: 1 } })
  })

  it("searches several words in any order, without accents, by current names, within the provider's own", async () => {
    const { provider, customer, ask } = await pair()
    const door = await ask({ title: "Réfection de l'entrée", serviceCategory: 'CARPENTRY' })
    const tap = await ask({ startAt: inHours(40) })
    const other = await pair()
    await other.ask({ title: 'Refection' })
    const find = async (q: string, query = {}) =>
      (await testApp.call(listBookings, { query: { q, ...query } }, provider)).map(({ id }) => id)
    const number = door.reference.slice(-6)
    for (const q of ['refection', 'ENTRÉE', "l'entree ref", 'okaf entr', `chidi ${number}`, number]) {
      expect(await find(q)).toEqual([door.id])
    }
    expect(await find('refection tap')).toEqual([])
    // Filters apply to the search too.
    expect(await find('chidi', { serviceCategory: 'CARPENTRY' })).toEqual([door.id])
    expect(await find('chidi', { from: inHours(39) })).toEqual([tap.id])
    expect(await find('chidi', { status: 'CONFIRMED' })).toEqual([])
    expect(await find('chidi', { sort: 'startAt', limit: 1 })).toEqual([door.id])
    const body = { name: 'Ngozi Eze' }
    await testApp.call(putCustomer, { params: { externalId: customer.externalId }, body }, marketplace)
    expect(await find('eze kitchen')).toEqual([tap.id])
    expect(await find('chidi')).toEqual([])
  })

  it('counts up to a thousand matches, says so, and shows the latest', async () => {
    const { provider, ask } = await pair()
    const { id } = await ask({ title: 'Roof to mend', startAt: inHours(30) })
    await testApp.db.execute(sql`
      insert into bookings (id, reference, provider_id, customer_id, status, title, description, start_at, end_at,
        time_zone, location, price_model, version, created_at, updated_at)
      select 'bkg_' || lpad(n::text, 26, '0'), 'BK-X-' || n, provider_id, customer_id, 'DECLINED', 'Roof ' || n,
        description, start_at - n * interval '1 hour', end_at - n * interval '1 hour', time_zone, location, 'TO_QUOTE', 1,
        created_at, updated_at
      from bookings, generate_series(1, 1010) n where id = ${id}`)
    const find = async (query: object) => {
      const reply = await testApp.send(listBookings, { query: { limit: 2, ...query } }, provider)
      if (!reply.body.success) throw new Error('refused')
      return { titles: reply.body.data.map(({ title }) => title), meta: reply.body.meta }
    }
    const common = await find({ q: 'roof' })
    expect(common).toMatchObject({ titles: ['Roof to mend', 'Roof 1'], meta: { total: 1000, atLeast: true } })
    const next = await find({ q: 'roof', cursor: String(common.meta?.['nextCursor']) })
    expect(next.titles).toEqual(['Roof 2', 'Roof 3'])
    expect((await find({ q: 'roof', status: 'REQUESTED' })).titles).toEqual(['Roof to mend'])
    const few = await find({ q: '77 roof' })
    expect(few).toMatchObject({ titles: ['Roof 77', 'Roof 177'], meta: { total: 19, atLeast: false } })
  })

  it('is empty with zero counts for a new provider', async () => {
    const { provider } = await pair()
    const reply = await testApp.send(listBookings, {}, provider)
    expect(reply.body).toMatchObject({
      data: [],
      meta: { nextCursor: null, total: 0, countsByStatus: { REQUESTED: 0, CONFIRMED: 0 } },
    })
  })

  it('refuses an unknown cursor or status, and a limit beyond a hundred', async () => {
    const { provider } = await pair()
    for (const query of [{ cursor: 'bm9uc2Vuc2U' }, { status: 'FINISHED' }, { limit: 101 }, { q: 'a' }]) {
      expect(await testApp.refusal(listBookings, { query }, provider)).toMatchObject({
        status: 422,
        code: 'VALIDATION_FAILED',
      })
    }
  })
})

describe('a schedule', () => {
  it('cannot overlap, not even by direct SQL', async () => {
    const { ask, accept } = await pair()
    const one = await ask({ startAt: inHours(60), durationMinutes: 120 })
    const two = await ask({ startAt: inHours(61), durationMinutes: 120 })
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
        const { provider, ask } = await pair()
        await Promise.all(
          actions.map(async ({ hour, minutes, answer }) => {
            const { id } = await ask({ startAt: inHours(hour), durationMinutes: minutes })
            const params = { id }
            if (answer === 'accept') await testApp.send(acceptBooking, { params, body: {} }, provider)
            if (answer === 'decline')
              await testApp.send(declineBooking, { params, body: { reasonCode: 'TOO_FAR' } }, provider)
            if (answer === 'withdraw') await testApp.send(cancelMarketplaceBooking, { params, body: {} }, marketplace)
          }),
        )
        const { counted, there } = await countsOf(provider.id)
        expect(counted).toEqual(there)
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
  }, 60_000)
})
