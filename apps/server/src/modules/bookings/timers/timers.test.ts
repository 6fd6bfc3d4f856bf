import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline } from '@fettle/protocol/bookings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { acceptMarketplaceProposal, requestFix } from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { actingCustomer, marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { fireTimer } from './timers.service.ts'

const testApp = setUpTestApp()

const advanceHours = (hours: number) => testApp.advance(hours * HOUR_MS)
const advanceTo = (instant: string, hours = 0) =>
  advanceHours((Date.parse(instant) - testApp.clock.now().getTime()) / HOUR_MS + hours)

describe('the timers of bookings over time', () => {
  it('remind of a request at half and nine tenths of its day and expire it, each once', async () => {
    const { provider, requestJob, inHours } = await createBookingScenario(testApp)
    const { id, respondBy } = await requestJob({ startAt: inHours(200) })
    expect(respondBy).toBe(inHours(24))
    await advanceHours(12 - 0.01)
    expect(await notificationsOf(testApp, id)).toEqual(['booking-requested'])
    await advanceHours(0.01)
    await testApp.deps.jobs.runDue()
    expect(await notificationsOf(testApp, id)).toEqual(['booking-requested', 'request-expiring'])
    await advanceHours(9.6)
    await advanceHours(2.4)
    await testApp.deps.jobs.runDue()
    expect(await notificationsOf(testApp, id)).toEqual([
      'booking-requested',
      'request-expiring',
      'request-expiring',
      'booking-expired',
    ])
    expect((await testApp.call(getBooking, { params: { id } }, provider)).status).toBe('EXPIRED')
  })

  it('remind of a job a day and two hours before, and of a rescheduled one at its new time only', async () => {
    const { confirmJob, inHours } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob({ startAt: inHours(48) })
    await advanceTo(startAt, -24)
    expect(await notificationsOf(testApp, id)).toEqual(['booking-requested', 'booking-reminder-24h'])
    await advanceTo(startAt, -2)
    await advanceTo(startAt, 1)
    expect(await notificationsOf(testApp, id)).toEqual([
      'booking-requested',
      'booking-reminder-24h',
      'booking-reminder-2h',
    ])
  })

  it('leave out the reminder of a day before a new time that is agreed later than that', async () => {
    const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
    const { id } = await confirmJob({ startAt: inHours(100) })
    await advanceHours(50)
    const slot = { startAt: inHours(5), endAt: inHours(7) }
    const body = { slots: [slot], reasonCode: 'OTHER' as const }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, { params: { id }, body }, provider)
    const answer = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    await testApp.call(acceptMarketplaceProposal, answer, marketplace)
    const reminders = async () =>
      (await notificationsOf(testApp, id)).filter((workflow) => workflow.includes('reminder'))
    await testApp.deps.jobs.runDue()
    expect(await reminders()).toEqual([])
    await advanceTo(slot.startAt, -2)
    expect(await reminders()).toEqual(['booking-reminder-2h'])
  })

  it('settle a reminder of the old time once another is agreed', async () => {
    const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob({ startAt: inHours(48) })
    await advanceTo(startAt, -24)
    const openReminders = async () => {
      const rows = await testApp.db.query<{ workflow: string }>(sql`
        select workflow from notifications
        where subject_id = ${id} and workflow like 'booking-reminder%' and resolved_at is null order by id`)
      return rows.map(({ workflow }) => workflow)
    }
    expect(await openReminders()).toEqual(['booking-reminder-24h'])
    const slot = { startAt: inHours(72), endAt: inHours(74) }
    const body = { slots: [slot], reasonCode: 'OTHER' as const }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, { params: { id }, body }, provider)
    expect(await openReminders()).toEqual(['booking-reminder-24h'])
    const answer = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    await testApp.call(acceptMarketplaceProposal, answer, marketplace)
    expect(await openReminders()).toEqual([])
    await advanceTo(slot.startAt, -24)
    expect(await openReminders()).toEqual(['booking-reminder-24h'])
  })

  it('auto-confirm work after three days without a response', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'AWAITING_CONFIRMATION')
    await advanceHours(72 - 0.01)
    expect((await testApp.call(getBooking, { params: { id } }, provider)).status).toBe('AWAITING_CONFIRMATION')
    await advanceHours(0.01)
    expect((await testApp.call(getBooking, { params: { id } }, provider)).status).toBe('COMPLETED')
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(timeline.at(-1)).toMatchObject({ actor: { type: 'SYSTEM' }, data: { automatic: true } })
    expect(await notificationsOf(testApp, id)).toContain('work-confirmed')
  })

  it('ask about work still running two hours after its end', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id, endAt } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'IN_PROGRESS')
    await advanceTo(endAt, 2 - 0.01)
    expect(await notificationsOf(testApp, id)).not.toContain('job-still-running')
    await advanceTo(endAt, 2)
    expect((await notificationsOf(testApp, id)).filter((workflow) => workflow === 'job-still-running')).toHaveLength(1)
  })

  it('do not ask about work that was reopened long after its end', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const params = { id: (await requestJob()).id }
    await advanceBookingTo(testApp, provider, params.id, 'AWAITING_CONFIRMATION')
    await advanceHours(48)
    await testApp.call(requestFix, { params, body: { note: 'It still drips.' } }, marketplace)
    await testApp.deps.jobs.runDue()
    await testApp.call(actions.completeBooking, { params, body: { summary: 'Done.' } }, provider)
    await testApp.call(actions.reopenBooking, { params, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    expect(await notificationsOf(testApp, params.id)).toEqual(['booking-requested', 'fix-requested'])
  })

  it('ignore bookings that moved on', async () => {
    const { provider, confirmJob, requestJob, inHours } = await createBookingScenario(testApp)
    const job = await confirmJob({ startAt: inHours(48) })
    const request = await requestJob({ startAt: inHours(100) })
    await testApp.call(
      actions.declineBooking,
      { params: { id: request.id }, body: { reasonCode: 'TOO_FAR' } },
      provider,
    )
    await testApp.call(actions.startBooking, { params: { id: job.id }, body: {} }, provider)
    await testApp.call(actions.completeBooking, { params: { id: job.id }, body: { summary: 'Done.' } }, provider)
    await testApp.call(actions.reopenBooking, { params: { id: job.id }, body: {} }, provider)
    // Even for a job that was fetched before the booking moved on.
    for (const kind of ['expire', 'auto-confirm', 'reminder-24h', 'request-half'] as const) {
      for (const id of [job.id, request.id]) await fireTimer(testApp.deps, id, kind)
    }
    await advanceHours(40)
    expect(await notificationsOf(testApp, request.id)).toEqual(['booking-requested'])
    expect(await notificationsOf(testApp, job.id)).toEqual(['booking-requested'])
    expect((await testApp.call(getBooking, { params: { id: job.id } }, provider)).status).toBe('IN_PROGRESS')
  })

  it('catch up after downtime in due order, without outdated notifications', async () => {
    const { provider, confirmJob, requestJob, inHours } = await createBookingScenario(testApp)
    const job = await confirmJob({ startAt: inHours(48) })
    const later = await requestJob({ startAt: inHours(300) })
    const sooner = await requestJob({ startAt: inHours(20) })
    const since = await testApp.db.one<{ last: number }>(sql`select max(seq) as last from events`)
    await advanceHours(47)
    expect(await notificationsOf(testApp, job.id)).toEqual(['booking-requested', 'booking-reminder-2h'])
    for (const { id } of [later, sooner]) {
      expect(await notificationsOf(testApp, id)).toEqual(['booking-requested', 'booking-expired'])
      expect((await testApp.call(getBooking, { params: { id } }, provider)).status).toBe('EXPIRED')
    }
    const order = await testApp.db.query<{ id: string }>(sql`
      select subject_id as id from events where seq > ${since.last} and type = 'booking.expired' order by seq`)
    expect(order.map(({ id }) => id)).toEqual([sooner.id, later.id])
  })

  it('fire once with three processes', async () => {
    const others = [
      await startTestApp({ sharesDatabaseWith: testApp }),
      await startTestApp({ sharesDatabaseWith: testApp }),
    ]
    const processes = [testApp, ...others]
    try {
      const { provider, requestJob } = await createBookingScenario(testApp)
      const { id } = await requestJob()
      await advanceBookingTo(testApp, provider, id, 'AWAITING_CONFIRMATION')
      testApp.clock.advance(72 * HOUR_MS)
      await Promise.all([...processes, ...processes].map(({ deps }) => fireTimer(deps, id, 'auto-confirm')))
      await Promise.all(processes.map(({ deps }) => deps.jobs.runDue()))
      const timeline = await testApp.call(getBookingTimeline, { params: { id } }, provider)
      expect(timeline.filter(({ event }) => event === 'booking.confirmed_by_customer')).toHaveLength(1)
      expect((await notificationsOf(testApp, id)).filter((workflow) => workflow === 'work-confirmed')).toHaveLength(1)
    } finally {
      for (const other of others) await other.close()
    }
  })
})
