import {
  checkSlot,
  createTimeOff,
  deleteTimeOff,
  getAvailability,
  listOwnSlots,
  listProviderSlots,
  listTimeOff,
  putAvailability,
} from '@fettle/protocol/availability/availability'
import { acceptBooking, completeBooking, proposeTimes, startBooking } from '@fettle/protocol/bookings/actions'
import { getBooking } from '@fettle/protocol/bookings'
import type { CallInput } from '@fettle/protocol'
import { acceptMarketplaceProposal } from '@fettle/protocol/marketplace/bookings'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  actingCustomer,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let customer: { id: string }

// Monday noon in Lagos.
beforeAll(async () => {
  customer = await createCustomer(testApp)
})

type Body = CallInput<typeof putAvailability>['body']
const weekly: Body['weekly'] = (['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({
  day,
  intervals: [{ from: '08:00', to: '18:00' }],
}))

const save = (provider: TestProvider, change: Partial<Body> = {}) =>
  testApp.call(putAvailability, { body: { weekly, timeZone: 'Africa/Lagos', ...change } }, provider)
/** Requests a time in March 2026, in UTC. Lagos is one hour ahead. */
const ask = (provider: TestProvider, startAt: string, durationMinutes = 60) =>
  requestBooking(testApp, { provider, customer, startAt: `2026-03-${startAt}:00.000Z`, durationMinutes })
const accept = (provider: TestProvider, id: string, body: CallInput<typeof acceptBooking>['body'] = {}) =>
  testApp.send(acceptBooking, { params: { id }, body }, provider)

describe('the maximum of bookings a day', () => {
  it('counts jobs that are over already', async () => {
    const provider = await createProvider(testApp)
    await save(provider, { minNoticeMinutes: 0, maxBookingsPerDay: 1 })
    const { id } = await ask(provider, '02T12:00')
    expect((await accept(provider, id)).status).toBe(200)
    await testApp.call(startBooking, { params: { id }, body: {} }, provider)
    await testApp.call(completeBooking, { params: { id }, body: { summary: 'Done.' } }, provider)
    const query = { from: '2026-03-01T23:00:00.000Z', to: '2026-03-03T23:00:00.000Z' }
    const days = (await testApp.call(listOwnSlots, { query }, provider)).map(({ startAt }) => startAt.slice(0, 10))
    expect(new Set(days)).toEqual(new Set(['2026-03-03']))
    const checked = { startAt: '2026-03-02T15:00:00.000Z', durationMinutes: 60 }
    const { warnings } = await testApp.call(checkSlot, { query: checked }, provider)
    expect(warnings.map(({ code }) => code)).toEqual(['DAILY_MAX'])
  })
})

describe('availability', () => {
  it('has defaults until it is saved, and then every field as saved', async () => {
    const provider = await createProvider(testApp)
    const before = await testApp.call(getAvailability, {}, provider)
    expect(before).toMatchObject({
      isSet: false,
      version: 0,
      timeZone: 'Africa/Lagos',
      weekly: [],
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 15,
      minNoticeMinutes: 120,
      maxHorizonDays: 60,
      maxBookingsPerDay: null,
      slotIntervalMinutes: 30,
      bookingMode: 'REQUEST',
      holdRequests: true,
    })
    const body: Body = {
      timeZone: 'Europe/Berlin',
      weekly,
      overrides: [
        { date: '2026-12-24', intervals: [{ from: '08:00', to: '12:00' }], note: 'Half a day' },
        { date: '2026-12-25', closed: true },
      ],
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 240,
      minNoticeMinutes: 20_160,
      maxHorizonDays: 365,
      maxBookingsPerDay: 20,
      slotIntervalMinutes: 15,
      serviceRadiusKm: 200,
      base: { lat: 52.5, lng: 13.4 },
      bookingMode: 'INSTANT',
      holdRequests: false,
      pausedUntil: '2026-04-01T00:00:00.000Z',
      pauseMessage: 'Back in April',
    }
    const saved = await testApp.call(putAvailability, { body }, provider)
    expect(saved).toMatchObject({ ...body, isSet: true, version: 1, affected: [] })
    expect(await testApp.call(getAvailability, {}, provider)).toEqual(saved)
  })

  it('is validated field by field', async () => {
    const provider = await createProvider(testApp)
    const overlapping = [
      { from: '08:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ]
    const wrong = await testApp.refusal(
      putAvailability,
      {
        body: {
          timeZone: 'Lagos',
          weekly: [{ day: 'MON', intervals: overlapping }],
          overrides: [{ date: '2026-12-24' }],
          bufferBeforeMinutes: 241,
          minNoticeMinutes: -1,
          maxHorizonDays: 0,
          maxBookingsPerDay: 21,
          serviceRadiusKm: 0,
        },
      },
      provider,
    )
    expect(wrong).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(Object.fromEntries(wrong.issues?.map(({ path, message }) => [path.join('.'), message]) ?? [])).toEqual({
      timeZone: 'Use an IANA time zone, for example Africa/Lagos.',
      'weekly.0.intervals': 'These hours overlap.',
      'overrides.0.intervals': 'Enter the hours for this date, or close it.',
      bufferBeforeMinutes: 'Enter 0 to 240 minutes.',
      minNoticeMinutes: 'Enter 0 to 20,160 minutes.',
      maxHorizonDays: 'Enter 1 to 365 days.',
      maxBookingsPerDay: 'Enter 1 to 20 bookings.',
      serviceRadiusKm: 'Enter 1 to 200 km.',
    })
    const past = { day: 'TUE' as const, intervals: [{ from: '22:00', to: '06:00' }] }
    const midnight = await testApp.refusal(putAvailability, { body: { weekly: [past] } }, provider)
    expect(midnight.issues).toMatchObject([{ message: 'These hours overlap.' }])
  })

  it('is not saved over a newer version', async () => {
    const provider = await createProvider(testApp)
    await save(provider)
    const stale = { ...provider, headers: { 'if-match': '"0"' } }
    expect(await testApp.refusal(putAvailability, { body: { weekly } }, stale)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { current: { version: 1 } },
    })
  })

  it('reports affected bookings and keeps or reschedules them', async () => {
    const provider = await createProvider(testApp)
    await save(provider)
    const late = await ask(provider, '04T16:00')
    const early = await ask(provider, '04T08:00')
    await accept(provider, late.id)
    await accept(provider, early.id)
    const mornings = weekly.map(({ day }) => ({ day, intervals: [{ from: '08:00', to: '12:00' }] }))
    const refused = await testApp.refusal(putAvailability, { body: { weekly: mornings } }, provider)
    expect(refused).toMatchObject({
      status: 409,
      code: 'BOOKINGS_AFFECTED',
      message: '1 booking falls outside the new hours. Choose what to do with it.',
      details: { n: 1, bookings: [{ id: late.id, reference: late.reference, customerName: 'Chidi Okafor' }] },
    })
    expect((await testApp.call(getAvailability, {}, provider)).version).toBe(1)
    const kept = await save(provider, { weekly: mornings, onAffected: 'KEEP' })
    expect(kept).toMatchObject({ version: 2, affected: [{ id: late.id }] })
    // Bookings that were outside the hours before need no decision again.
    expect(await save(provider, { weekly: mornings, bufferAfterMinutes: 0 })).toMatchObject({ affected: [] })
    await save(provider)
    await save(provider, { weekly: mornings, onAffected: 'PROPOSE_NEW_TIMES' })
    await testApp.deps.jobs.runDue()
    const { pendingProposal } = await testApp.call(getBooking, { params: { id: late.id } }, provider)
    expect(pendingProposal).toMatchObject({ proposedBy: 'PROVIDER', status: 'PENDING' })
    expect(pendingProposal?.slots.length).toBeGreaterThan(0)
    expect((await testApp.call(getBooking, { params: { id: early.id } }, provider)).pendingProposal).toBeNull()
  })

  it('proposes new times with warnings too, because nobody is there to acknowledge them', async () => {
    const provider = await createProvider(testApp)
    await save(provider)
    const far = await requestBooking(testApp, {
      provider,
      customer,
      startAt: '2026-03-04T16:00:00.000Z',
      durationMinutes: 60,
      location: { line1: '5 Adeniran Ogunsanya', city: 'Abuja', country: 'NG', lat: 9.06, lng: 7.49 },
    })
    await accept(provider, far.id)
    const mornings = weekly.map(({ day }) => ({ day, intervals: [{ from: '08:00', to: '12:00' }] }))
    const radius = { base: { lat: 6.45, lng: 3.39 }, serviceRadiusKm: 20 }
    await save(provider, { weekly: mornings, onAffected: 'PROPOSE_NEW_TIMES', ...radius })
    await testApp.deps.jobs.runDue()
    const { pendingProposal } = await testApp.call(getBooking, { params: { id: far.id } }, provider)
    expect(pendingProposal).toMatchObject({ proposedBy: 'PROVIDER', status: 'PENDING' })
  })
})

describe('time off', () => {
  it('is created, listed and deleted by its provider only', async () => {
    const provider = await createProvider(testApp)
    const stranger = await createProvider(testApp)
    const body = { startAt: '2026-03-09T00:00:00.000Z', endAt: '2026-03-11T00:00:00.000Z', reason: 'Wedding' }
    const off = await testApp.call(createTimeOff, { body }, provider)
    expect(off).toMatchObject({ ...body, affected: [] })
    expect(await testApp.call(listTimeOff, {}, provider)).toMatchObject([{ id: off.id, reason: 'Wedding' }])
    expect(await testApp.call(listTimeOff, {}, stranger)).toEqual([])
    const params = { id: off.id }
    expect((await testApp.refusal(deleteTimeOff, { params }, stranger)).status).toBe(404)
    await testApp.call(deleteTimeOff, { params }, provider)
    expect(await testApp.call(listTimeOff, {}, provider)).toEqual([])
    const backwards = { startAt: body.endAt, endAt: body.startAt }
    expect((await testApp.refusal(createTimeOff, { body: backwards }, provider)).issues).toMatchObject([
      { field: 'endAt', message: 'Choose an end after the start.' },
    ])
    const gone = { startAt: '2026-03-01T00:00:00.000Z', endAt: '2026-03-02T00:00:00.000Z' }
    expect((await testApp.refusal(createTimeOff, { body: gone }, provider)).issues).toMatchObject([{ field: 'endAt' }])
  })

  it('reports its bookings, and blocks others even with a reason', async () => {
    const provider = await createProvider(testApp)
    const standing = await ask(provider, '04T10:00')
    const waiting = await ask(provider, '04T14:00')
    await accept(provider, standing.id)
    const body = { startAt: '2026-03-04T00:00:00.000Z', endAt: '2026-03-05T00:00:00.000Z' }
    expect(await testApp.refusal(createTimeOff, { body }, provider)).toMatchObject({
      code: 'BOOKINGS_AFFECTED',
      details: { bookings: [{ id: standing.id }] },
    })
    const off = await testApp.call(createTimeOff, { body: { ...body, onAffected: 'KEEP' } }, provider)
    expect(off.affected).toMatchObject([{ id: standing.id }])
    const override = { allowOverlap: true, overlapReason: 'I will come anyway' }
    const refused = await accept(provider, waiting.id, override)
    expect(refused.body).toMatchObject({ code: 'SLOT_CONFLICT', details: { conflicts: [{ kind: 'TIME_OFF' }] } })
  })
})

describe('accepting a booking', () => {
  it('respects both buffers, offers free slots, and allows overlaps with a reason only', async () => {
    const provider = await createProvider(testApp)
    await save(provider, { bufferBeforeMinutes: 10, bufferAfterMinutes: 20 })
    const first = await ask(provider, '05T10:00')
    const close = await ask(provider, '05T11:29')
    const apart = await ask(provider, '05T12:59')
    expect((await accept(provider, first.id)).status).toBe(200)
    const refused = await accept(provider, close.id)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'SLOT_CONFLICT', details: { conflicts: [{ id: first.id, kind: 'BOOKING' }] } },
    })
    const { details } = refused.body as unknown as { details: { suggestions: { startAt: string }[] } }
    expect(details.suggestions).toHaveLength(3)
    expect((await accept(provider, close.id, { allowOverlap: true })).body).toMatchObject({
      status: 422,
      issues: [{ field: 'overlapReason' }],
    })
    const reason = { allowOverlap: true, overlapReason: 'My apprentice goes' }
    expect((await accept(provider, close.id, reason)).body).toMatchObject({ data: { status: 'CONFIRMED' } })
    expect((await accept(provider, apart.id)).body).toMatchObject({ data: { status: 'CONFIRMED' } })
  })

  it('succeeds for exactly one of fifty concurrent attempts at a slot', async () => {
    const provider = await createProvider(testApp)
    const rivals = await Promise.all(Array.from({ length: 50 }, () => ask(provider, '06T10:00', 120)))
    const replies = await Promise.all(rivals.map(({ id }) => accept(provider, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies) if (status !== 200) expect(body).toMatchObject({ code: 'SLOT_CONFLICT' })
  })

  it('drops the overlap reason once the job was rescheduled', async () => {
    const provider = await createProvider(testApp)
    const first = await ask(provider, '05T10:00')
    const second = await ask(provider, '05T10:00')
    await accept(provider, first.id)
    await accept(provider, second.id, { allowOverlap: true, overlapReason: 'My apprentice goes' })
    const body = { slots: [{ startAt: '2026-03-05T15:00:00.000Z', endAt: '2026-03-05T16:00:00.000Z' }] }
    const { id: proposalId } = await testApp.call(
      proposeTimes,
      { params: { id: second.id }, body: { ...body, reasonCode: 'OTHER' } },
      provider,
    )
    const params = { id: second.id, proposalId }
    await testApp.call(
      acceptMarketplaceProposal,
      { params, body: { slotIndex: 0, onBehalf: actingCustomer } },
      marketplace,
    )
    const rows = await testApp.db.query<{ reason: string | null }>(
      sql`select overlap_reason as reason from bookings where id = ${second.id}`,
    )
    expect(rows).toEqual([{ reason: null }])
  })

  it('requires confirming a warning', async () => {
    const provider = await createProvider(testApp)
    await save(provider)
    const night = await ask(provider, '05T21:00')
    expect((await accept(provider, night.id)).body).toMatchObject({
      status: 409,
      code: 'ACKNOWLEDGE_REQUIRED',
      details: { warnings: [{ code: 'OUTSIDE_WORKING_HOURS', message: 'This is outside your working hours.' }] },
    })
    expect((await accept(provider, night.id, { acknowledge: ['OUTSIDE_WORKING_HOURS'] })).status).toBe(200)
  })
})

describe('a schedule', () => {
  it('contains no unexplained overlap, whatever runs concurrently', async () => {
    const provider = await createProvider(testApp)
    await save(provider, { bufferBeforeMinutes: 0, bufferAfterMinutes: 0 })
    const wish = fc.record({
      hour: fc.integer({ min: 7, max: 15 }),
      minutes: fc.constantFrom(30, 60, 90, 240),
      explained: fc.boolean(),
    })
    let day = 10
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 8 }), async (wishes) => {
        day += 1
        const requests = await Promise.all(
          wishes.map(async ({ hour, minutes, explained }) => {
            const { id } = await ask(provider, `${day}T${String(hour).padStart(2, '0')}:00`, minutes)
            const reason = explained ? { allowOverlap: true, overlapReason: 'My apprentice goes' } : {}
            return { id, consent: { ...reason, acknowledge: ['OUTSIDE_WORKING_HOURS' as const] } }
          }),
        )
        const replies = await Promise.all(requests.map(({ id, consent }) => accept(provider, id, consent)))
        expect(replies.some(({ status }) => status === 200)).toBe(true)
        const unexplained = await testApp.db.query(sql`
          select a.id, b.id from bookings a join bookings b on a.provider_id = b.provider_id and a.id < b.id
            and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)
          where a.provider_id = ${provider.id} and a.status = 'CONFIRMED' and b.status = 'CONFIRMED'
            and a.overlap_reason is null and b.overlap_reason is null`)
        expect(unexplained).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  it('cannot overlap by direct SQL either, unless explained', async () => {
    const provider = await createProvider(testApp)
    const one = await ask(provider, '05T10:00')
    const other = await ask(provider, '05T10:30')
    await accept(provider, one.id)
    for (const status of ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS']) {
      await expect(
        testApp.db.execute(sql`update bookings set status = ${status} where id = ${other.id}`),
      ).rejects.toMatchObject({ code: '23P01' })
    }
    await testApp.db.execute(
      sql`update bookings set status = 'CONFIRMED', overlap_reason = 'Told' where id = ${other.id}`,
    )
  })
})

describe('free slots', () => {
  const range = { from: '2026-03-05T00:00:00.000Z', to: '2026-03-06T00:00:00.000Z' }
  const startsOf = (slots: { startAt: string }[]) => slots.map(({ startAt }) => startAt.slice(11, 16))

  it('exclude jobs with buffers and held requests', async () => {
    const provider = await createProvider(testApp)
    await save(provider, { weekly: [{ day: 'THU', intervals: [{ from: '08:00', to: '12:00' }] }] })
    const query = { ...range, durationMinutes: 60 }
    const own = () => testApp.call(listOwnSlots, { query }, provider)
    const all = ['07:00', '07:30', '08:00', '08:30', '09:00', '09:30', '10:00']
    expect(startsOf(await own())).toEqual(all)
    const held = await ask(provider, '05T07:00')
    expect(startsOf(await own())).toEqual(['08:30', '09:00', '09:30', '10:00'])
    await save(provider, {
      weekly: [{ day: 'THU', intervals: [{ from: '08:00', to: '12:00' }] }],
      holdRequests: false,
    })
    expect(startsOf(await own())).toEqual(all)
    await accept(provider, held.id)
    expect(startsOf(await own())).toEqual(['08:30', '09:00', '09:30', '10:00'])
    const offered = await testApp.call(listProviderSlots, { params: { id: provider.id }, query }, marketplace)
    expect(offered).toMatchObject({ timeZone: 'Africa/Lagos', bookingMode: 'REQUEST', pausedUntil: null })
    expect(startsOf(offered.slots)).toEqual(['08:30', '09:00', '09:30', '10:00'])
  })

  describe('of a provider who works around the clock', () => {
    const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
    const always = weekdays.map((day) => ({ day, intervals: [{ from: '00:00', to: '24:00' }] }))

    it('start on the grid of the day', async () => {
      const provider = await createProvider(testApp)
      await save(provider, { weekly: always })
      const query = { from: '2026-03-05T09:07:00.000Z', to: '2026-03-05T11:00:00.000Z', durationMinutes: 60 }
      expect(startsOf(await testApp.call(listOwnSlots, { query }, provider))).toEqual(['09:30', '10:00'])
    })

    it('are left on the days after one that is full', async () => {
      const provider = await createProvider(testApp)
      await save(provider, { weekly: always, maxBookingsPerDay: 1 })
      const { id } = await ask(provider, '05T09:00')
      await accept(provider, id)
      const query = { from: '2026-03-04T23:00:00.000Z', to: '2026-03-07T23:00:00.000Z', durationMinutes: 60 }
      const slots = await testApp.call(listOwnSlots, { query }, provider)
      // Midnight in Lagos is 23:00 in UTC.
      expect(slots.at(0)?.startAt).toBe('2026-03-05T23:00:00.000Z')
      expect(slots.at(-1)?.startAt).toBe('2026-03-07T22:00:00.000Z')
    })
  })

  it('are none without availability, beyond two months, or for an unknown provider', async () => {
    const provider = await createProvider(testApp)
    const params = { id: provider.id }
    await save(provider, { bookingMode: 'OFF' })
    expect((await testApp.call(listProviderSlots, { params, query: range }, marketplace)).slots).toEqual([])
    await save(provider, { pausedUntil: '2026-04-01T00:00:00.000Z', pauseMessage: 'Back in April' })
    expect(await testApp.call(listProviderSlots, { params, query: range }, marketplace)).toMatchObject({
      pauseMessage: 'Back in April',
      slots: [],
    })
    const long = { from: range.from, to: '2026-06-01T00:00:00.000Z' }
    expect((await testApp.refusal(listOwnSlots, { query: long }, provider)).issues).toMatchObject([{ field: 'to' }])
    const nobody = { id: `usr_${'0'.repeat(26)}` }
    expect((await testApp.refusal(listProviderSlots, { params: nobody, query: range }, marketplace)).status).toBe(404)
  })

  it('are what provider search by day uses', async () => {
    const service = 'ROOFING' as const
    const free = await createProvider(testApp, { professional: { serviceType: service } })
    const silent = await createProvider(testApp, { professional: { serviceType: service } })
    await save(free)
    const found = async (availableFrom?: string) => {
      const query = { service, ...(availableFrom && { availableFrom }) }
      return (await testApp.call(listProviders, { query }, marketplace)).map(({ id }) => id)
    }
    expect(await found()).toEqual([free.id, silent.id])
    expect(await found('2026-03-03T00:00:00.000Z')).toEqual([free.id])
    expect(await found('2026-06-03T00:00:00.000Z')).toEqual([])
  })

  it('are checked one by one: conflicts, warnings and alternatives', async () => {
    const provider = await createProvider(testApp)
    await save(provider)
    const { id } = await ask(provider, '05T09:00')
    await accept(provider, id)
    const query = { startAt: '2026-03-05T09:30:00.000Z', durationMinutes: 60 }
    const found = await testApp.call(checkSlot, { query }, provider)
    expect(found).toMatchObject({ conflicts: [{ id, kind: 'BOOKING' }], warnings: [] })
    expect(found.suggestions).toHaveLength(3)
    expect(await testApp.call(checkSlot, { query: { ...query, bookingId: id } }, provider)).toMatchObject({
      conflicts: [],
    })
  })
})
