import { readFileSync } from 'node:fs'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking, listBookings } from '@fettle/protocol/bookings'
import { getCustomer } from '@fettle/protocol/workspace/customers'
import { getCalendar } from '@fettle/protocol/availability/calendar'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as customers from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { marketplace, actingCustomer } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

// A Monday, noon in Lagos.
const testApp = setUpTestApp()

const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

/** A provider with a customer to whom they propose unscheduled jobs. */
async function people() {
  const jobs = await createBookingScenario(testApp)
  const { provider, customer } = jobs
  await jobs.requestJob()
  const job = {
    customerId: customer.id,
    title: 'Paint the fence',
    durationMinutes: 120,
    schedulingMode: 'UNSCHEDULED' as const,
    price: { model: 'FIXED' as const, amount: { amount: 1_000_000, currency: 'NGN' } },
    location,
  }
  const propose = () => testApp.call(actions.createBooking, { body: job }, provider)
  const confirmUnscheduled = async () => {
    const { id } = await propose()
    return testApp.call(
      customers.acceptMarketplaceBooking,
      { params: { id }, body: { onBehalf: actingCustomer } },
      marketplace,
    )
  }
  return { ...jobs, job, propose, confirmUnscheduled }
}

async function cancel(id: string) {
  const params = { id }
  const query = { reasonCode: 'CHANGED_MIND' as const }
  const preview = await testApp.call(customers.getMarketplaceCancellationPreview, { params, query }, marketplace)
  const body = { ...query, previewHash: preview.previewHash }
  const cancelled = await testApp.call(customers.cancelMarketplaceBooking, { params, body }, marketplace)
  return { preview, cancelled }
}

describe('an unscheduled booking', () => {
  it('is agreed first, proposed by a provider or requested by a customer', async () => {
    const { provider, customer, propose, job } = await people()
    const proposed = await propose()
    expect(proposed).toMatchObject({ status: 'REQUESTED', schedulingMode: 'UNSCHEDULED', startAt: null, endAt: null })
    expect(proposed.allowedActions).toEqual(['withdraw', 'reschedule'])
    const body = { ...job, customerId: customer.id, providerId: provider.id }
    const requested = await testApp.call(createMarketplaceBooking, { body }, marketplace)
    expect(requested).toMatchObject({ status: 'REQUESTED', awaitingParty: 'PROVIDER', startAt: null })
    // A day to answer, because there is no start to keep.
    expect(Date.parse(requested.respondBy ?? '') - Date.parse(requested.createdAt)).toBe(24 * 3_600_000)
    const agreed = await testApp.call(actions.acceptBooking, { params: { id: requested.id }, body: {} }, provider)
    expect(agreed).toMatchObject({ status: 'CONFIRMED', startAt: null, durationMinutes: 120, feeBasisStartAt: null })
  })

  it('is requested with or without a time, not both or neither', async () => {
    const { provider, job, inHours } = await people()
    const refusal = await testApp.refusal(actions.createBooking, { body: { ...job, startAt: inHours(48) } }, provider)
    expect(refusal.issues).toMatchObject([{ path: ['startAt'], code: 'NOT_ALLOWED' }])
    const { schedulingMode: _, ...timeless } = job
    const neither = await testApp.refusal(actions.createBooking, { body: timeless }, provider)
    expect(neither.issues).toMatchObject([{ path: ['startAt'], code: 'REQUIRED', message: 'Choose a time.' }])
    const recurrence = { rule: { freq: 'WEEKLY' as const, count: 4 } }
    const body = { ...job, providerId: provider.id, recurrence }
    const series = await testApp.refusal(createMarketplaceBooking, { body }, marketplace)
    expect(series.issues).toMatchObject([{ path: ['startAt'], code: 'REQUIRED' }])
  })

  it('blocks no slot, is in no calendar, last in the list and named on the dashboard', async () => {
    const { provider, confirmUnscheduled, inHours, requestJob } = await people()
    const [one, other] = [await confirmUnscheduled(), await confirmUnscheduled()]
    expect([one.status, other.status]).toEqual(['CONFIRMED', 'CONFIRMED'])
    const timed = await requestJob({ startAt: inHours(48) })
    const month = { from: testApp.clock.now().toISOString(), to: inHours(60 * 24) }
    const { bookings } = await testApp.call(getCalendar, { query: month }, provider)
    expect(bookings.map(({ id }) => id)).not.toContain(one.id)
    const listed = await testApp.call(listBookings, { query: { sort: 'startAt' } }, provider)
    expect(
      listed
        .slice(-2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([one.id, other.id].toSorted())
    expect(listed.at(-1)).toMatchObject({ startAt: null, endAt: null, schedulingMode: 'UNSCHEDULED' })
    const near = await testApp.call(listBookings, { query: month }, provider)
    expect(near.map(({ id }) => id)).toContain(timed.id)
    expect(near.map(({ id }) => id)).not.toContain(one.id)
    const { today } = await testApp.call(getDashboard, {}, provider)
    expect(today.unscheduled).toMatchObject([{ startAt: null }, { startAt: null }])
  })

  it('is paged in both orders, also between bookings with and without a time', async () => {
    const { provider, confirmUnscheduled, inHours, requestJob } = await people()
    for (const hours of [48, 60, 72]) await requestJob({ startAt: inHours(hours) })
    for (let n = 0; n < 3; n += 1) await confirmUnscheduled()
    for (const status of [undefined, 'CONFIRMED,REQUESTED']) {
      for (const sort of ['startAt', '-startAt'] as const) {
        const query = { sort, status }
        const whole = await testApp.call(listBookings, { query: { ...query, limit: 100 } }, provider)
        const starts = whole.map(({ startAt }) => startAt ?? '9')
        expect(starts).toEqual(sort === 'startAt' ? starts.toSorted() : starts.toSorted().toReversed())
        for (const limit of [1, 2, 3]) {
          const paged: string[] = []
          for (let cursor: string | undefined; ;) {
            const { body } = await testApp.send(listBookings, { query: { ...query, limit, cursor } }, provider)
            if (!body.success) throw new Error(body.message)
            paged.push(...body.data.map(({ id }) => id))
            const next = (body.meta as { nextCursor: string | null }).nextCursor
            if (next === null) break
            cursor = next
          }
          expect(paged).toEqual(whole.map(({ id }) => id))
        }
      }
    }
  })

  it('is stored as null when it was created by version 0.1', async () => {
    const { provider, confirmUnscheduled } = await people()
    const { id } = await confirmUnscheduled()
    await testApp.db.execute(sql`
      update bookings set start_at = '9999-01-01T00:00:00Z', end_at = '9999-01-01T02:00:00Z', duration_minutes = null
      where id = ${id}`)
    const file = readFileSync(new URL('../../../../migrations/0037_bookings_without_time.sql', import.meta.url), 'utf8')
    const update = file.split(';').find((statement) => statement.trim().startsWith('update bookings'))
    await testApp.db.execute(sql([update ?? '']))
    const booking = await testApp.call(getBooking, { params: { id } }, provider)
    expect(booking).toMatchObject({ startAt: null, endAt: null, durationMinutes: 120 })
  })

  it('cannot be travelled to, started or late, and has no reminders', async () => {
    const { provider, confirmUnscheduled } = await people()
    const { id } = await confirmUnscheduled()
    const params = { id }
    const etaAt = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
    const tries = [
      testApp.refusal(actions.startTravel, { params, body: {} }, provider),
      testApp.refusal(actions.arriveAtBooking, { params, body: {} }, provider),
      testApp.refusal(actions.startBooking, { params, body: {} }, provider),
      testApp.refusal(actions.reportLate, { params, body: { etaAt, reasonCode: 'TRAFFIC' } }, provider),
      testApp.refusal(customers.reportProviderNoShow, { params, body: {} }, marketplace),
    ]
    for (const refusal of await Promise.all(tries)) {
      expect(refusal).toMatchObject({ status: 409, code: 'INVALID_TRANSITION', message: 'Agree on a time first.' })
      expect(refusal.details?.['allowed']).toEqual(expect.arrayContaining(['cancel', 'reschedule']))
    }
    const { allowedActions } = await testApp.call(getBooking, { params }, provider)
    expect(allowedActions).toEqual(['cancel', 'reschedule', 'contact-attempts'])
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) as count from graphile_worker.jobs where key like ${`%${id}%reminder%`}`,
    )
    expect(count).toBe(0)
  })

  it('gets its time by a proposal: scheduled from then on, and not counted as rescheduled', async () => {
    const { provider, confirmUnscheduled, inHours } = await people()
    const { id } = await confirmUnscheduled()
    const slots = [{ startAt: inHours(48), endAt: inHours(50) }]
    const body = { slots, reasonCode: 'OTHER' as const }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, { params: { id }, body }, provider)
    const answering = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    const moved = await testApp.call(customers.acceptMarketplaceProposal, answering, marketplace)
    expect(moved).toMatchObject({
      id,
      status: 'CONFIRMED',
      schedulingMode: 'FIXED',
      ...slots[0],
      feeBasisStartAt: slots[0]?.startAt,
      rescheduleCount: 0,
    })
    expect(moved.timeline.at(-1)).toMatchObject({ event: 'booking.rescheduled', data: { from: null, to: slots[0] } })
    const clash = { ...(await confirmUnscheduled()) }
    const input = { params: { id: clash.id }, body }
    expect((await testApp.refusal(actions.proposeTimes, input, provider)).code).toBe('SLOT_CONFLICT')
  })

  it('shows phone and address until thirty days after it was cancelled', async () => {
    const { provider, customer, confirmUnscheduled } = await people()
    const { id } = await confirmUnscheduled()
    await cancel(id)
    const cancelledAgo = (days: number) => {
      const at = new Date(testApp.clock.now().getTime() - days * 86_400_000).toISOString()
      return testApp.db.execute(sql`
        update bookings set cancellation = cancellation || jsonb_build_object('at', ${at}::text) where id = ${id}`)
    }
    const shown = async () => {
      const booking = await testApp.call(getBooking, { params: { id } }, provider)
      const listed = await testApp.call(listBookings, { query: { status: 'CANCELLED' } }, provider)
      const known = await testApp.call(getCustomer, { params: { id: customer.id } }, provider)
      const phones = [booking, ...listed].map((each) => each.customer.phone).concat(known.phone)
      return { isAddressShown: booking.location.line1 !== null, masked: phones.map((phone) => phone?.includes('•')) }
    }
    await cancelledAgo(29)
    expect(await shown()).toEqual({ isAddressShown: true, masked: [false, false, false] })
    await cancelledAgo(30)
    expect(await shown()).toEqual({ isAddressShown: false, masked: [true, true, true] })
  })

  it('is cancelled at no cost', async () => {
    const { confirmUnscheduled } = await people()
    const { id } = await confirmUnscheduled()
    testApp.clock.advance(3_600_000)
    const { preview, cancelled } = await cancel(id)
    expect(preview).toMatchObject({ fee: { rule: 'FREE_NO_TIME', payer: null }, noticeMinutes: null })
    expect(cancelled.cancellation).toMatchObject({ noticeMinutes: null, fee: { rule: 'FREE_NO_TIME' } })
  })

  it('is never booked instantly, and not affected by new hours', async () => {
    const { provider, customer, job, confirmUnscheduled } = await people()
    await confirmUnscheduled()
    const weekly = weekdays.slice(0, 5).map((day) => ({ day, intervals: [{ from: '08:00', to: '18:00' }] }))
    const body = { timeZone: 'Africa/Lagos', weekly, bookingMode: 'INSTANT' as const }
    expect((await testApp.call(putAvailability, { body }, provider)).affected).toEqual([])
    const asking = { body: { ...job, customerId: customer.id, providerId: provider.id } }
    expect((await testApp.call(createMarketplaceBooking, asking, marketplace)).status).toBe('REQUESTED')
  })
})
