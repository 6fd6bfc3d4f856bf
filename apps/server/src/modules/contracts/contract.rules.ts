import { actionsFrom, nextState } from '@fettle/protocol'
import type { ContractDraft } from '@fettle/protocol/contracts/content'
import type { AmendmentContent, Hold, MilestoneChange, Signature, Termination } from '@fettle/protocol/contracts/parts'
import {
  contractUpdates,
  contractFlow,
  openMilestoneStatuses,
  type AmendmentStatus,
  type ContractAction,
  type ContractUpdate,
  type ContractTransitionName,
  type ContractRole,
  type ContractStatus,
  type ContractSummary,
  type MilestoneStatus,
  type SignatureStatus,
} from '@fettle/protocol/contracts'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import { AppError } from '../../platform/errors.ts'
import { guards } from './lifecycle/guards.rules.ts'

/** The row of a contract. Rules here are pure: context and `now` come in. */
interface ContractRow {
  id: string
  reference: string
  providerId: string
  customer: ContractSummary['customer']
  channelId: string | null
  offerId: string | null
  offerRevision: number | null
  status: ContractStatus
  signatureStatus: SignatureStatus
  title: string
  currency: string
  timeZone: string
  total: number
  content: ContractDraft
  /** 0 until first sent. */
  currentVersion: number
  sentAt: Date | null
  signBy: Date | null
  activatedAt: Date | null
  completedAt: Date | null
  startEarly: boolean
  withdrawUntil: Date | null
  changes: { note: string; clauseRefs: string[]; at: string } | null
  hold: Hold | null
  /** With the time it was contested, which older records lack. */
  termination: (Termination & { contestedAt?: string }) | null
  ended: { by: ContractRole; reason: string | null; at: string } | null
  /** Set while disputed. */
  disputeId: string | null
  auditSeq: number
  auditHead: string
  lastAction: ContractTransitionName | null
  lastActionBy: ContractRole | null
  /** Timers that fired: `kind@due`. */
  rung: readonly string[]
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A milestone in progress. None exist before both have signed. */
export interface MilestoneRow {
  id: string
  position: number
  title: string
  description: string
  amount: number
  dueDate: string | null
  status: MilestoneStatus
  bookingIds: string[]
  evidenceIds: string[]
  note: string | null
  startedAt: Date | null
  submittedAt: Date | null
  autoApproveAt: Date | null
  approvedAt: Date | null
  approvedBySystem: boolean
  paidAt: Date | null
  invoiceId: string | null
  settledPercent: number | null
  settledAmount: number | null
  changes: { note: string; at: string }[]
  /** Set while disputed; no other action is allowed then. */
  disputeId: string | null
}

export interface AmendmentRow {
  id: string
  /** 1 is CO-1. */
  number: number
  status: AmendmentStatus
  author: Side
  content: AmendmentContent & { milestoneChanges: MilestoneChange[] }
  /** Sum of its lines. */
  total: number
  snapshot: string
  contentHash: string
  versionNumber: number | null
  answerNote: string | null
  createdAt: Date
  sentAt: Date | null
  expiresAt: Date | null
  decidedAt: Date | null
}

export interface SignatureRow extends Omit<Signature, 'signedAt' | 'voidedAt'> {
  id: string
  amendmentId: string | null
  stepUpAt: Date
  signedAt: Date
  voidedAt: Date | null
}

/** A contract with the records saved with it. */
export interface Contract extends ContractRow {
  milestones: MilestoneRow[]
  amendments: AmendmentRow[]
}

export type ContractActorRole = ContractRole

/** Everything a decision depends on besides the contract. */
export interface ContractDecisionContext {
  role: ContractActorRole
  now: Date
}

const open: readonly MilestoneStatus[] = openMilestoneStatuses
export const isOpen = ({ status }: Pick<MilestoneRow, 'status'>): boolean => open.includes(status)
export const isLive = ({ status }: Pick<MilestoneRow, 'status'>): boolean => status !== 'CANCELLED'
/** The agreed amount of a milestone: all of it, or the settled share. */
export const valueOf = ({ amount, settledAmount }: MilestoneRow): number => settledAmount ?? amount

const isNonTransition = (action: ContractAction): action is ContractUpdate => action in contractUpdates
const isTransition = (action: ContractAction): action is ContractTransitionName => action in contractFlow.transitions

/** Whether the tables allow an action to `role` here, before any guard. Some actions are transitions and updates. */
export function isInTable(status: ContractStatus, action: ContractAction, role: ContractActorRole): boolean {
  if (isTransition(action) && nextState(contractFlow, status, action, role as 'PROVIDER') !== undefined) return true
  if (!isNonTransition(action)) return false
  const { from, by }: { from: readonly ContractStatus[]; by: readonly ContractActorRole[] } = contractUpdates[action]
  return from.includes(status) && by.includes(role)
}

/** Actions `role` may take now, in table order, decided by the same guards as the actions themselves. */
export function allowedActions(contract: Contract, context: ContractDecisionContext): ContractAction[] {
  const moves = actionsFrom<ContractStatus, ContractTransitionName, string>(contractFlow, contract.status, context.role)
  const others = (Object.keys(contractUpdates) as ContractUpdate[]).filter((name) =>
    isInTable(contract.status, name, context.role),
  )
  return [...new Set<ContractAction>([...moves, ...others])].filter((action) => !guards[action]?.(contract, context))
}

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

/** The INVALID_TRANSITION error with the allowed actions. */
export function invalidTransition(
  contract: Contract,
  action: ContractAction,
  context: ContractDecisionContext,
): AppError {
  return new AppError('INVALID_TRANSITION', {
    thing: 'contract',
    from: contract.status,
    action,
    verb: verbs[action],
    allowed: allowedActions(contract, context),
  })
}

const answers = new Set<ContractAction>(['sign', 'request-changes', 'decline'])

/** Throws if the tables or a guard refuse an action. */
export function assertAllowed(contract: Contract, action: ContractAction, context: ContractDecisionContext): void {
  if (!isInTable(contract.status, action, context.role)) {
    // An answer after the deadline gets the same error whether or not the timer has fired.
    if (contract.status === 'EXPIRED' && answers.has(action)) throw new AppError('SIGN_LINK_EXPIRED')
    throw invalidTransition(contract, action, context)
  }
  const refusal = guards[action]?.(contract, context)
  if (refusal === 'NO_SUCH_MOVE') throw invalidTransition(contract, action, context)
  if (refusal) throw refusal
}

/** Whether the same action was already done. A repetition returns the current state instead of an error. */
export const isDone = (
  { status, lastAction, lastActionBy }: Contract,
  action: ContractTransitionName,
  role: ContractActorRole,
): boolean => lastAction === action && lastActionBy === role && contractFlow.transitions[action].to === status

export const bumpVersion = (contract: Contract, now: Date): Contract => ({
  ...contract,
  version: contract.version + 1,
  updatedAt: now,
})

/** The contract after a transition, with the next version. */
export function transition(
  contract: Contract,
  action: ContractTransitionName,
  context: ContractDecisionContext,
): Contract {
  assertAllowed(contract, action, context)
  return {
    ...bumpVersion(contract, context.now),
    status: contractFlow.transitions[action].to,
    lastAction: action,
    lastActionBy: context.role,
  }
}

/** Why it ended before all work was done. */
export const endedBy = (context: ContractDecisionContext, reason: string | null): Contract['ended'] => ({
  by: context.role,
  reason,
  at: context.now.toISOString(),
})
