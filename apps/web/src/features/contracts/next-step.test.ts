import type { ContractDetails } from '@fettle/protocol/contracts'
import type { Milestone } from '@fettle/protocol/contracts/parts'
import { describe, expect, it } from 'vitest'
import { nextStep, otherActions } from './next-step.ts'

type Acting = Parameters<typeof nextStep>[0]
const milestone = (status: Milestone['status'], ...allowedActions: Milestone['allowedActions']) =>
  ({ id: status, status, allowedActions }) as Milestone
const acting = (overrides: Partial<Acting>): Acting => ({
  status: 'ACTIVE',
  allowedActions: [],
  milestones: [],
  amendments: [],
  termination: null,
  ...overrides,
})

describe('the next action of a contract', () => {
  it('is to edit a draft, and to wait while the customer reads', () => {
    expect(nextStep(acting({ status: 'DRAFT' })).do).toBe('write')
    expect(nextStep(acting({ status: 'PENDING_SIGNATURES' })).do).toBe('wait')
    expect(nextStep(acting({ status: 'CHANGES_REQUESTED', allowedActions: ['edit'] })).do).toBe('revise')
  })
  it('is the running milestone before the next one', () => {
    const milestones = [milestone('APPROVED'), milestone('IN_PROGRESS', 'submit'), milestone('PENDING', 'start')]
    expect(nextStep(acting({ milestones }))).toMatchObject({ do: 'submit', milestone: { id: 'IN_PROGRESS' } })
    expect(nextStep(acting({ milestones: [milestone('PENDING', 'start')] })).do).toBe('start')
    expect(nextStep(acting({ milestones: [milestone('SUBMITTED'), milestone('PENDING')] })).do).toBe('await-approval')
  })
  it("answers the customer's requests before milestones", () => {
    const amendments = [{ id: 'amd', allowedActions: ['sign', 'decline'] }] as unknown as ContractDetails['amendments']
    const milestones = [milestone('IN_PROGRESS', 'submit')]
    expect(nextStep(acting({ amendments, milestones }))).toEqual({ do: 'sign-change', amendmentId: 'amd' })
    const ending = (status: string) => {
      const termination = { by: 'CUSTOMER', status } as ContractDetails['termination']
      return nextStep(acting({ amendments, milestones, termination, allowedActions: ['accept-termination'] })).do
    }
    expect(ending('PROPOSED')).toBe('answer-end')
    // A provider who has contested is not asked again.
    expect(ending('CONTESTED')).toBe('sign-change')
  })
})

it('leaves allowed actions to the menu, without the open editor', () => {
  expect(otherActions({ status: 'DRAFT', allowedActions: ['send', 'edit', 'remove', 'void'] })).toEqual([
    'void',
    'remove',
  ])
  expect(otherActions({ status: 'ACTIVE', allowedActions: ['amend', 'hold'] })).toEqual(['amend', 'hold'])
})
