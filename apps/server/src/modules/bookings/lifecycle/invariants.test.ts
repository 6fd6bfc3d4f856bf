import * as actions from '@fettle/protocol/bookings/actions'
import { bookingStatuses, getBooking, getBookingTimeline, type BookingStatus } from '@fettle/protocol/bookings'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes, cancelReasons } from '@fettle/protocol/bookings/constants'
import * as customers from '@fettle/protocol/marketplace/bookings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmedBooking, decisionContext, hoursFrom, now } from '../../../../testing/fixtures/booking.fixture.ts'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { createCustomer, marketplace, actingCustomer, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, type TestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import * as cancellation from '../cancellation/cancellation.rules.ts'

// Invariants of bookings under random actions.

const testApp = setUpTestApp()

describe('a schedule', () => {
  it('has no overlap after fifty concurrent acceptances', async () => {
    const { provider, inHours } = await createBookingScenario(testApp)
    const customer = await createCustomer(testApp)
    const requests = []
    for (let index = 0; index < 50; index += 1) {
      const startAt = inHours(24 + (index % 10) * 0.5)
      requests.push(
        await requestBooking(testApp, { provider, customer, startAt, durationMinutes: 60 + (index % 3) * 30 }),
      )
    }
    const replies = await Promise.all(
      requests.map(({ id }) => testApp.send(actions.acceptBooking, { params: { id }, body: {} }, provider)),
    )
    const taken = replies.filter(({ status }) => status === 200).length
    expect(taken).toBeGreaterThan(0)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { overlaps, standing } = await testApp.db.one<{ overlaps: number; standing: number }>(sql`
      with jobs as (select id, tstzrange(start_at, end_at) as span from bookings
                    where provider_id = ${provider.id} and status = 'CONFIRMED')
      select (select count(*) from jobs a join jobs b on a.id < b.id and a.span && b.span) as overlaps,
             (select count(*) from jobs) as standing`)
    expect({ overlaps, standing }).toEqual({ overlaps: 0, standing: taken })
  })
})

describe('random actions on a booking', () => {
  type Step = (
    id: string,
  ) => [operation: Parameters<TestApp['send']>[0], input: object, caller: 'provider' | 'customer']
  const params = (id: string) => ({ params: { id }, body: {} })
  const keepingOthersRunning = (id: string) => ({ params: { id }, body: { otherJob: 'KEEP_RUNNING' } })
  const steps: Record<string, Step> = {
    accept: (id) => [actions.acceptBooking, params(id), 'provider'],
    travel: (id) => [actions.startTravel, keepingOthersRunning(id), 'provider'],
    arrive: (id) => [actions.arriveAtBooking, params(id), 'provider'],
    start: (id) => [actions.startBooking, keepingOthersRunning(id), 'provider'],
    pause: (id) => [actions.pauseBooking, { params: { id }, body: { reasonCode: 'WEATHER' } }, 'provider'],
    resume: (id) => [actions.resumeBooking, keepingOthersRunning(id), 'provider'],
    complete: (id) => [actions.completeBooking, { params: { id }, body: { summary: 'Done.' } }, 'provider'],
    reopen: (id) => [actions.reopenBooking, keepingOthersRunning(id), 'provider'],
    fix: (id) => [customers.requestFix, { params: { id }, body: { note: 'It still drips.' } }, 'customer'],
    confirm: (id) => [customers.confirmMarketplaceBooking, params(id), 'customer'],
    withdraw: (id) => [
      customers.cancelMarketplaceBooking,
      { params: { id }, body: { reasonCode: 'CHANGED_MIND' } },
      'customer',
    ],
  }

  /** Counts every event, message and notification of a booking, after pending jobs have run. */
  async function countEffects(id: string, providerId: string) {
    await testApp.deps.jobs.runDue()
    return testApp.db.one<{ events: number; lines: number; notices: number; texts: number }>(sql`
      select (select count(*) from events where subject_type = 'booking' and subject_id = ${id}) as events,
             (select count(*) from chat.messages where extras #>> '{card,id}' = ${id}) as lines,
             (select count(distinct id) from chat.messages where extras #>> '{card,id}' = ${id}) as texts,
             (select count(*) from inbox.notifications
              where subscriber_id = ${providerId} and data ->> 'id' = ${id}) as notices`)
  }

  it('report each state change exactly once, and repeating a key changes nothing', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const names = Object.keys(steps)
    // Mostly forward actions, because a run that stays in the first state proves little.
    const actionLists = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant('next') }, fc.constantFrom(...names)), {
      minLength: 4,
      maxLength: 9,
    })
    const way: Partial<Record<BookingStatus, string>> = {
      REQUESTED: 'accept',
      CONFIRMED: 'travel',
      EN_ROUTE: 'arrive',
      ARRIVED: 'start',
      IN_PROGRESS: 'complete',
      PAUSED: 'resume',
      AWAITING_CONFIRMATION: 'confirm',
    }
    let round = 0
    await fc.assert(
      fc.asyncProperty(actionLists, async (chosen) => {
        round += 1
        const startAt = new Date(testApp.clock.now().getTime() + (1 + round * 3) * 60_000).toISOString()
        const { id } = await requestJob({ startAt, durationMinutes: 15 })
        const read = () => testApp.call(getBooking, { params: { id } }, provider)
        const timeline = () => testApp.call(getBookingTimeline, { params: { id } }, provider)
        for (const choice of chosen) {
          const before = await read()
          const name = choice === 'next' ? (way[before.status] ?? 'accept') : choice
          const [operation, input, who] = (steps[name] ?? steps['accept'])?.(id) ?? []
          if (!operation || !input) continue
          const written = (await timeline()).length
          const countsBefore = await countEffects(id, provider.id)
          const key = testApp.deps.ids.token()
          const base: Caller = who === 'customer' ? marketplace : provider
          const caller = { ...base, headers: { ...base.headers, 'idempotency-key': key } }
          const first = await testApp.send(operation, input, caller)
          const after = await read()
          const entries = await timeline()
          const hasMoved = after.status !== before.status
          const now = await countEffects(id, provider.id)
          // A job of another run may conflict. Then, and where the table has no such transition, nothing happens.
          expect(first.status === 200 || first.status === 409).toBe(true)
          const once = hasMoved ? 1 : 0
          expect(entries.length - written).toBe(once)
          // Both read it in the chat; the inbox gets only the other party's actions.
          expect({ name, events: now.events - countsBefore.events, lines: now.lines - countsBefore.lines }).toEqual({
            name,
            events: once,
            lines: once,
          })
          expect({ name, notices: now.notices - countsBefore.notices }).toEqual({
            name,
            notices: who === 'customer' ? once : 0,
          })
          expect(now.texts).toBe(now.lines)
          expect(hasMoved).toBe(first.status === 200 && after.version !== before.version)
          if (first.status === 409 && !first.body.success && first.body.code === 'INVALID_TRANSITION') {
            expect(first.body.details?.['allowed']).toBeInstanceOf(Array)
          }
          const second = await testApp.send(operation, input, caller)
          expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([first.status, 'true'])
          expect(second.body).toEqual(first.body)
          expect(await timeline()).toEqual(entries)
          expect(await countEffects(id, provider.id)).toEqual(now)
          expect(bookingStatuses).toContain(after.status)
        }
        const kept = await timeline()
        expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1))
        // Timeline and feed are the same rows, once each.
        const { rows } = await testApp.db.one<{ rows: number }>(
          sql`select count(distinct seq) as rows from events where subject_type = 'booking' and subject_id = ${id}`,
        )
        expect(rows).toBe(kept.length)
      }),
      { numRuns: 12 },
    )
  })

  it('keep the id through any number of proposals, with three reschedules at most', async () => {
    const answers = fc.array(fc.constantFrom('accept', 'decline', 'withdraw'), { minLength: 3, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(answers, async (chosen) => {
        const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
        const { id, reference } = await confirmJob({ startAt: inHours(48) })
        let moved = 0
        for (const [index, answer] of chosen.entries()) {
          const slots = [{ startAt: inHours(72 + index * 4), endAt: inHours(74 + index * 4) }]
          const proposing = { params: { id }, body: { slots, reasonCode: 'OTHER' as const } }
          const reply = await testApp.send(actions.proposeTimes, proposing, provider)
          if (moved === 3) {
            expect(reply.body).toMatchObject({ success: false, code: 'RESCHEDULE_LIMIT' })
            continue
          }
          if (!reply.body.success) throw new Error(reply.body.message)
          const proposal = { id, proposalId: reply.body.data.id }
          if (answer === 'accept') {
            await testApp.call(
              customers.acceptMarketplaceProposal,
              { params: proposal, body: { slotIndex: 0, onBehalf: actingCustomer } },
              marketplace,
            )
            moved += 1
          } else if (answer === 'decline') {
            await testApp.call(customers.declineMarketplaceProposal, { params: proposal, body: {} }, marketplace)
          } else await testApp.call(actions.withdrawProposal, { params: proposal, body: {} }, provider)
        }
        const booking = await testApp.call(getBooking, { params: { id } }, provider)
        expect(booking).toMatchObject({ id, reference, status: 'CONFIRMED', rescheduleCount: moved })
      }),
      { numRuns: 6 },
    )
  })
})

describe('attribution of a cancellation', () => {
  it('never counts against the other side, and is neutral while it is or may be contested', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cancelReasonCodes),
        fc.constantFrom<Side>('PROVIDER', 'CUSTOMER'),
        fc.boolean(),
        (reasonCode, by, contested) => {
          const { by: allowedSides, attribution }: { by: readonly Side[]; attribution: Side | 'NEUTRAL' } =
            cancelReasons[reasonCode]
          fc.pre(allowedSides.includes(by))
          const preview = cancellation.previewOf(confirmedBooking, {
            by,
            reasonCode,
            context: decisionContext({ role: by }),
          })
          const input = {
            reasonCode,
            note: 'Why.',
            photoIds: ['pho_1'],
            acceptFee: true,
            previewHash: preview.previewHash,
          }
          const cancelled = cancellation.cancel(confirmedBooking, input, decisionContext({ role: by }), {
            by,
            photoIds: ['pho_1'],
            attempts: 2,
          })
          const other = by === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER'
          const isBlamed = cancelled.cancellation?.attributedTo === other
          const after =
            contested && isBlamed
              ? cancellation.contest(
                  cancelled,
                  'contest-cancellation',
                  { by: other, note: 'No.' },
                  decisionContext({ role: other }),
                )
              : cancelled
          if (!after.cancellation) throw new Error('not cancelled')
          expect(after.cancellation.attributedTo).toBe(attribution)
          // Responsibility counts only after the time for contesting; a contested one waits for the outcome.
          const countsFrom = isBlamed ? hoursFrom(now, 7 * 24) : now
          expect(after.cancellation.countsFrom).toBe(contested && isBlamed ? null : countsFrom.toISOString())
        },
      ),
    )
  })
})
