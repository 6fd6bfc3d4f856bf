import { putAvailability, slotWarnings } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking } from '@fettle/protocol/bookings'
import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as customers from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  actingCustomer,
  requestBooking,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

// A Monday, noon in Lagos.
const testApp = setUpTestApp()

const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
const weekly = weekdays.slice(0, 5).map((day) => ({ day, intervals: [{ from: '08:00', to: '18:00' }] }))
const open = (
  provider: TestProvider,
  body: Partial<Parameters<typeof testApp.call<typeof putAvailability>>[1]['body']> = {},
) => testApp.call(putAvailability, { body: { timeZone: 'Africa/Lagos', weekly, ...body } }, provider)

describe('a provider', () => {
  it('proposes a job to a known customer, who answers it', async () => {
    const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
    await requestJob()
    const job = {
      customerId: customer.id,
      title: 'Service the boiler',
      startAt: inHours(72),
      durationMinutes: 90,
      arrivalWindowMinutes: 30 as const,
      location,
    }
    const proposed = await testApp.call(actions.createBooking, { body: job }, provider)
    expect(proposed).toMatchObject({
      status: 'REQUESTED',
      source: 'PROVIDER_CREATED',
      createdBy: 'PROVIDER',
      awaitingParty: 'CUSTOMER',
      schedulingMode: 'WINDOW',
      durationMinutes: 90,
      allowedActions: ['withdraw', 'reschedule'],
    })
    const params = { id: proposed.id }
    expect((await testApp.refusal(actions.acceptBooking, { params, body: {} }, provider)).code).toBe(
      'INVALID_TRANSITION',
    )
    const agreed = await testApp.call(
      customers.acceptMarketplaceBooking,
      { params, body: { onBehalf: actingCustomer } },
      marketplace,
    )
    expect(agreed).toMatchObject({ status: 'CONFIRMED', startCode: expect.stringMatching(/^\d{4}$/) })
    const ownBooking = await testApp.call(getBooking, { params }, provider)
    expect(ownBooking).toMatchObject({ startCode: null, cancellationPolicy: { name: 'STANDARD' } })
    // Another proposal, which is declined.
    const next = await testApp.call(actions.createBooking, { body: { ...job, startAt: inHours(120) } }, provider)
    const body = { reasonCode: 'PRICE_TOO_LOW' as const, note: 'Too dear.' }
    await testApp.call(customers.declineMarketplaceBooking, { params: { id: next.id }, body }, marketplace)
    expect((await testApp.call(getBooking, { params: { id: next.id } }, provider)).declined).toMatchObject(body)
  })

  it('does not find an unknown customer', async () => {
    const provider = await createProvider(testApp)
    const stranger = await createCustomer(testApp)
    const { inHours } = await createBookingScenario(testApp)
    const body = { customerId: stranger.id, title: 'A job', startAt: inHours(72), durationMinutes: 60, location }
    expect(await testApp.refusal(actions.createBooking, { body }, provider)).toMatchObject({
      status: 404,
      message: "We couldn't find that customer.",
    })
  })

  it('is told about schedule conflicts, and creates one booking per key', async () => {
    const { provider, customer, confirmJob, inHours } = await createBookingScenario(testApp)
    const taken = await confirmJob({ startAt: inHours(72) })
    const job = { customerId: customer.id, title: 'A job', durationMinutes: 60, location }
    const clash = { body: { ...job, startAt: inHours(73) } }
    const refusal = await testApp.refusal(actions.createBooking, clash, provider)
    expect(refusal).toMatchObject({ status: 409, code: 'SLOT_CONFLICT' })
    expect(refusal.message).toContain(taken.title)
    const keyed = { ...provider, headers: { 'idempotency-key': 'from the train' } }
    const free = { body: { ...job, startAt: inHours(96) } }
    const [first, second] = [
      await testApp.send(actions.createBooking, free, keyed),
      await testApp.send(actions.createBooking, free, keyed),
    ]
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(second.body).toEqual(first.body)
  })

  it('rebooks a customer: the same job at another time', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    const { id, price } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'COMPLETED')
    const rebooked = await testApp.call(
      actions.rebookBooking,
      { params: { id }, body: { startAt: inHours(72) } },
      provider,
    )
    expect(rebooked).toMatchObject({
      source: 'REBOOK',
      status: 'REQUESTED',
      awaitingParty: 'CUSTOMER',
      title: 'Fix the kitchen tap',
      price,
      customer: { completedWithYou: 1 },
    })
    expect(rebooked.id).not.toBe(id)
    await testApp.db.execute(sql`update bookings set status = 'DISPUTED' where id = ${id}`)
    const seen = await testApp.call(getBooking, { params: { id: rebooked.id } }, provider)
    expect(seen.customer.completedWithYou).toBe(0)
  })
})

describe('a customer', () => {
  it('books instantly where allowed and free; otherwise requests', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    await open(provider, { bookingMode: 'INSTANT' })
    const wednesday = new Date(testApp.clock.now().getTime() + 9 * 86_400_000)
    const at = (hour: number) => new Date(wednesday.setUTCHours(hour, 0, 0, 0)).toISOString()
    const booked = await requestJob({ startAt: at(9) })
    expect(booked).toMatchObject({ status: 'CONFIRMED', source: 'INSTANT', awaitingParty: null })
    expect(await testApp.call(getBooking, { params: { id: booked.id } }, provider)).toMatchObject({
      status: 'CONFIRMED',
    })
    await expect(requestJob({ startAt: at(10) })).rejects.toMatchObject({ reply: { status: 409 } })
    expect(await requestJob({ startAt: at(20) })).toMatchObject({ status: 'REQUESTED', source: 'REQUEST' })
    expect(await requestJob({ startAt: at(14), price: { model: 'TO_QUOTE' } })).toMatchObject({ status: 'REQUESTED' })
  })

  it("is limited by the provider's daily maximum during concurrent bookings", async () => {
    const { provider, customer } = await createBookingScenario(testApp)
    const aroundTheClock = weekdays.map((day) => ({ day, intervals: [{ from: '00:00', to: '24:00' }] }))
    await open(provider, { bookingMode: 'INSTANT', weekly: aroundTheClock, maxBookingsPerDay: 3 })
    // Twelve hours of one day in Lagos, none overlapping.
    const midnight = new Date('2026-03-10T23:00:00.000Z')
    const hours = Array.from({ length: 12 }, (_, index) => new Date(+midnight + (index * 2 + 1) * 3_600_000))
    const bookings = await Promise.all(
      hours.map((startAt) =>
        requestBooking(testApp, {
          provider,
          customer,
          price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
          startAt: startAt.toISOString(),
          durationMinutes: 60,
        }),
      ),
    )
    const statuses = bookings.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(3).fill('CONFIRMED'), ...Array(9).fill('REQUESTED')])
  })

  it('may give a time range, within which the booking is placed', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    const { id, startAt, endAt } = await requestJob({ startAt: inHours(48), arrivalWindowMinutes: 60 })
    const later = (minutes: number, longer = 0) => ({
      startAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString(),
      endAt: new Date(Date.parse(endAt) + (minutes + longer) * 60_000).toISOString(),
    })
    for (const slot of [later(61), later(-15), later(30, 15)]) {
      const refusal = await testApp.refusal(actions.acceptBooking, { params: { id }, body: { slot } }, provider)
      expect(refusal).toMatchObject({ status: 422, issues: [{ field: 'slot', code: 'NOT_ALLOWED' }] })
    }
    const slot = later(45)
    expect(await testApp.call(actions.acceptBooking, { params: { id }, body: { slot } }, provider)).toMatchObject(slot)
    const anytime = await requestJob({ startAt: inHours(96), schedulingMode: 'ANYTIME' })
    const sameDay = { startAt: inHours(98), endAt: inHours(100) }
    const taken = { params: { id: anytime.id }, body: { slot: sameDay } }
    expect(await testApp.call(actions.acceptBooking, taken, provider)).toMatchObject(sameDay)
  })

  it('at any time of today is not placed in the hours that have passed', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    const { id } = await requestJob({ startAt: inHours(5), schedulingMode: 'ANYTIME' })
    const slot = { startAt: inHours(-1), endAt: inHours(1) }
    const refusal = await testApp.refusal(actions.acceptBooking, { params: { id }, body: { slot } }, provider)
    expect(refusal).toMatchObject({ status: 422, issues: [{ field: 'startAt', code: 'TOO_SMALL' }] })
  })

  it('waits for an answer whose deadline counts working hours', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    await open(provider)
    const { respondBy, createdAt } = await requestJob({ startAt: inHours(24 * 20) })
    const hours = (Date.parse(respondBy ?? '') - Date.parse(createdAt)) / 3_600_000
    // A working day has ten hours, so a day of working time is more than two days away.
    expect(hours).toBeGreaterThan(44)
    const local = new Date(Date.parse(respondBy ?? '') + 3_600_000)
    expect(local.getUTCHours()).toBeGreaterThanOrEqual(8)
    expect(local.getUTCHours()).toBeLessThanOrEqual(18)
  })

  it('keeps that deadline when another time is agreed before the answer', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    await open(provider)
    const { id, respondBy } = await requestJob({ startAt: inHours(24 * 20) })
    const params = { id }
    const slots = [{ startAt: inHours(24 * 21), endAt: inHours(24 * 21 + 2) }]
    const proposing = { params, body: { slots, reasonCode: 'OTHER' as const, acknowledge: [...slotWarnings] } }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, proposing, provider)
    const answer = { params: { ...params, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)
    expect(await testApp.call(getBooking, { params }, provider)).toMatchObject({ ...slots[0], respondBy })
  })

  it('cannot request from a provider who takes no bookings', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    await open(provider, { bookingMode: 'OFF', pauseMessage: 'Back in spring.' })
    await expect(requestJob()).rejects.toMatchObject({
      reply: { status: 422, body: { issues: [{ field: 'providerId', message: 'Back in spring.' }] } },
    })
  })

  it('can correct the access notes until completion, and lists bookings newest first', async () => {
    const { provider, customer, confirmJob, requestJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const params = { id }
    const body = { accessNotes: 'Ring twice', parkingNotes: 'Behind the house', pets: 'A large dog' }
    const changed = await testApp.call(customers.patchMarketplaceBooking, { params, body }, marketplace)
    expect(changed.location).toMatchObject({ ...body, line1: '5 Adeniran Ogunsanya' })
    expect((await testApp.call(getBooking, { params }, provider)).location).toMatchObject(body)
    expect(await testApp.call(customers.patchMarketplaceBooking, { params, body }, marketplace)).toEqual(changed)

    testApp.clock.advance(60_000)
    const later = await requestJob()
    const query = { customerId: customer.id, limit: 1 }
    const page = await testApp.send(customers.listMarketplaceBookings, { query }, marketplace)
    if (!page.body.success) throw new Error('refused')
    expect(page.body.data.map((one) => one.id)).toEqual([later.id])
    const cursor = String(page.body.meta?.['nextCursor'])
    const secondPage = await testApp.call(
      customers.listMarketplaceBookings,
      { query: { ...query, cursor } },
      marketplace,
    )
    expect(secondPage).toMatchObject([{ id, status: 'CONFIRMED', customerId: customer.id, providerId: provider.id }])
    const confirmed = { query: { providerId: provider.id, status: 'CONFIRMED' } }
    expect(await testApp.call(customers.listMarketplaceBookings, confirmed, marketplace)).toHaveLength(1)
    expect((await testApp.call(getMarketplaceBooking, { params }, marketplace)).provider.id).toBe(provider.id)
  })
})
