import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline } from '@fettle/protocol/bookings'
import { getCalendar } from '@fettle/protocol/availability/calendar'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as customers from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { createCustomer, marketplace, actingCustomer, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const slotAt = (startAt: string, hours = 2) => ({
  startAt,
  endAt: new Date(Date.parse(startAt) + hours * HOUR_MS).toISOString(),
})
const statusOf = async (id: string) =>
  (await testApp.db.one<{ status: string }>(sql`select status from reschedule_proposals where id = ${id}`)).status

async function withJob() {
  const jobs = await createBookingScenario(testApp)
  const booking = await jobs.confirmJob({ startAt: jobs.inHours(48) })
  const params = { id: booking.id }
  const propose = (hours: number[]) => ({
    params,
    body: { slots: hours.map((hour) => slotAt(jobs.inHours(hour))), reasonCode: 'OTHER' as const },
  })
  return { ...jobs, booking, params, propose }
}

describe('a reschedule proposal', () => {
  it('holds its slot until accepted; the booking keeps its id and its time until then', async () => {
    const { provider, booking, params, propose } = await withJob()
    const proposal = await testApp.call(actions.proposeTimes, propose([72, 96]), provider)
    expect(proposal).toMatchObject({ status: 'PENDING', proposedBy: 'PROVIDER', allowedActions: ['withdraw'] })
    const waiting = await testApp.call(getMarketplaceBooking, { params }, marketplace)
    expect(waiting).toMatchObject({
      status: 'CONFIRMED',
      startAt: booking.startAt,
      pendingProposal: { id: proposal.id, allowedActions: ['accept', 'decline', 'counter'] },
    })
    const stranger = await createCustomer(testApp)
    const rival = await requestBooking(testApp, {
      provider,
      customer: stranger,
      startAt: proposal.slots[1]?.startAt ?? '',
    })
    const accepting = { params: { id: rival.id }, body: {} }
    expect((await testApp.refusal(actions.acceptBooking, accepting, provider)).code).toBe('SLOT_CONFLICT')

    const answer = { params: { ...params, proposalId: proposal.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    const moved = await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)
    expect(moved).toMatchObject({
      id: booking.id,
      status: 'CONFIRMED',
      ...proposal.slots[0],
      rescheduleCount: 1,
      feeBasisStartAt: booking.startAt,
      pendingProposal: null,
    })
    expect(await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)).toEqual(moved)
    // The other held slots are free again.
    expect((await testApp.call(actions.acceptBooking, accepting, provider)).status).toBe('CONFIRMED')
    const events = (await testApp.call(getBookingTimeline, { params }, provider)).map(({ event }) => event)
    expect(events.slice(2)).toEqual(['booking.proposal_created', 'booking.rescheduled'])
  })

  it('ends a delay that was reported for the old time', async () => {
    const { provider, booking, params, propose } = await withJob()
    const etaAt = new Date(Date.parse(booking.startAt) + 2 * HOUR_MS).toISOString()
    const late = { params, body: { etaAt, reasonCode: 'TRAFFIC' as const } }
    expect((await testApp.call(actions.reportLate, late, provider)).etaAt).toBe(etaAt)
    // Sooner, so that the reported arrival is two days after the new time.
    const proposal = await testApp.call(actions.proposeTimes, propose([3]), provider)
    const answer = { params: { ...params, proposalId: proposal.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    expect(await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)).toMatchObject({ etaAt: null })
    expect(await testApp.call(actions.startTravel, { params, body: {} }, provider)).toMatchObject({ etaAt: null })
  })

  it('that overlaps with a reason is accepted by the customer without another one, and blocks others', async () => {
    const { provider, booking, params, confirmJob, inHours } = await withJob()
    const other = await confirmJob({ startAt: inHours(72) })
    const body = { slots: [slotAt(inHours(73)), slotAt(inHours(96))], reasonCode: 'OTHER' as const }
    expect((await testApp.refusal(actions.proposeTimes, { params, body }, provider)).code).toBe('SLOT_CONFLICT')
    const reason = { allowOverlap: true, overlapReason: 'My apprentice goes' }
    const proposal = await testApp.call(actions.proposeTimes, { params, body: { ...body, ...reason } }, provider)
    const answer = { params: { ...params, proposalId: proposal.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    const moved = await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)
    expect(moved).toMatchObject({ id: booking.id, status: 'CONFIRMED', startAt: inHours(73) })
    const query = { from: inHours(70), to: inHours(80) }
    const shown = await testApp.call(getCalendar, { query }, provider)
    expect(shown.bookings.map(({ id, overlapReason }) => [id, overlapReason])).toEqual([
      [other.id, null],
      [booking.id, 'My apprentice goes'],
    ])
  })

  it('needs a reason of its own for an overlap', async () => {
    const { provider, params, confirmJob, inHours } = await withJob()
    await confirmJob({ startAt: inHours(72) })
    const reason = { allowOverlap: true, overlapReason: 'My apprentice goes' }
    const overlapping = { slots: [slotAt(inHours(73))], reasonCode: 'OTHER' as const, ...reason }
    const first = await testApp.call(actions.proposeTimes, { params, body: overlapping }, provider)
    const acceptance = { params: { ...params, proposalId: first.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    await testApp.call(customers.acceptMarketplaceProposal, acceptance, marketplace)
    const free = { slots: [slotAt(inHours(120))], reasonCode: 'OTHER' as const }
    const second = await testApp.call(actions.proposeTimes, { params, body: free }, provider)
    const startAt = inHours(119)
    await testApp.db.execute(sql`
      insert into time_off (id, provider_id, start_at, end_at, created_at)
      values ('tof_1', ${provider.id}, ${startAt}, ${inHours(121)}, now())`)
    const late = { params: { ...params, proposalId: second.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    expect((await testApp.refusal(customers.acceptMarketplaceProposal, late, marketplace)).code).toBe('SLOT_CONFLICT')
    await testApp.db.execute(sql`delete from time_off where id = 'tof_1'`)
    await testApp.db.execute(sql`
      insert into external_calendars (id, provider_id, name, url, created_at)
      values ('xcl_1', ${provider.id}, 'Home', 'https://example.com/a.ics', now())`)
    await testApp.db.execute(sql`
      insert into external_busy (calendar_id, provider_id, start_at, end_at, title)
      values ('xcl_1', ${provider.id}, ${startAt}, ${inHours(121)}, 'Dentist')`)
    expect((await testApp.refusal(customers.acceptMarketplaceProposal, late, marketplace)).code).toBe('SLOT_CONFLICT')
  })

  it('is superseded by a counter-proposal, and answered by the other side', async () => {
    const { provider, params, propose } = await withJob()
    const first = await testApp.call(actions.proposeTimes, propose([72]), provider)
    expect(await testApp.refusal(actions.proposeTimes, propose([73]), provider)).toMatchObject({
      status: 409,
      code: 'PROPOSAL_PENDING',
    })
    const second = await testApp.call(customers.proposeMarketplaceTimes, propose([100]), marketplace)
    expect(await statusOf(first.id)).toBe('SUPERSEDED')
    const late = { params: { ...params, proposalId: first.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    expect(await testApp.refusal(customers.acceptMarketplaceProposal, late, marketplace)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the proposal is superseded.',
      details: { from: 'SUPERSEDED', action: 'accept', allowed: [] },
    })
    const own = { params: { ...params, proposalId: second.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    expect((await testApp.refusal(customers.acceptMarketplaceProposal, own, marketplace)).code).toBe(
      'INVALID_TRANSITION',
    )
    expect((await testApp.call(actions.acceptProposal, own, provider)).startAt).toBe(second.slots[0]?.startAt)
  })

  it('is declined or withdrawn, and the time stays', async () => {
    const { provider, booking, params, propose } = await withJob()
    const first = await testApp.call(actions.proposeTimes, propose([72]), provider)
    await testApp.call(
      customers.declineMarketplaceProposal,
      { params: { ...params, proposalId: first.id }, body: { note: 'I am away.' } },
      marketplace,
    )
    const second = await testApp.call(actions.proposeTimes, propose([74]), provider)
    await testApp.call(actions.withdrawProposal, { params: { ...params, proposalId: second.id }, body: {} }, provider)
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['DECLINED', 'WITHDRAWN'])
    expect(await testApp.call(getBooking, { params }, provider)).toMatchObject({
      startAt: booking.startAt,
      pendingProposal: null,
    })
    const held = await testApp.db.query(sql`select from slot_holds where booking_id = ${booking.id}`)
    expect(held).toEqual([])
  })

  it('expires after a day, or an hour before the start, and when the booking moves on', async () => {
    const { provider, params, propose, inHours, confirmJob } = await withJob()
    const proposal = await testApp.call(actions.proposeTimes, propose([72]), provider)
    expect(proposal.expiresAt).toBe(inHours(24))
    testApp.clock.advance(24 * HOUR_MS)
    const answer = { params: { ...params, proposalId: proposal.id }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    expect(await testApp.refusal(customers.acceptMarketplaceProposal, answer, marketplace)).toMatchObject({
      status: 410,
      code: 'PROPOSAL_EXPIRED',
      message: 'This proposal has expired.',
    })
    await testApp.deps.jobs.runDue()
    await testApp.deps.jobs.runDue()
    expect(await statusOf(proposal.id)).toBe('EXPIRED')
    const events = (await testApp.call(getBookingTimeline, { params }, provider)).map(({ event }) => event)
    expect(events.filter((event) => event === 'booking.proposal_answered')).toHaveLength(1)

    const soon = await confirmJob({ startAt: inHours(5), durationMinutes: 30 })
    const body = { slots: [slotAt(inHours(60))], reasonCode: 'OTHER' as const }
    const soonProposal = await testApp.call(actions.proposeTimes, { params: { id: soon.id }, body }, provider)
    expect(soonProposal.expiresAt).toBe(inHours(4))
    await testApp.call(actions.startBooking, { params: { id: soon.id }, body: {} }, provider)
    expect(await statusOf(soonProposal.id)).toBe('WITHDRAWN')
  })

  it('can be accepted three times', async () => {
    const { provider, params, propose } = await withJob()
    for (const hour of [72, 96, 120]) {
      const { id: proposalId } = await testApp.call(actions.proposeTimes, propose([hour]), provider)
      const answer = { params: { ...params, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
      await testApp.call(customers.acceptMarketplaceProposal, answer, marketplace)
    }
    expect(await testApp.refusal(customers.proposeMarketplaceTimes, propose([150]), marketplace)).toMatchObject({
      status: 409,
      code: 'RESCHEDULE_LIMIT',
      message: 'This booking has been moved 3 times. Cancel it, or talk to the customer.',
    })
  })

  it('must be in the future, within range and free', async () => {
    const { provider, propose, confirmJob, inHours } = await withJob()
    for (const [hours, code] of [
      [[-1], 'TOO_SMALL'],
      [[24 * 61], 'TOO_BIG'],
      [[72, 72], 'DUPLICATE'],
    ] as const) {
      const refusal = await testApp.refusal(actions.proposeTimes, propose([...hours]), provider)
      expect([refusal.status, refusal.issues?.[0]?.code]).toEqual([422, code])
    }
    await confirmJob({ startAt: inHours(80) })
    expect((await testApp.refusal(actions.proposeTimes, propose([81]), provider)).code).toBe('SLOT_CONFLICT')
  })

  it('is accepted once in concurrent taps', async () => {
    const { provider, params, propose, booking } = await withJob()
    const { id: proposalId } = await testApp.call(actions.proposeTimes, propose([72]), provider)
    const where = { ...params, proposalId }
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        testApp.send(
          customers.acceptMarketplaceProposal,
          { params: where, body: { slotIndex: 0, onBehalf: actingCustomer } },
          marketplace,
        ),
      ),
      testApp.send(actions.withdrawProposal, { params: where, body: {} }, provider),
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const final = await statusOf(proposalId)
    const { rescheduleCount } = await testApp.call(getBooking, { params }, provider)
    expect([final, rescheduleCount]).toEqual(final === 'ACCEPTED' ? ['ACCEPTED', 1] : ['WITHDRAWN', 0])
    expect((await testApp.call(getBooking, { params }, provider)).id).toBe(booking.id)
  })
})
