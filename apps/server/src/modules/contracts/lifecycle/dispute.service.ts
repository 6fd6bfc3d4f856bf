import type { SettlementInput } from '@fettle/protocol/contracts/parts'
import type { MilestoneStatus } from '@fettle/protocol/contracts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM } from '../../../platform/acting-party.ts'
import { fieldError } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow } from '../contract.workflow.ts'
import { lockOwnContract, type ContractPerson } from '../contract.access.ts'
import { filesOf } from '../files/contract-files.service.ts'
import { isAllWorkApproved } from './guards.rules.ts'
import { charge, closeBilling, type ContractBillingDeps } from '../milestones/contract-billing.service.ts'
import {
  assertAllowed,
  endedBy,
  isOpen,
  transition,
  valueOf,
  withLaterAnswers,
  withLaterWithdrawal,
} from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import * as store from '../contracts.store.ts'
import { completedData, completeIfDone } from './complete.service.ts'
import { afterHold } from './lifecycle.service.ts'
import { endContract, endNotes } from './termination.service.ts'
import { closeAmendments } from '../amendments/amendments.rules.ts'
import {
  assertDisputable,
  withExtendedDeadlines,
  getMilestone,
  transitionMilestone,
} from '../milestones/milestones.rules.ts'
import { contractDisputableUntil, milestoneDisputableUntil } from './dispute-window.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** A milestone that can be disputed. The functions here run in the caller's transaction with the contract locked. */
export interface DisputableMilestone {
  id: string
  title: string
  status: MilestoneStatus
  /** The agreed amount. */
  amount: number
  isEarned: boolean
  until: Date | null
}

export interface DisputableContract {
  id: string
  providerId: string
  customer: { id: string; name: string }
  reference: string
  title: string
  status: Contract['status']
  currency: string
  until: Date | null
  offerId: string | null
  /** Approved milestones and their earnings. */
  earned: { id: string; amount: number }[]
}

const toDisputable = (contract: Contract): DisputableContract => ({
  id: contract.id,
  providerId: contract.providerId,
  customer: { id: contract.customer.id, name: contract.customer.name },
  reference: contract.reference,
  title: contract.title,
  status: contract.status,
  currency: contract.currency,
  until: contractDisputableUntil(contract),
  offerId: contract.offerId,
  earned: contract.milestones.filter(isEarned).map((milestone) => ({ id: milestone.id, amount: valueOf(milestone) })),
})

const isEarned = ({ status }: { status: MilestoneStatus }) => status === 'APPROVED' || status === 'PAID'

/**
 * Loads and locks a contract to be disputed. Throws NOT_FOUND, INVALID_TRANSITION, TERMINATION_PENDING,
 * MILESTONE_DISPUTED or DISPUTE_CLOSED.
 */
export async function lockDisputableContract(
  { clock }: Pick<ContractBillingDeps, 'clock'>,
  tx: Tx,
  person: ContractPerson,
  id: string,
): Promise<DisputableContract> {
  const contract = await lockOwnContract(tx, person, id)
  assertAllowed(contract, 'dispute', { role: person.role, now: clock.now() })
  return toDisputable(contract)
}

/** Loads and locks a milestone to be disputed. The contract continues meanwhile. */
export async function lockDisputableMilestone(
  { clock }: Pick<ContractBillingDeps, 'clock'>,
  tx: Tx,
  person: ContractPerson,
  milestoneId: string,
): Promise<DisputableContract & { milestone: DisputableMilestone }> {
  const contract = await lockOwnContract(tx, person, (await parts.findContractOf(tx, milestoneId)) ?? '')
  const milestone = getMilestone(contract, milestoneId)
  assertDisputable(contract, milestone, { role: person.role, now: clock.now() })
  const { id, title, status } = milestone
  const until = milestoneDisputableUntil(milestone)
  return {
    ...toDisputable(contract),
    milestone: { id, title, status, amount: valueOf(milestone), isEarned: isEarned(milestone), until },
  }
}

interface OpenedDispute {
  disputeId: string
  reasonCode: string
}

/** Puts a contract in dispute. */
export async function disputeContract(
  deps: ContractBillingDeps,
  tx: Tx,
  person: ContractPerson,
  id: string,
  { disputeId, reasonCode }: OpenedDispute,
): Promise<void> {
  await contractWorkflow.runIn(deps, tx, person, id, {
    decide: (before, context) => ({ ...transition(before, 'dispute', context), disputeId }),
    describeEffects: () => {
      const data = { disputeId, reasonCode, by: person.role }
      return { events: [{ event: 'contract.disputed', data }], auditNotes: [{ event: 'DISPUTE_OPENED', data }] }
    },
  })
}

/** Puts a milestone in dispute. No other action is allowed meanwhile. */
export async function disputeMilestone(
  deps: ContractBillingDeps,
  tx: Tx,
  person: ContractPerson,
  { contractId, milestoneId }: { contractId: string; milestoneId: string },
  { disputeId, reasonCode }: OpenedDispute,
): Promise<void> {
  await contractWorkflow.runIn(deps, tx, person, contractId, {
    decide: (before, context) => bumpVersion(withMilestone(before, milestoneId, { disputeId }), context.now),
    describeEffects: () => {
      const data = { disputeId, reasonCode, by: person.role, milestoneId }
      return { events: [{ event: 'milestone.disputed', data }], auditNotes: [{ event: 'DISPUTE_OPENED', data }] }
    },
  })
}

const withMilestone = (contract: Contract, id: string, change: Partial<Contract['milestones'][number]>): Contract => ({
  ...contract,
  milestones: contract.milestones.map((each) => (each.id === id ? { ...each, ...change } : each)),
})

export const contractEndings = {
  ACTIVE: 'settle-active',
  COMPLETED: 'settle-completed',
  TERMINATED: 'settle-terminated',
} as const
export type ContractEnding = keyof typeof contractEndings

interface AppliedOutcome {
  disputeId: string
  isWithdrawn: boolean
  /** When the dispute began. */
  since: Date
}

/**
 * Applies the outcome: the contract continues, is completed, or ends with `settlement` of its open milestones. Throws
 * if it is to be completed but has open work.
 */
export async function applyDisputeOutcomeToContract(
  deps: ContractBillingDeps,
  tx: Tx,
  id: string,
  { to, settlement, ...outcome }: AppliedOutcome & { to: ContractEnding; settlement: readonly SettlementInput[] },
): Promise<void> {
  await contractWorkflow.runIn(deps, tx, SYSTEM, id, {
    async decide(before, context) {
      const moved = { ...transition(before, contractEndings[to], context), disputeId: null }
      if (to === 'TERMINATED') {
        return {
          ...(await endContract(deps, tx, { before, after: moved, context, settlement })),
          ended: endedBy(context, 'DISPUTE'),
        }
      }
      if (to === 'ACTIVE') {
        const length = +context.now - +outcome.since
        const answerable = withLaterAnswers(moved, length, context.now)
        // If it was on hold when disputed, the hold lasted until now.
        return moved.hold ? afterHold(answerable, context.now) : withExtendedDeadlines(answerable, length)
      }
      if (before.completedAt) return { ...moved, hold: null }
      await closeBilling(deps, tx, before)
      return { ...closeAmendments(moved, context.now), hold: null, completedAt: context.now }
    },
    describeEffects(after, before) {
      const data = { disputeId: outcome.disputeId, to }
      const isCompleted = to === 'COMPLETED' && !before.completedAt
      const notes: AuditNote[] = [
        { event: outcome.isWithdrawn ? 'DISPUTE_WITHDRAWN' : 'DISPUTE_SETTLED', data },
        ...endNotes(after, before),
        ...(to === 'TERMINATED' ? [{ event: 'TERMINATED' as const }] : []),
        ...(isCompleted ? [{ event: 'COMPLETED' as const }] : []),
      ]
      const events = [
        { event: 'contract.dispute_settled', data },
        ...(to === 'TERMINATED' ? [{ event: 'contract.terminated', data: { by: 'SYSTEM', ...data } }] : []),
        ...(isCompleted ? [{ event: 'contract.completed', data: completedData(after) }] : []),
      ]
      return { events, auditNotes: notes }
    },
    followUp: (after) => completeIfDone(deps, tx, after),
  })
}

/** Throws unless the contract can be marked as completed. */
function assertEnding({ milestones }: Pick<Contract, 'milestones'>, to: string, wasCompleted: boolean): void {
  if (to !== 'COMPLETED' || wasCompleted || isAllWorkApproved({ milestones } as Contract)) return
  throw fieldError(['subjectStatus'], 'NOT_ALLOWED', issueText('CONTRACT_NOT_FINISHED'))
}

/** Validates an ending an operator names, before it takes effect. */
export async function assertContractEnding(tx: Tx, id: string, to: string): Promise<void> {
  const contract = await store.find(tx, id)
  if (contract) assertEnding(contract, to, contract.completedAt !== null)
}

/**
 * Applies the outcome to a milestone: `amount` is paid, which approves it if it was not yet approved. Undefined: it
 * continues as before.
 */
export async function applyDisputeOutcomeToMilestone(
  deps: ContractBillingDeps,
  tx: Tx,
  { contractId, milestoneId }: { contractId: string; milestoneId: string },
  { amount, ...outcome }: AppliedOutcome & { amount: number | undefined },
): Promise<void> {
  await contractWorkflow.runIn(deps, tx, SYSTEM, contractId, {
    async decide(before, context) {
      const { now } = context
      const length = +now - +outcome.since
      const undisputed = bumpVersion(withMilestone(before, milestoneId, { disputeId: null }), now)
      const milestone = getMilestone(undisputed, milestoneId)
      // Nobody can withdraw while an open milestone is in dispute.
      const freed = isOpen(milestone) ? withLaterWithdrawal(undisputed, length, now) : undisputed
      if (amount === undefined) return withExtendedDeadlines(freed, length, milestoneId)
      const settledPercent = milestone.amount > 0 ? Math.round((amount / milestone.amount) * 100) : 0
      const change = { settledAmount: amount, settledPercent }
      if (!isOpen(milestone)) return withMilestone(freed, milestoneId, change)
      // Charged in full; the settlement deducts the difference.
      const approved = transitionMilestone(freed, milestoneId, 'settle', context, {
        approvedAt: context.now,
        approvedBySystem: true,
        autoApproveAt: null,
      })
      const charged = await charge(deps, tx, approved, [milestoneId], context.now)
      return withMilestone(charged, milestoneId, change)
    },
    describeEffects(after) {
      const { title } = getMilestone(after, milestoneId)
      const data = { disputeId: outcome.disputeId, milestoneId, title, amount: amount ?? null }
      return {
        events: [{ event: 'milestone.dispute_settled', data }],
        auditNotes: [{ event: outcome.isWithdrawn ? 'DISPUTE_WITHDRAWN' : 'DISPUTE_SETTLED', data }],
      }
    },
    followUp: (after) => completeIfDone(deps, tx, after),
  })
}

/** A contract's or milestone's evidence that both sides see in a dispute. */
export async function listContractEvidence(tx: Tx, id: string, milestoneId?: string) {
  const contract = await store.find(tx, id)
  if (!contract) return undefined
  const signatures = await parts.listSignatures(tx, id)
  const milestones = contract.milestones.filter((each) => milestoneId === undefined || each.id === milestoneId)
  return {
    reference: contract.reference,
    offerId: contract.offerId,
    fileIds: filesOf(
      { ...contract, milestones },
      contract.amendments.filter(({ sentAt }) => sentAt !== null),
      signatures,
    ),
    bookingIds: milestones.flatMap(({ bookingIds }) => bookingIds),
    earned: toDisputable(contract).earned,
  }
}
