import { MAX_AMOUNT } from '@fettle/protocol/common/money'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import { draftOf, linesTotal, newLine, changedTotals } from './change-draft.ts'

it('leaves a disputed milestone out of the plan of a change order, and counts it', () => {
  const milestone = (id: string, disputeId: string | null) => ({
    id,
    title: id,
    amount: { amount: 50_000, currency: 'NGN' },
    dueDate: null,
    status: 'CHANGES_REQUESTED',
    disputeId,
  })
  const contract = {
    total: { amount: 100_000, currency: 'NGN' },
    milestones: [milestone('a', 'dsp_1'), milestone('b', null)],
  } as unknown as ContractDetails
  const draft = draftOf(contract)
  expect(draft.plan.map(({ id }) => id)).toEqual(['b'])
  expect(changedTotals(contract, draft)).toEqual({ total: 100_000, milestonesTotal: 100_000, fixedTotal: 50_000 })
})

it('adds up lines of any typed quantity and amount', () => {
  const most = { ...newLine(), quantity: '9999999.999', unitAmount: MAX_AMOUNT }
  expect(linesTotal({ lines: [most, { ...most, credit: true }] })).toBe(0)
})
