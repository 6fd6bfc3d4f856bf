import type { AmendmentContent, MilestoneChange } from '@fettle/protocol/contracts/parts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { isLive } from '../contract.rules.ts'
import type { AmendmentRow, Contract } from '../contract.types.ts'
import { newMilestone } from '../milestones/milestones.rules.ts'
import { applied, assertConsistent, freezeAmendment, planWith, totalOf } from './amendments.rules.ts'

const now = new Date('2026-03-02T11:00:00.000Z')

const contractOf = (amounts: readonly number[], approvals: readonly boolean[]): Contract => {
  const milestones = amounts.map((amount, index) => ({
    ...newMilestone({ id: `m${index}`, title: `Part ${index}`, description: '', amount }, index + 1),
    status: approvals[index] ? ('APPROVED' as const) : ('PENDING' as const),
  }))
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const content = { totalAmount: total, endDate: '2026-03-31', milestones: [] }
  return {
    id: 'ctr_1',
    reference: 'CT-1',
    currency: 'NGN',
    total,
    content,
    milestones,
    amendments: [],
  } as unknown as Contract
}

const amount = fc.integer({ min: 1, max: 1_000_000_000 })
const change = (count: number): fc.Arbitrary<MilestoneChange> =>
  fc.oneof(
    fc.record({ kind: fc.constant('ADD' as const), title: fc.constant('More'), description: fc.constant(''), amount }),
    fc.record({ kind: fc.constant('CHANGE' as const), milestoneId: fc.nat(count).map((at) => `m${at}`), amount }),
    fc.record({ kind: fc.constant('REMOVE' as const), milestoneId: fc.nat(count).map((at) => `m${at}`) }),
  )

const amendmentOf = (contract: Contract, content: AmendmentContent, number: number): AmendmentRow => ({
  id: `amd_${number}`,
  number,
  status: 'PENDING',
  author: 'PROVIDER',
  content,
  ...freezeAmendment(contract, { number, author: 'PROVIDER', content }),
  versionNumber: null,
  answerNote: null,
  createdAt: now,
  sentAt: now,
  expiresAt: null,
  decidedAt: null,
})

describe('the days of a change order', () => {
  const contract = contractOf([100, 200], [false, false])
  contract.content = { ...contract.content, startDate: '2026-03-09', sequential: true }
  contract.milestones = contract.milestones.map((each, index) => ({ ...each, dueDate: `2026-03-1${index * 5}` }))
  const refusal = (milestoneChanges: MilestoneChange[], over: Partial<AmendmentContent> = {}) => {
    const empty = { title: 'A change', reason: 'OTHER' as const, description: '', lines: [], photoIds: [] }
    try {
      assertConsistent(contract, { ...empty, milestoneChanges, scheduleImpactDays: 0, ...over })
    } catch (error) {
      return (error as AppError).issues?.map(({ path, message }) => [path.join('.'), message])
    }
    return undefined
  }
  const due = (milestoneId: string, dueDate: string): MilestoneChange => ({ kind: 'CHANGE', milestoneId, dueDate })

  it.each([
    ['before the start', [due('m0', '2026-03-08')], 'milestoneChanges.0.dueDate', 'DAY_BEFORE_START'],
    ['after the end', [due('m1', '2026-04-01')], 'milestoneChanges.0.dueDate', 'DAY_AFTER_END'],
    [
      'before that of the previous milestone',
      [due('m1', '2026-03-09')],
      'milestoneChanges.0.dueDate',
      'DAYS_OUT_OF_ORDER',
    ],
    ['after that of the next milestone', [due('m0', '2026-03-20')], 'milestoneChanges', 'DAYS_OUT_OF_ORDER'],
  ])('are refused %s', (_, changes, path, code) => {
    expect(refusal(changes)).toEqual([[path, code]])
  })

  it('fit the end that the change order moves, and those of untouched milestones stay as they are', () => {
    expect(refusal([due('m1', '2026-04-01')], { scheduleImpactDays: 1 })).toBeUndefined()
    expect(refusal([], { scheduleImpactDays: -17 })).toEqual([['milestoneChanges', 'DAY_AFTER_END']])
    contract.content = { ...contract.content, endDate: '2026-03-12' }
    expect(refusal([due('m0', '2026-03-11')])).toBeUndefined()
  })
})

describe('random change orders', () => {
  it('keep milestones equal to the total, and approved ones unchanged', () => {
    const scenario = fc
      .array(fc.tuple(amount, fc.constantFrom(false, false, false, true)), { minLength: 1, maxLength: 8 })
      .chain((parts) =>
        fc.tuple(
          fc.constant(parts),
          fc.array(fc.tuple(fc.array(change(parts.length), { maxLength: 6 }), fc.constantFrom(0, 0, 0, 1, -1)), {
            maxLength: 5,
          }),
        ),
      )
    let agreed = 0
    fc.assert(
      fc.property(scenario, ([parts, orders]) => {
        let contract = contractOf(
          parts.map(([each]) => each),
          parts.map(([, done]) => done),
        )
        const before = contract.milestones.filter(({ status }) => status === 'APPROVED')
        let ids = 0
        for (const [index, [milestoneChanges, off]] of orders.entries()) {
          const base: AmendmentContent = {
            title: 'A change',
            reason: 'OTHER',
            description: '',
            lines: [],
            milestoneChanges,
            scheduleImpactDays: 1,
            photoIds: [],
          }
          const { sum } = planWith(contract, base, () => '')
          // Sometimes lines and milestones differ.
          const content = {
            ...base,
            lines: [{ description: 'All', quantity: '1', unitAmount: sum - contract.total + off }],
          }
          const amendment = amendmentOf(contract, content, index + 1)
          const amended = { ...contract, amendments: [...contract.amendments, amendment] }
          try {
            assertConsistent(contract, content)
            contract = applied(amended, amendment, () => `n${(ids += 1)}`, now)
            agreed += 1
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            continue
          }
          const live = contract.milestones.filter(isLive)
          expect(live.reduce((sum_, milestone) => sum_ + milestone.amount, 0)).toBe(contract.total)
          expect(contract.content.totalAmount).toBe(contract.total)
          expect(contract.content.milestones.map(({ id }) => id)).toEqual(live.map(({ id }) => id))
          expect(new Set(contract.milestones.map(({ id }) => id)).size).toBe(contract.milestones.length)
        }
        for (const milestone of before) expect(contract.milestones).toContainEqual(milestone)
      }),
      { numRuns: 400 },
    )
    expect(agreed).toBeGreaterThan(50)
  })

  it('round each line once, with negative credits', () => {
    const line = (quantity: string, unitAmount: number) => ({ description: 'Line', quantity, unitAmount })
    expect(totalOf({ lines: [line('2.5', 101), line('1', -100), line('0.5', -1)] })).toBe(253 - 100 - 1)
  })
})
