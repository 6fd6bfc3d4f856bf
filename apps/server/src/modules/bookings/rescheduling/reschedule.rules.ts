import { actionsFrom, nextState } from '@fettle/protocol'
import {
  proposalFlow,
  type ProposalAction,
  type ProposalStatus,
  type RescheduleProposal,
} from '@fettle/protocol/bookings/reschedules'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { AppError } from '../../../platform/errors.ts'
import type { BookingRole, BookingSlot } from '../booking.types.ts'
import type { StoredProposal } from '../booking.types.ts'

/** Reschedule proposals: one is open at a time, and the other side answers it. Pure. */

/**
 * A day, but no later than an hour before the current start or the first proposed time. Closer ones leave a quarter of
 * an hour where possible.
 */
export function expiryOf(now: Date, { startAt, slots }: { startAt: Date | null; slots: readonly BookingSlot[] }): Date {
  const soonest = Math.min(...slots.map((slot) => +slot.startAt))
  // The start of a paused job is in the past, so only the proposed times limit it.
  const first = startAt && startAt > now ? Math.min(+startAt, soonest) : soonest
  const latest = Math.max(first - HOUR_MS, Math.min(+now + 15 * MINUTE_MS, first))
  return new Date(Math.min(+now + DAY_MS, latest))
}

interface ProposalDecisionContext {
  role: BookingRole
  now: Date
}

type ProposalObstacle = 'EXPIRED' | 'INVALID_TRANSITION'

function obstacle(
  proposal: StoredProposal,
  action: ProposalAction,
  { role, now }: ProposalDecisionContext,
): ProposalObstacle | undefined {
  const isLate = proposal.status === 'EXPIRED' || (proposal.status === 'PENDING' && now >= proposal.expiresAt)
  const isMine = proposal.proposedBy === role
  if (action === 'expire') return proposal.status === 'PENDING' && isLate ? undefined : 'INVALID_TRANSITION'
  if ((action === 'accept' || action === 'decline') && isLate && !isMine) return 'EXPIRED'
  if (nextState(proposalFlow, proposal.status, action, role) === undefined) return 'INVALID_TRANSITION'
  // Only the proposer withdraws; only the other side answers.
  return (action === 'withdraw') === (isMine || role === 'SYSTEM') ? undefined : 'INVALID_TRANSITION'
}

export const allowedActions = (proposal: StoredProposal, context: ProposalDecisionContext): ProposalAction[] =>
  actionsFrom<ProposalStatus, ProposalAction, string>(proposalFlow, proposal.status, context.role).filter(
    (action) => !obstacle(proposal, action, context),
  )

const verbs: Record<ProposalAction, string> = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
  counter: 'countered',
}

export function transition(
  proposal: StoredProposal,
  action: ProposalAction,
  context: ProposalDecisionContext,
  slotIndex?: number,
): StoredProposal {
  const problem = obstacle(proposal, action, context)
  if (problem === 'EXPIRED') throw new AppError('PROPOSAL_EXPIRED')
  if (problem) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'proposal',
      from: proposal.status,
      action,
      verb: verbs[action],
      allowed: allowedActions(proposal, context),
    })
  }
  const status = proposalFlow.transitions[action].to
  return { ...proposal, status, decidedAt: context.now, slotIndex: slotIndex ?? null }
}

/** Whether this side already gave this answer. A repetition is answered, not refused. */
export function isDone(
  proposal: StoredProposal,
  action: ProposalAction,
  role: BookingRole,
  slotIndex?: number,
): boolean {
  const isByRole = (action === 'withdraw') === (proposal.proposedBy === role)
  return (
    proposal.status === proposalFlow.transitions[action].to &&
    isByRole &&
    (action !== 'accept' || proposal.slotIndex === slotIndex)
  )
}

export const toView = (proposal: StoredProposal, context: ProposalDecisionContext): RescheduleProposal => ({
  id: proposal.id,
  status: proposal.status,
  proposedBy: proposal.proposedBy,
  slots: proposal.slots.map(({ startAt, endAt }) => ({ startAt: startAt.toISOString(), endAt: endAt.toISOString() })),
  reasonCode: proposal.reasonCode,
  note: proposal.note,
  createdAt: proposal.createdAt.toISOString(),
  expiresAt: proposal.expiresAt.toISOString(),
  decidedAt: proposal.decidedAt?.toISOString() ?? null,
  slotIndex: proposal.slotIndex,
  allowedActions: allowedActions(proposal, context),
})
