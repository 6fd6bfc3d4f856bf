import {
  contractUpdates,
  contractFlow,
  openMilestoneStatuses,
  type ContractAction,
  type MilestoneStatus,
} from '@fettle/protocol/contracts'
import { defineRules } from '../../platform/workflow/rules.ts'
import { guards } from './lifecycle/guards.rules.ts'
import type { Contract, ContractDecisionContext, MilestoneRow } from './contract.types.ts'

const open: readonly MilestoneStatus[] = openMilestoneStatuses
export const isOpen = ({ status }: Pick<MilestoneRow, 'status'>): boolean => open.includes(status)
export const isLive = ({ status }: Pick<MilestoneRow, 'status'>): boolean => status !== 'CANCELLED'
/** The agreed amount of a milestone: all of it, or the settled share. */
export const valueOf = ({ amount, settledAmount }: MilestoneRow): number => settledAmount ?? amount

const verbs: Record<ContractAction, string> = {
  send: 'sent',
  sign: 'signed',
  'request-changes': 'sent back for changes',
  edit: 'edited',
  decline: 'declined',
  expire: 'expired',
  void: 'voided',
  hold: 'put on hold',
  resume: 'resumed',
  complete: 'completed',
  'accept-termination': 'ended by agreement',
  'contest-termination': 'contested',
  'withdraw-termination': 'freed of a proposal to end it',
  withdraw: 'withdrawn from',
  remove: 'deleted',
  termination: 'proposed to be ended',
  amend: 'changed by a change order',
  dispute: 'disputed',
  'settle-active': 'settled',
  'settle-completed': 'settled',
  'settle-terminated': 'settled',
}

export const { isInTable, allowedActions, assertAllowed, transition, isDone } = defineRules({
  subject: 'contract',
  flow: contractFlow,
  updates: contractUpdates,
  guards,
  verbs,
  expired: { code: 'SIGN_LINK_EXPIRED', answers: ['sign', 'request-changes', 'decline'] },
})

/** Extends a period to withdraw that had not ended before a dispute, which began `milliseconds` before `now`. */
export const withLaterWithdrawal = (contract: Contract, milliseconds: number, now: Date): Contract => {
  const { withdrawUntil } = contract
  const wasOpen = withdrawUntil !== null && +withdrawUntil >= +now - milliseconds
  return wasOpen ? { ...contract, withdrawUntil: new Date(+withdrawUntil + milliseconds) } : contract
}

/** Extends the times to answer change orders and to withdraw by a dispute about the contract, in which nobody could. */
export const withLaterAnswers = (contract: Contract, milliseconds: number, now: Date): Contract => ({
  ...withLaterWithdrawal(contract, milliseconds, now),
  amendments: contract.amendments.map((each) =>
    each.status === 'PENDING' && each.expiresAt
      ? { ...each, expiresAt: new Date(+each.expiresAt + milliseconds) }
      : each,
  ),
})

/** Who ended a contract before all its work was done, why, and when. */
export const endedBy = (context: ContractDecisionContext, reason: string | null): Contract['ended'] => ({
  by: context.role,
  reason,
  at: context.now.toISOString(),
})
