import type { Operation } from '@fettle/protocol'
import { createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import * as actions from '@fettle/protocol/bookings/actions'
import { bookingStatuses, getBooking, getBookingTimeline, type BookingAction } from '@fettle/protocol/bookings'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { listMarketplaceMessages } from '@fettle/protocol/marketplace/chat'
import * as customers from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { createProvider, marketplace, actingCustomer, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { type Caller, setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const work = { summary: 'The tap is tight.' }
const until = (instant: string, hours = 0) =>
  testApp.clock.advance(Date.parse(instant) + hours * HOUR_MS - testApp.clock.now().getTime())
describe('a job', () => {
  it('completes its flow; each step has one event, message and notification, however often it is sent', async () => {
    const { provider, customer, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    const params = { id }
    until(startAt, -1)
    const etaAt = new Date(Date.parse(startAt) + 20 * MINUTE_MS).toISOString()
    const steps: [Operation, object, Caller][] = [
      [actions.startTravel, { etaAt: startAt }, provider],
      [actions.reportLate, { etaAt, reasonCode: 'TRAFFIC' }, provider],
      [actions.arriveAtBooking, { lat: 6.5, lng: 3.36 }, provider],
      [actions.startBooking, {}, provider],
      [actions.pauseBooking, { reasonCode: 'WAITING_MATERIALS' }, provider],
      [actions.resumeBooking, {}, provider],
      [actions.completeBooking, work, provider],
      [customers.requestFix, { note: 'It still drips.' }, marketplace],
      [actions.completeBooking, work, provider],
      [customers.confirmMarketplaceBooking, {}, marketplace],
    ]
    for (const [operation, body, caller] of steps) {
      testApp.clock.advance(15 * MINUTE_MS)
      // Sent twice, like a phone that lost the answer.
      const first = await testApp.send(operation, { params, body }, caller)
      const secondResponse = await testApp.send(operation, { params, body }, caller)
      expect([operation.name, first.status, secondResponse.status]).toEqual([operation.name, 200, 200])
    }
    const timeline = await testApp.call(getBookingTimeline, { params }, provider)
    expect(timeline.map(({ event }) => event)).toEqual([
      'booking.requested',
      'booking.confirmed',
      'booking.en_route',
      'booking.late',
      'booking.arrived',
      'booking.started',
      'booking.paused',
      'booking.resumed',
      'booking.completed',
      'booking.reopened',
      'booking.completed',
      'booking.confirmed_by_customer',
    ])
    expect(await notificationsOf(testApp, id)).toEqual(['booking-requested', 'fix-requested', 'work-confirmed'])
    const booking = await testApp.call(getBooking, { params }, provider)
    expect(booking).toMatchObject({
      status: 'COMPLETED',
      etaAt,
      autoConfirmAt: null,
      completion: { summary: work.summary, partial: false },
      allowedActions: ['dispute', 'rebook'],
    })
    for (const moment of [
      booking.enRouteAt,
      booking.arrivedAt,
      booking.startedAt,
      booking.completedAt,
      booking.customerConfirmedAt,
    ]) {
      expect(moment).not.toBeNull()
    }
    expect(booking.workLog.map(({ kind, endedAt }) => [kind, endedAt !== null])).toEqual([
      ['TRAVEL', true],
      ['WORK', true],
      ['WORK', true],
    ])

    await testApp.deps.jobs.runDue()
    await testApp.deps.jobs.runDue()
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const lines = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(lines.every(({ kind, authorId }) => kind === 'system' && authorId === null)).toBe(true)
    // One message per step, and after the last one the amount to pay.
    expect(lines).toHaveLength(timeline.length + 1)
    expect(lines.slice(-2).map(({ text }) => text)).toEqual([
      'Work confirmed: Fix the kitchen tap',
      'Invoice INV-2026-000001: Fix the kitchen tap, ₦15,000 due',
    ])
  })

  it("uses the client's completion time reported hours later", async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    until(startAt, 5)
    const occurredAt = (hours: number) => new Date(Date.parse(startAt) + hours * HOUR_MS).toISOString()
    const arrived = await testApp.call(
      actions.arriveAtBooking,
      { params: { id }, body: { occurredAt: occurredAt(0.1) } },
      provider,
    )
    expect(arrived.arrivedAt).toBe(occurredAt(0.1))
    const started = await testApp.call(
      actions.startBooking,
      { params: { id }, body: { occurredAt: occurredAt(-20) } },
      provider,
    )
    // Older than a day, so the client's clock is ignored.
    expect(started.startedAt).toBe(testApp.clock.now().toISOString())
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.at(-2)).toMatchObject({ event: 'booking.arrived', occurredAt: occurredAt(0.1) })
  })

  it('by the hour costs its time, at least the minimum, and needs approval far beyond it', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const hourlyRate = { amount: 400_000, currency: 'NGN' }
    const price = { model: 'HOURLY' as const, hourlyRate, estimatedMinutes: 60, minimumMinutes: 45 }
    const { id } = await confirmJob({ price })
    await testApp.call(actions.startBooking, { params: { id }, body: {} }, provider)
    const complete = (finalMinutes: number) => ({ params: { id }, body: { ...work, finalMinutes } })
    expect(await testApp.refusal(actions.completeBooking, complete(73), provider)).toMatchObject({
      status: 409,
      code: 'ADJUSTMENT_REQUIRED',
      message: 'The work took longer than estimated. Send an extra-work request first.',
    })
    const completedBooking = await testApp.call(actions.completeBooking, complete(30), provider)
    expect(completedBooking.price).toMatchObject({ hourlyRate, amount: { amount: 300_000, currency: 'NGN' } })
  })

  it('that is paused and moved takes its time from now on if it is resumed before that', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'IN_PROGRESS')
    const params = { id }
    await testApp.call(actions.pauseBooking, { params, body: { reasonCode: 'WAITING_MATERIALS' } }, provider)
    const body = { slots: [{ startAt: inHours(72), endAt: inHours(74) }], reasonCode: 'OTHER' as const }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, { params, body }, provider)
    const answer = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)
    const resumed = await testApp.call(actions.resumeBooking, { params, body: {} }, provider)
    expect(resumed).toMatchObject({ status: 'IN_PROGRESS', startAt: inHours(0), endAt: inHours(2) })
  })

  it('by the hour has no total while it is reopened, so more may be deducted than the first hours cost', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const hourlyRate = { amount: 400_000, currency: 'NGN' }
    const { id } = await confirmJob({ price: { model: 'HOURLY', hourlyRate } })
    const params = { id }
    await testApp.call(actions.startBooking, { params, body: {} }, provider)
    await testApp.call(actions.completeBooking, { params, body: { ...work, finalMinutes: 30 } }, provider)
    const reopened = await testApp.call(actions.reopenBooking, { params, body: {} }, provider)
    expect(reopened.price).toEqual({ model: 'HOURLY', hourlyRate })
    expect((await testApp.call(getBooking, { params }, provider)).price).toEqual({ model: 'HOURLY', hourlyRate })
    const lines = [{ description: 'Own material', quantity: '1', unitAmount: -300_000 }]
    const body = { lines, reason: 'The customer bought the tap.' }
    const { status } = await testApp.call(createPriceAdjustment, { params, body }, provider)
    expect(status).toBe('PENDING')
  })

  it('can be reopened although another job took the rest of its time', async () => {
    const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob({ startAt: inHours(24), durationMinutes: 120 })
    const params = { id }
    until(startAt)
    await testApp.call(actions.startBooking, { params, body: {} }, provider)
    await testApp.call(actions.completeBooking, { params, body: work }, provider)
    await confirmJob({ startAt: inHours(1), durationMinutes: 60 })
    const fix = { params, body: { note: 'Still drips.' } }
    const sentBack = await testApp.call(customers.requestFix, fix, marketplace)
    expect(sentBack.status).toBe('IN_PROGRESS')
    await testApp.call(actions.completeBooking, { params, body: work }, provider)
    const reopened = await testApp.call(actions.reopenBooking, { params, body: {} }, provider)
    expect(reopened.status).toBe('IN_PROGRESS')
  })

  it('can be reopened for a fix three times', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'AWAITING_CONFIRMATION')
    const fix = { params: { id }, body: { note: 'Still drips.' } }
    for (let round = 0; round < 3; round += 1) {
      await testApp.call(customers.requestFix, fix, marketplace)
      await testApp.call(actions.completeBooking, { params: { id }, body: work }, provider)
    }
    expect(await testApp.refusal(customers.requestFix, fix, marketplace)).toMatchObject({
      status: 409,
      code: 'FIX_LIMIT',
    })
    expect((await testApp.call(actions.reopenBooking, { params: { id }, body: {} }, provider)).status).toBe(
      'IN_PROGRESS',
    )
  })

  it('reports a delay three times at most', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    until(startAt, -1)
    const lateBy = (minutes: number) => {
      const etaAt = new Date(Date.parse(startAt) + minutes * MINUTE_MS).toISOString()
      return { params: { id }, body: { etaAt, reasonCode: 'TRAFFIC' as const } }
    }
    for (const minutes of [10, 20, 30]) await testApp.call(actions.reportLate, lateBy(minutes), provider)
    expect(await testApp.refusal(actions.reportLate, lateBy(40), provider)).toMatchObject({
      status: 409,
      code: 'LATE_LIMIT',
    })
  })

  it('that is paused for a day keeps its resume time', async () => {
    const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
    const { id } = await requestJob({ startAt: inHours(24), durationMinutes: 120 })
    await advanceBookingTo(testApp, provider, id, 'IN_PROGRESS')
    const resumeOn = inHours(48)
    await testApp.call(actions.pauseBooking, { params: { id }, body: { reasonCode: 'MULTI_DAY', resumeOn } }, provider)
    const rival = await requestBooking(testApp, { provider, customer, startAt: inHours(49), durationMinutes: 60 })
    const accepting = { params: { id: rival.id }, body: {} }
    expect((await testApp.refusal(actions.acceptBooking, accepting, provider)).code).toBe('SLOT_CONFLICT')
    until(resumeOn)
    const resumed = await testApp.call(actions.resumeBooking, { params: { id }, body: {} }, provider)
    expect(resumed).toMatchObject({ status: 'IN_PROGRESS', startAt: resumeOn, pause: null })
  })
})

/** Every transition and its input. `as` is the action if the path does not name it. */
const attempts: { operation: Operation; body?: object; as?: BookingAction }[] = [
  { operation: actions.acceptBooking },
  { operation: actions.declineBooking, body: { reasonCode: 'TOO_FAR' } },
  { operation: actions.startTravel },
  { operation: actions.arriveAtBooking },
  { operation: actions.startBooking },
  { operation: actions.pauseBooking, body: { reasonCode: 'WEATHER' } },
  { operation: actions.resumeBooking },
  { operation: actions.completeBooking, body: work },
  { operation: actions.reopenBooking },
  { operation: actions.cancelBooking, body: { reasonCode: 'OVERBOOKED' } },
  { operation: actions.reportNoShow, body: { note: 'Nobody home.' } },
  { operation: actions.reportLate, body: { etaAt: '2030-01-01T00:00:00.000Z', reasonCode: 'TRAFFIC' } },
  { operation: actions.addContactAttempt, body: { method: 'CALL' } },
  { operation: actions.contestCancellation, body: { note: 'That is not how it was.' } },
  { operation: actions.contestNoShow, body: { note: 'That is not how it was.' } },
  { operation: actions.rebookBooking, body: { startAt: '2030-01-01T00:00:00.000Z' } },
  { operation: customers.acceptMarketplaceBooking, body: { onBehalf: actingCustomer } },
  { operation: customers.declineMarketplaceBooking, body: { reasonCode: 'TOO_FAR' } },
  { operation: customers.cancelMarketplaceBooking, body: { reasonCode: 'CHANGED_MIND' } },
  { operation: customers.confirmMarketplaceBooking },
  { operation: customers.requestFix, body: { note: 'It drips.' } },
  { operation: customers.reportProviderNoShow, as: 'report-provider-no-show' },
  { operation: customers.contestMarketplaceCancellation, body: { note: 'That is not how it was.' } },
  { operation: customers.contestMarketplaceNoShow, body: { note: 'That is not how it was.' } },
  { operation: customers.patchMarketplaceBooking, body: { parkingNotes: 'Behind the house' }, as: 'edit-site' },
]

describe('a disallowed action', () => {
  it.each(bookingStatuses.filter((status) => status !== 'DISPUTED'))(
    'is refused on a %s booking with the allowed ones, without changes',
    async (status) => {
      const { provider, requestJob, inHours } = await createBookingScenario(testApp)
      const { id } = await requestJob({ startAt: inHours(100) })
      await advanceBookingTo(testApp, provider, id, status)
      const params = { id }
      const [ownBooking, marketplaceBooking] = [
        await testApp.call(getBooking, { params }, provider),
        await testApp.call(getMarketplaceBooking, { params }, marketplace),
      ]
      expect(ownBooking.status).toBe(status)
      let refused = 0
      for (const { operation, body = {}, as } of attempts) {
        const isCustomers = operation.audience === 'marketplace'
        const { allowedActions } = isCustomers ? marketplaceBooking : ownBooking
        const action = as ?? (operation.path.split('/').at(-1) as BookingAction)
        const isRequest = action === 'cancel' && status === 'REQUESTED'
        if (allowedActions.includes(isRequest ? 'withdraw' : action)) continue
        const { body: answer } = await testApp.send(operation, { params, body }, isCustomers ? marketplace : provider)
        // A repetition by the same side is answered; other refusals have a specific code.
        if (answer.success) continue
        if (answer.code !== 'INVALID_TRANSITION') {
          expect([answer.code, answer.status]).toEqual([
            answer.code,
            expect.toSatisfy((code) => code === 409 || code === 410),
          ])
          continue
        }
        refused += 1
        expect([operation.name, answer]).toMatchObject([
          operation.name,
          { status: 409, details: { from: status, allowed: allowedActions } },
        ])
      }
      expect(refused).toBeGreaterThan(8)
      expect(await testApp.call(getBooking, { params }, provider)).toEqual(ownBooking)
    },
  )

  it("on another provider's booking is a 404", async () => {
    const { requestJob } = await createBookingScenario(testApp)
    const stranger = await createProvider(testApp)
    const { id } = await requestJob()
    for (const { operation, body = {} } of attempts.filter(({ operation: { audience } }) => audience === 'provider')) {
      const { status } = await testApp.send(operation, { params: { id }, body }, stranger)
      expect([operation.name, status]).toEqual([operation.name, 404])
    }
    const otherCustomer = { ...marketplace, headers: { 'x-customer-id': `cus_${'0'.repeat(26)}` } }
    for (const { operation, body = {} } of attempts.filter(({ operation: { audience } }) => audience !== 'provider')) {
      const { status } = await testApp.send(operation, { params: { id }, body }, otherCustomer)
      expect([operation.name, status]).toEqual([operation.name, 404])
    }
  })
})
