import { actionsFrom, nextState } from '@fettle/protocol'
import {
  contractUpdates,
  contractFlow,
  openMilestoneStatuses,
  type ContractAction,
  type ContractUpdate,
  type ContractTransitionName,
  type ContractStatus,
  type MilestoneStatus,
} from '@fettle/protocol/contracts'
import { AppError } from '../../platform/errors.ts'
import { guards } from './lifecycle/guards.rules.ts'
import type { Contract, ContractActorRole, ContractDecisionContext, MilestoneRow } from './contract.types.ts'

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
