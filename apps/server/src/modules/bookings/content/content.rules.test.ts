import { adjustmentFlow, type AdjustmentAction, type AdjustmentStatus } from '@fettle/protocol/bookings/adjustments'
import { nextState, unreachableStates } from '@fettle/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import * as adjustments from './adjustments.rules.ts'
import type { AdjustmentRow } from './adjustments.store.ts'
import * as checklist from './checklist.rules.ts'
import type { ChecklistItemRow } from './checklist.store.ts'
import * as workLog from './work-log.rules.ts'
import type { SegmentRow } from './work-log.store.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** Code and message of an expected error: that of its first issue, otherwise its own. */
function refusal(work: () => unknown): { code: string; message: string } {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.issues?.[0]?.message ?? error.message }
    throw error
  }
  throw new Error('This was not refused.')
}

describe('a checklist item', () => {
  const item = (type: ChecklistItemRow['type'], more: Partial<ChecklistItemRow> = {}): ChecklistItemRow => ({
    id: 'chk_1',
    bookingId: 'bkg_1',
    position: 1,
    label: 'Water is off',
    type,
    required: true,
    value: null,
    doneAt: null,
    note: null,
    photoId: null,
    ...more,
  })
  const facts = { photoIds: ['pho_1'], at: now }
  const isDone = (row: ChecklistItemRow, answer: checklist.ChecklistAnswer) =>
    checklist.answer(row, answer, facts).doneAt !== null

  it.each<[ChecklistItemRow['type'], checklist.ChecklistAnswer, boolean]>([
    ['CHECK', { done: true }, true],
    ['CHECK', { note: 'Valve is stiff' }, false],
    ['PASS_FAIL', { value: 'PASS' }, true],
    ['PASS_FAIL', { value: 'FAIL' }, true],
    ['NUMBER', { value: 0 }, true],
    ['TEXT', { value: 'Type B' }, true],
    ['PHOTO', { photoId: 'pho_1' }, true],
    ['PHOTO', { note: 'Later' }, false],
  ])('of type %s with %j is done: %s', (type, answer, done) => {
    expect(isDone(item(type), answer)).toBe(done)
  })

  it('records when it was done, and clears it with the answer', () => {
    const answered = checklist.answer(item('NUMBER'), { value: 3 }, facts)
    expect(checklist.answer(answered, { value: 4 }, { ...facts, at: at(5) }).doneAt).toEqual(now)
    expect(checklist.answer(answered, { value: null }, facts).doneAt).toBeNull()
    expect(isDone(item('CHECK', { doneAt: now }), { done: false })).toBe(false)
  })

  it.each<[ChecklistItemRow['type'], checklist.ChecklistAnswer, string]>([
    ['PASS_FAIL', { value: 'MAYBE' }, 'ANSWER_NOT_PASS_FAIL'],
    ['NUMBER', { value: '3' }, 'ANSWER_NOT_NUMBER'],
    ['TEXT', { value: 3 }, 'ANSWER_NOT_TEXT'],
    ['CHECK', { value: 'yes' }, 'ANSWER_NOT_EXPECTED'],
    ['PHOTO', { photoId: 'pho_2' }, 'PHOTO_OF_OTHER_BOOKING'],
    ['TEXT', { done: true }, 'ANSWER_REQUIRED'],
  ])('of type %s refuses %j', (type, answer, message) => {
    expect(refusal(() => checklist.answer(item(type), answer, facts))).toEqual({ code: 'VALIDATION_FAILED', message })
  })

  it('that failed offers a price adjustment', () => {
    expect(checklist.toView(item('PASS_FAIL', { value: 'FAIL', doneAt: now })).offersExtraWork).toBe(true)
    expect(checklist.toView(item('PASS_FAIL', { value: 'PASS', doneAt: now })).offersExtraWork).toBe(false)
    expect(checklist.toView(item('TEXT', { value: 'FAIL', doneAt: now })).offersExtraWork).toBe(false)
  })

  it('blocks completion while required and open', () => {
    const open = item('CHECK')
    expect(refusal(() => checklist.assertChecklistDone([open, open, item('CHECK', { doneAt: now })]))).toEqual({
      code: 'CHECKLIST_INCOMPLETE',
      message: 'Finish 2 required checklist items first.',
    })
    expect(refusal(() => checklist.assertChecklistDone([open])).message).toBe('Finish 1 required checklist item first.')
    expect(() => checklist.assertChecklistDone([item('CHECK', { required: false })])).not.toThrow()
    expect(() => checklist.assertChecklistDone([])).not.toThrow()
  })
})

describe('the work log', () => {
  const segment = (from: number, to: number | null, more: Partial<SegmentRow> = {}): SegmentRow => ({
    id: `wrk_${from}`,
    bookingId: 'bkg_1',
    kind: 'WORK',
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
    editedReason: null,
    ...more,
  })

  it("starts and ends with the booking's transitions", () => {
    expect(['start-travel', 'arrive', 'start', 'pause', 'resume', 'complete', 'late'].map(workLog.timerAfter)).toEqual([
      'TRAVEL',
      null,
      'WORK',
      null,
      'WORK',
      null,
      undefined,
    ])
  })

  it('never has two running entries', () => {
    expect(() => workLog.assertNoTimerRuns([segment(-60, -30)])).not.toThrow()
    expect(refusal(() => workLog.assertNoTimerRuns([segment(-60, -30), segment(-10, null)]))).toEqual({
      code: 'TIMER_RUNNING',
      message: 'A timer is already running on this job. Stop it first.',
    })
  })

  it('ends no entry before it started', () => {
    expect(workLog.ended(segment(-10, null), at(-20)).endedAt).toEqual(at(-10))
  })

  it.each<[string, SegmentRow, string]>([
    ['ends before it begins', segment(-10, -20), 'END_NOT_AFTER_START'],
    ['is nothing', segment(-10, -10), 'END_NOT_AFTER_START'],
    ['begins in the future', segment(5, 10), 'TIME_IN_FUTURE'],
    ['ends in the future', segment(-5, 10), 'TIME_IN_FUTURE'],
    ['is longer than a day', segment(-1500, -10), 'TIME_ENTRY_TOO_LONG{"max":24}'],
    ['counts twice', segment(-100, -80), 'TIME_ENTRIES_OVERLAP'],
  ])('refuses an entry that %s', (_, entry, message) => {
    const log = [segment(-90, -30)]
    expect(refusal(() => workLog.assertConsistent(entry, log, now)).message).toBe(message)
  })

  it('counts work until now, without travel and breaks', () => {
    const log = [
      segment(-200, -180, { kind: 'TRAVEL' }),
      segment(-180, -120),
      segment(-120, -90, { kind: 'BREAK' }),
      segment(-15, null),
    ]
    expect(workLog.workedMinutes(log, now)).toBe(75)
  })
})

describe('a price adjustment', () => {
  const fixed = { model: 'FIXED', amount: { amount: 10_000, currency: 'NGN' } } as const
  const booking = { id: 'bkg_1', status: 'CONFIRMED', price: fixed } as const
  const line = { description: 'Valve', quantity: '2.5', unitAmount: 300 }
  const request = { lines: [line], reason: 'It is cracked', photoIds: [], scheduleImpactMinutes: 30 }
  const facts = { id: 'adj_1', rows: [] as AdjustmentRow[], photoIds: ['pho_1'], currency: 'NGN', now }
  const pending = adjustments.create(booking, request, facts)

  it('rounds each line and the sum once', () => {
    const lines = [line, { description: 'Discount', quantity: '1', unitAmount: -50 }]
    const row = adjustments.create(booking, { ...request, lines }, facts)
    expect(row.lines.map(({ amount }) => amount)).toEqual([750, -50])
    expect(row).toMatchObject({ status: 'PENDING', total: 700, expiresAt: at(24 * 60) })
  })

  it('changes the price when approved, and not otherwise', () => {
    const states = adjustmentFlow.states
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ status: fc.constantFrom(...states), total: fc.integer({ min: -1_000_000, max: 1_000_000 }) }),
        ),
        (rows) => {
          const sum = rows.reduce((all, { status, total }) => (status === 'APPROVED' ? all + total : all), 0)
          expect(adjustments.adjustedTotal(fixed, adjustments.approvedTotal(rows))?.amount).toBe(10_000 + sum)
        },
      ),
    )
  })

  it('is refused while another is pending, above the price, with foreign photos, and after the job', () => {
    const createRefusal = (more: object, changedFacts: object = {}, of: object = booking) =>
      refusal(() => adjustments.create({ ...booking, ...of }, { ...request, ...more }, { ...facts, ...changedFacts }))
    expect(createRefusal({}, { rows: [pending] }).code).toBe('ADJUSTMENT_PENDING')
    expect(createRefusal({ lines: [{ ...line, quantity: '1', unitAmount: -10_001 }] }).message).toBe(
      'DEDUCTION_TOO_LARGE',
    )
    expect(createRefusal({ photoIds: ['pho_9'] }).message).toBe('PHOTOS_OF_OTHER_BOOKING')
    expect(createRefusal({}, {}, { status: 'CANCELLED' })).toEqual({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the booking is cancelled.',
    })
  })

  it('blocks completion while pending', () => {
    expect(refusal(() => adjustments.assertNonePending([pending])).code).toBe('ADJUSTMENT_PENDING')
    expect(() => adjustments.assertNonePending([{ ...pending, status: 'EXPIRED' }])).not.toThrow()
  })

  it.each([
    [60, 0, 72, true],
    [60, 0, 73, false],
    [60, 30, 108, true],
    [60, 30, 109, false],
    [null, 0, 999, true],
  ])('is required when an hourly job of %s minutes (+%s) takes %s: %s', (estimatedMinutes, extra, final, fine) => {
    const check = () => adjustments.assertWithinEstimate({ estimatedMinutes, extraMinutes: extra, finalMinutes: final })
    if (fine) expect(check).not.toThrow()
    else expect(refusal(check).code).toBe('ADJUSTMENT_REQUIRED')
  })

  it('has a flow without dead ends, and refuses other transitions with the allowed ones', () => {
    expect(unreachableStates(adjustmentFlow)).toEqual([])
    const actions: AdjustmentAction[] = ['approve', 'decline', 'withdraw', 'expire']
    for (const status of adjustmentFlow.states satisfies readonly AdjustmentStatus[]) {
      for (const role of ['PROVIDER', 'CUSTOMER', 'SYSTEM'] as const) {
        for (const action of actions) {
          const moment = action === 'expire' ? pending.expiresAt : now
          const context = { booking, role, now: moment }
          const row = { ...pending, status }
          const to = nextState(adjustmentFlow, status, action, role)
          if (to) expect(adjustments.transition(row, action, context).status).toBe(to)
          else expect(refusal(() => adjustments.transition(row, action, context)).code).toBe('INVALID_TRANSITION')
        }
      }
    }
  })

  it("cannot be answered after its deadline or the job's end", () => {
    const late = { booking, role: 'CUSTOMER', now: pending.expiresAt } as const
    expect(adjustments.allowedActions(pending, late)).toEqual([])
    expect(adjustments.allowedActions(pending, { ...late, now, booking: { status: 'CANCELLED' } })).toEqual([])
    expect(adjustments.allowedActions(pending, { ...late, now })).toEqual(['approve', 'decline'])
    expect(adjustments.allowedActions(pending, { ...late, now, role: 'SYSTEM' })).toEqual([])
  })
})

describe('the client time of an offline action', () => {
  it.each([
    [undefined, 0],
    [at(-60), -60],
    [at(-24 * 60), -24 * 60],
    [at(-24 * 60 - 1), 0],
    [at(2), 2],
    [at(3), 0],
  ])('%s is accepted or not', (occurredAt, minutes) => {
    expect(effectiveTimeOf(occurredAt?.toISOString(), now)).toEqual(at(minutes))
  })
})
