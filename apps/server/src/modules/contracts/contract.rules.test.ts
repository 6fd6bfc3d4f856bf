import { nextState } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { ContractDraft } from '@fettle/protocol/contracts/content'
import type { Termination } from '@fettle/protocol/contracts/parts'
import {
  ContractAction,
  contractUpdates,
  contractFlow,
  contractStatuses,
  type ContractTransitionName,
  type ContractRole,
} from '@fettle/protocol/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../../platform/errors.ts'
import { GENESIS } from './history/audit.rules.ts'
import { allowedActions, assertAllowed, isInTable, transition } from './contract.rules.ts'
import type { Contract, ContractDecisionContext } from './contract.types.ts'
import { afterHold } from './lifecycle/lifecycle.service.ts'
import { newMilestone } from './milestones/milestones.rules.ts'

const now = new Date('2026-03-02T11:00:00.000Z')

const contract: Contract = {
  id: 'ctr_1',
  reference: 'CT-2026-000001',
  providerId: 'usr_1',
  customer: { id: 'cus_1', name: 'Chidi Okafor', avatar: null, phone: null },
  channelId: null,
  offerId: null,
  offerRevision: null,
  status: 'DRAFT',
  signatureStatus: 'NONE',
  title: 'New kitchen',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  total: 300,
  content: z.parse(ContractDraft, { title: 'New kitchen', totalAmount: 300 }),
  currentVersion: 0,
  sentAt: null,
  signBy: null,
  activatedAt: null,
  completedAt: null,
  startEarly: false,
  withdrawUntil: null,
  changes: null,
  hold: null,
  termination: null,
  ended: null,
  disputeId: null,
  auditSeq: 0,
  auditHead: GENESIS,
  lastAction: null,
  lastActionBy: null,
  firedTimers: [],
  version: 1,
  createdAt: now,
  updatedAt: now,
  milestones: [],
  amendments: [],
}
const roles: ContractRole[] = ['PROVIDER', 'CUSTOMER', 'SYSTEM', 'OPERATOR']
const proposal = (by: 'PROVIDER' | 'CUSTOMER', status: Termination['status'] = 'PROPOSED'): Termination => ({
  status,
  by,
  reasonCode: 'MUTUAL',
  note: null,
  effectiveDate: '2026-03-02',
  settlement: [],
  settledTotal: { amount: 0, currency: 'NGN' },
  proposedAt: now.toISOString(),
  answerBy: new Date(+now + 7 * DAY_MS).toISOString(),
  decidedAt: null,
  decidedBy: null,
  answerNote: null,
})

const refusalOf = (record: Contract, action: ContractAction, facts: ContractDecisionContext): AppError | undefined => {
  try {
    assertAllowed(record, action, facts)
    return undefined
  } catch (error) {
    return error as AppError
  }
}

describe('every action in every state by every role', () => {
  it('is refused where the tables do not have it, with the allowed ones', () => {
    let refused = 0
    for (const status of contractStatuses) {
      for (const role of roles) {
        for (const action of ContractAction.options) {
          const isMove = action in contractFlow.transitions
          const table = isMove && nextState(contractFlow, status, action as ContractTransitionName, role) !== undefined
          const update = (contractUpdates as Record<string, { from: readonly string[]; by: readonly string[] }>)[action]
          const inUpdates = Boolean(update?.from.includes(status) && update.by.includes(role))
          expect([status, role, action, isInTable(status, action, role)]).toEqual([
            status,
            role,
            action,
            table || inUpdates,
          ])
          if (table || inUpdates) continue
          refused += 1
          const inStatus = { ...contract, status }
          const facts = { role, now }
          const refusal = refusalOf(inStatus, action, facts)
          if (status === 'EXPIRED' && ['sign', 'request-changes', 'decline'].includes(action)) {
            expect(refusal?.code).toBe('SIGN_LINK_EXPIRED')
            continue
          }
          expect(refusal).toMatchObject({
            code: 'INVALID_TRANSITION',
            details: { from: status, action, allowed: allowedActions(inStatus, facts) },
          })
        }
      }
    }
    expect(refused).toBeGreaterThan(600)
  })

  it('succeeds when it is listed as allowed, and fails otherwise', () => {
    for (const status of contractStatuses) {
      for (const role of roles) {
        const inStatus = { ...contract, status, termination: proposal('CUSTOMER') }
        const facts = { role, now }
        const allowed = allowedActions(inStatus, facts)
        for (const action of ContractAction.options) {
          expect([status, role, action, refusalOf(inStatus, action, facts) === undefined]).toEqual([
            status,
            role,
            action,
            allowed.includes(action),
          ])
        }
      }
    }
  })
})

describe('a guard', () => {
  const facts = (role: ContractRole): ContractDecisionContext => ({ role, now })

  it('refuses late signatures', () => {
    const late = { ...contract, status: 'PENDING_SIGNATURES' as const, signBy: new Date(+now - 1) }
    for (const action of ['sign', 'decline', 'request-changes'] as const) {
      expect(refusalOf(late, action, facts('CUSTOMER'))?.code).toBe('SIGN_LINK_EXPIRED')
    }
    expect(allowedActions(late, facts('SYSTEM'))).toEqual(['expire'])
    expect(allowedActions({ ...late, signBy: new Date(+now + 1) }, facts('SYSTEM'))).toEqual([])
  })

  it('lets the other side answer a proposal to end it, and the proposing side withdraw it', () => {
    const active = { ...contract, status: 'ACTIVE' as const, termination: proposal('PROVIDER') }
    expect(allowedActions(active, facts('PROVIDER'))).toEqual(['hold', 'withdraw-termination', 'amend'])
    expect(allowedActions(active, facts('CUSTOMER'))).toEqual([
      'hold',
      'accept-termination',
      'contest-termination',
      'amend',
    ])
    const disputed = { ...active, status: 'DISPUTED' as const, termination: proposal('PROVIDER', 'CONTESTED') }
    expect(allowedActions(disputed, facts('PROVIDER'))).toEqual(['withdraw-termination'])
    expect(allowedActions(disputed, facts('CUSTOMER'))).toEqual(['accept-termination'])
    expect(allowedActions(disputed, facts('OPERATOR'))).toEqual(['accept-termination', 'withdraw-termination'])
    const over = { ...active, termination: proposal('PROVIDER', 'WITHDRAWN') }
    expect(allowedActions(over, facts('CUSTOMER'))).toEqual(['hold', 'dispute', 'termination', 'amend'])
    expect(refusalOf(active, 'termination', facts('CUSTOMER'))?.code).toBe('TERMINATION_PENDING')
    expect(refusalOf(active, 'dispute', facts('CUSTOMER'))?.code).toBe('TERMINATION_PENDING')
    // Both have a week; after that an operator decides.
    expect(allowedActions(active, facts('OPERATOR'))).toEqual([])
  })

  it('allows disputes while running and for 90 days or the warranty after completion', () => {
    const completedAt = new Date(+now - 90 * DAY_MS)
    const completedContract = { ...contract, status: 'COMPLETED' as const, completedAt }
    const later = (by: number): ContractDecisionContext => ({ role: 'CUSTOMER', now: new Date(+now + by) })
    expect(allowedActions(completedContract, later(0))).toEqual(['dispute'])
    expect(refusalOf(completedContract, 'dispute', later(1))).toMatchObject({
      code: 'DISPUTE_CLOSED',
      message: expect.stringMatching(/^It's too late to open a dispute\. The deadline was .+\.$/),
    })
    const content = { ...contract.content, warranty: { months: 12, text: '' } }
    const year = Date.parse('2026-12-02T11:00:00.000Z') - +now
    expect(allowedActions({ ...completedContract, content }, later(year))).toEqual(['dispute'])
    expect(refusalOf({ ...completedContract, content }, 'dispute', later(year + 1))?.code).toBe('DISPUTE_CLOSED')
    for (const status of ['ACTIVE', 'ON_HOLD'] as const) {
      expect(allowedActions({ ...contract, status }, later(year))).toContain('dispute')
    }
  })

  it('ends a warranty on the last day of a month without that day', () => {
    const content = { ...contract.content, warranty: { months: 6, text: '' } }
    const completedContract = {
      ...contract,
      content,
      status: 'COMPLETED' as const,
      completedAt: new Date('2026-08-31T11:00:00.000Z'),
    }
    const on = (at: string): ContractDecisionContext => ({ role: 'CUSTOMER', now: new Date(at) })
    expect(allowedActions(completedContract, on('2027-02-28T11:00:00.000Z'))).toEqual(['dispute'])
    expect(refusalOf(completedContract, 'dispute', on('2027-02-28T11:00:00.001Z'))?.code).toBe('DISPUTE_CLOSED')
  })

  it('allows the customer to withdraw within the withdrawal period only', () => {
    const active = { ...contract, status: 'ACTIVE' as const }
    expect(refusalOf(active, 'withdraw', facts('CUSTOMER'))?.code).toBe('INVALID_TRANSITION')
    expect(allowedActions({ ...active, withdrawUntil: now }, facts('CUSTOMER'))).toContain('withdraw')
    expect(allowedActions({ ...active, withdrawUntil: now }, facts('PROVIDER'))).not.toContain('withdraw')
    const over = { ...active, withdrawUntil: new Date(+now - 1) }
    expect(refusalOf(over, 'withdraw', facts('CUSTOMER'))?.code).toBe('COOLING_OFF_OVER')
  })

  it('allows settlement in a dispute only', () => {
    const disputed = { ...contract, status: 'DISPUTED' as const }
    expect(allowedActions(disputed, facts('SYSTEM'))).toEqual([])
    expect(allowedActions({ ...disputed, disputeId: 'dsp_1' }, facts('SYSTEM'))).toEqual([
      'settle-active',
      'settle-completed',
      'settle-terminated',
    ])
  })

  it('completes when all work is done, not before', () => {
    const [approvedMilestone, open] = (['APPROVED', 'PENDING'] as const).map((status, index) => ({
      ...newMilestone({ id: `mil_${index}`, title: 'Part', description: '', amount: 150 }, index + 1),
      status,
    }))
    const active = { ...contract, status: 'ACTIVE' as const }
    const withMilestones = (...milestones: (typeof approvedMilestone)[]) => ({
      ...active,
      milestones: milestones.flatMap((each) => each ?? []),
    })
    expect(allowedActions(withMilestones(), facts('SYSTEM'))).toEqual([])
    expect(allowedActions(withMilestones(approvedMilestone, open), facts('SYSTEM'))).toEqual([])
    expect(allowedActions(withMilestones(approvedMilestone), facts('SYSTEM'))).toEqual(['complete'])
    expect(() => transition(withMilestones(approvedMilestone, open), 'complete', facts('SYSTEM'))).toThrow(AppError)
  })
})

describe('upcoming dates', () => {
  it('move by the days on hold, past ones do not', () => {
    const since = '2026-03-02T23:30:00.000Z'
    const rested: Contract = {
      ...contract,
      content: { ...contract.content, startDate: '2026-02-20', endDate: '2026-03-31' },
      hold: { by: 'CUSTOMER', reasonCode: 'WEATHER', note: null, since, until: null },
      milestones: [
        newMilestone({ id: 'mil_1', title: 'Past', description: '', amount: 1, dueDate: '2026-03-01' }, 1),
        {
          ...newMilestone({ id: 'mil_2', title: 'Ahead', description: '', amount: 1, dueDate: '2026-03-05' }, 2),
          autoApproveAt: new Date('2026-03-06T00:00:00.000Z'),
        },
      ],
    }
    // In Lagos it was the third already.
    const after = afterHold(rested, new Date('2026-03-12T22:59:00.000Z'))
    expect(after.hold).toBeNull()
    expect(after.content).toMatchObject({ startDate: '2026-02-20', endDate: '2026-04-09' })
    expect(after.milestones.map(({ dueDate }) => dueDate)).toEqual(['2026-03-01', '2026-03-14'])
    expect(after.milestones[1]?.autoApproveAt?.toISOString()).toBe('2026-03-15T23:29:00.000Z')
  })
})
