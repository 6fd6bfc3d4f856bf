import type { Termination } from '@fettle/protocol/contracts/parts'
import { openMilestoneStatuses, type ContractAction, type MilestoneStatus } from '@fettle/protocol/contracts'
import { allowedIf, type Guard } from '../../../platform/workflow/rules.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import type { Contract, ContractDecisionContext, ContractActorRole } from '../contract.types.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'
import { contractDisputableUntil } from './dispute-window.rules.ts'

/**
 * Guards of actions beside the tables. The same guards fill `allowedActions` and check the action. What depends on the
 * caller's input is checked with it.
 */

type ContractGuard = Guard<Contract, ContractDecisionContext>

/** Past the deadline for signing, whether or not the timer fired. */
export const isOver = ({ status, signBy }: Contract, now: Date): boolean =>
  status === 'PENDING_SIGNATURES' && signBy !== null && now > signBy

const beforeDeadline: ContractGuard = (contract, { now }) =>
  isOver(contract, now) ? new AppError('SIGN_LINK_EXPIRED') : undefined

/** A termination proposal that is not settled. */
export const openTermination = ({ termination }: Contract) =>
  termination?.status === 'PROPOSED' || termination?.status === 'CONTESTED' ? termination : undefined

/** An operator decides only about proposals that were contested or not answered. */
const isForOperator = ({ status }: Termination, role: ContractActorRole) =>
  role === 'OPERATOR' && status === 'CONTESTED'
const isOwnProposal: ContractGuard = allowedIf((contract, { role }) => {
  const proposal = openTermination(contract)
  return proposal !== undefined && (proposal.by === role || isForOperator(proposal, role))
})
const isAnswerable: ContractGuard = allowedIf((contract, { role }) => {
  const proposal = openTermination(contract)
  if (proposal === undefined) return false
  // The side that contested may still accept.
  if (role === 'PROVIDER' || role === 'CUSTOMER') return proposal.by !== role
  return role === 'SYSTEM' || isForOperator(proposal, role)
})

const open: readonly MilestoneStatus[] = openMilestoneStatuses
/** While an open milestone is in dispute, only its dispute decides what of it is paid. */
const milestoneDisputed: ContractGuard = ({ milestones }) =>
  milestones.some(({ status, disputeId }) => open.includes(status) && disputeId !== null)
    ? new AppError('MILESTONE_DISPUTED')
    : undefined

const hasPendingAmendment = ({ amendments }: Contract): boolean => amendments.some(({ status }) => status === 'PENDING')

/** Whether there are milestones and all that are not cancelled are approved. */
export function isAllWorkApproved({ milestones }: Contract): boolean {
  const live = milestones.filter(({ status }) => status !== 'CANCELLED')
  return live.length > 0 && live.every(({ status }) => status === 'APPROVED' || status === 'PAID')
}

/** The DISPUTE_CLOSED error. */
export function windowClosed(until: Date | null, { timeZone }: Pick<Contract, 'timeZone'>, now: Date) {
  if (until === null || now <= until) return undefined
  const details = { time: formatMoment(until, timeZone), until: until.toISOString() }
  return new AppError('DISPUTE_CLOSED', details, { params: { time: instantParam(until, timeZone) } })
}

export const guards: { readonly [A in ContractAction]?: ContractGuard } = {
  sign: beforeDeadline,
  'request-changes': beforeDeadline,
  decline: beforeDeadline,
  expire: allowedIf((contract, { now }) => isOver(contract, now)),
  complete: allowedIf((contract) => isAllWorkApproved(contract) && !hasPendingAmendment(contract)),
  remove: allowedIf(({ currentVersion }) => currentVersion === 0),
  termination: (contract, context) =>
    openTermination(contract) ? new AppError('TERMINATION_PENDING') : milestoneDisputed(contract, context),
  'accept-termination': isAnswerable,
  'contest-termination': isAnswerable,
  'withdraw-termination': isOwnProposal,
  dispute: (contract, context) => {
    if (openTermination(contract)) return new AppError('TERMINATION_PENDING')
    return (
      milestoneDisputed(contract, context) ?? windowClosed(contractDisputableUntil(contract), contract, context.now)
    )
  },
  'settle-active': allowedIf(({ disputeId }) => disputeId !== null),
  'settle-completed': allowedIf(({ disputeId }) => disputeId !== null),
  'settle-terminated': allowedIf(({ disputeId }) => disputeId !== null),
  withdraw: (contract, context) => {
    const { withdrawUntil, timeZone } = contract
    if (withdrawUntil === null) return 'INVALID_TRANSITION'
    if (context.now <= withdrawUntil) return milestoneDisputed(contract, context)
    const details = { time: formatMoment(withdrawUntil, timeZone), until: withdrawUntil.toISOString() }
    return new AppError('COOLING_OFF_OVER', details, { params: { time: instantParam(withdrawUntil, timeZone) } })
  },
}
