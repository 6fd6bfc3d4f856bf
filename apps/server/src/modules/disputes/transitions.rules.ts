import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { disputeLimits, type DisputeOutcome } from '@fettle/protocol/disputes'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import type { SettlementInput } from '@fettle/protocol/contracts/parts'
import { bumpVersion, newRecordFields } from '../../platform/workflow/rules.ts'
import { storeText } from '../../platform/locale/messages.ts'
import { AppError } from '../../platform/errors.ts'
import {
  assertAllowed,
  affectsRates,
  moneyOf,
  transition,
  type Dispute,
  type DisputeDecisionContext,
  type SettlementProposal,
} from './dispute.rules.ts'

/** Transitions of a dispute. Pure: context and `now` come in. */

const later = (now: Date, milliseconds: number) => new Date(+now + milliseconds)

/** Records the response. The two may then negotiate, or an operator decides with both statements. */
export function respond(dispute: Dispute, statement: string, context: DisputeDecisionContext): Dispute {
  const answer = { response: statement, respondedAt: context.now }
  if (dispute.status === 'UNDER_REVIEW') {
    assertAllowed(dispute, 'respond', context)
    return { ...bumpVersion(dispute, context.now), ...answer }
  }
  return {
    ...transition(dispute, 'respond', context),
    ...answer,
    negotiateBy: later(context.now, disputeLimits.negotiateDays * DAY_MS),
  }
}

const reviewed = (context: DisputeDecisionContext, reviewReason: Dispute['reviewReason']) => ({
  reviewReason,
  decideBy: later(context.now, disputeLimits.decideDays * DAY_MS),
})

/** Closes unanswered proposals, as lapsed unless said otherwise. */
const closePendingProposals = (
  proposals: readonly SettlementProposal[],
  now: Date,
  status: 'LAPSED' | 'SUPERSEDED' = 'LAPSED',
): SettlementProposal[] =>
  proposals.map((each) => (each.status === 'PENDING' ? { ...each, status, decidedAt: now.toISOString() } : each))

/** Hands the dispute to an operator, without an answer or agreement in time. */
export function moveToReview(
  dispute: Dispute,
  action: 'miss-answer' | 'end-negotiation',
  context: DisputeDecisionContext,
): Dispute {
  return {
    ...transition(dispute, action, context),
    ...reviewed(context, action === 'miss-answer' ? 'NO_ANSWER' : 'NO_AGREEMENT'),
    proposals: closePendingProposals(dispute.proposals, context.now),
  }
}

/** Adds a proposal, which replaces open ones. */
export function propose(
  dispute: Dispute,
  { id, amount, note }: Pick<SettlementProposal, 'id' | 'amount' | 'note'>,
  context: DisputeDecisionContext & { role: Side },
): Dispute {
  assertAllowed(dispute, 'propose', context)
  const at = context.now.toISOString()
  const proposal: SettlementProposal = { id, by: context.role, amount, note, status: 'PENDING', at, decidedAt: null }
  return {
    ...bumpVersion(dispute, context.now),
    proposals: [...closePendingProposals(dispute.proposals, context.now, 'SUPERSEDED'), proposal],
  }
}

/** The proposal this side may answer. Throws NOT_FOUND, INVALID_TRANSITION or PROPOSAL_CLOSED. */
function getProposal(dispute: Dispute, id: string, context: DisputeDecisionContext): SettlementProposal {
  const proposal = dispute.proposals.find((each) => each.id === id)
  if (!proposal) throw new AppError('NOT_FOUND', { thing: 'proposal' })
  if (proposal.status !== 'PENDING') throw new AppError('PROPOSAL_CLOSED')
  assertAllowed(dispute, 'agree', context)
  return proposal
}

const withAnswer = (dispute: Dispute, id: string, status: 'ACCEPTED' | 'DECLINED', now: Date): SettlementProposal[] =>
  dispute.proposals.map((each) => (each.id === id ? { ...each, status, decidedAt: now.toISOString() } : each))

export function declineProposal(dispute: Dispute, id: string, context: DisputeDecisionContext): Dispute {
  getProposal(dispute, id, context)
  return { ...bumpVersion(dispute, context.now), proposals: withAnswer(dispute, id, 'DECLINED', context.now) }
}

/** Settles the dispute at once. An agreement cannot be appealed. */
export function agree(dispute: Dispute, id: string, context: DisputeDecisionContext): Dispute {
  const proposal = getProposal(dispute, id, context)
  const at = context.now.toISOString()
  return {
    ...transition(dispute, 'agree', context),
    proposals: withAnswer(dispute, id, 'ACCEPTED', context.now),
    effectiveAt: context.now,
    outcome: {
      by: 'AGREEMENT',
      amountToProvider: moneyOf(dispute, proposal.amount),
      // An agreement counts for neither side.
      attribution: affectsRates(dispute) ? 'NEUTRAL' : null,
      subjectStatus: null,
      rationale: proposal.note,
      at,
      appealUntil: null,
      effectiveAt: at,
    },
  }
}

export interface Decision {
  amountToProvider: number | null
  attribution: DisputeOutcome['attribution']
  subjectStatus: string | null
  rationale: string
}

/** An operator's decision, with the settlement of a contract that ends. */
export type OperatorDecision = Decision & { settlement: SettlementInput[] | null }

/** Records a decision. It takes effect when no appeal is possible: after a week, or at once after an appeal. */
function decided(dispute: Dispute, by: 'OPERATOR' | 'DEFAULT', decision: Decision, { now }: DisputeDecisionContext) {
  const appealUntil = dispute.appeal ? null : later(now, disputeLimits.appealDays * DAY_MS)
  const effectiveAt = dispute.appeal ? now : null
  const { amountToProvider, ...rest } = decision
  return {
    appealUntil,
    effectiveAt,
    outcome: {
      ...rest,
      by,
      amountToProvider: moneyOf(dispute, amountToProvider),
      at: now.toISOString(),
      appealUntil: appealUntil?.toISOString() ?? null,
      effectiveAt: effectiveAt?.toISOString() ?? null,
    },
  }
}

export const decide = (
  dispute: Dispute,
  { settlement, ...decision }: OperatorDecision,
  context: DisputeDecisionContext,
): Dispute => ({
  ...transition(dispute, 'decide', context),
  ...decided(dispute, 'OPERATOR', decision, context),
  settlement,
})

/** Not decided in time: restores the state before the dispute, counting for neither side. */
export const restoreSubject = (dispute: Dispute, context: DisputeDecisionContext): Dispute => ({
  ...transition(dispute, 'default', context),
  ...decided(
    dispute,
    'DEFAULT',
    {
      amountToProvider: dispute.amount,
      attribution: affectsRates(dispute) ? 'NEUTRAL' : null,
      subjectStatus: null,
      rationale: storeText({ code: 'DISPUTE_NOT_DECIDED' }),
    },
    context,
  ),
})

/** Appeals a decision, which has no effect until it is reviewed. */
export function appeal(dispute: Dispute, note: string, context: DisputeDecisionContext & { role: Side }): Dispute {
  const moved = transition(dispute, 'appeal', context)
  const { outcome } = dispute
  if (!outcome) return moved
  return {
    ...moved,
    ...reviewed(context, 'APPEAL'),
    outcome: null,
    appealUntil: null,
    appeal: { by: context.role, at: context.now.toISOString(), note, outcome },
  }
}

export const withdraw = (dispute: Dispute, context: DisputeDecisionContext): Dispute => ({
  ...transition(dispute, 'withdraw', context),
  proposals: closePendingProposals(dispute.proposals, context.now),
  effectiveAt: context.now,
})

/** Makes a decision effective after the time for appeals. */
export const applyDecision = (dispute: Dispute, now: Date): Dispute => ({
  ...bumpVersion(dispute, now),
  effectiveAt: now,
  outcome: dispute.outcome && { ...dispute.outcome, effectiveAt: now.toISOString() },
})

/** A new dispute. */
export const newDispute = (
  fields: Pick<
    Dispute,
    | 'id'
    | 'providerId'
    | 'customer'
    | 'subject'
    | 'bookingId'
    | 'contractId'
    | 'invoiceId'
    | 'openedBy'
    | 'reasonCode'
    | 'statement'
    | 'desiredOutcome'
    | 'currency'
    | 'total'
    | 'amount'
    | 'advancedAmount'
  >,
  now: Date,
): Dispute => ({
  ...fields,
  response: null,
  respondedAt: null,
  status: 'OPEN',
  respondBy: later(now, disputeLimits.respondHours * HOUR_MS),
  negotiateBy: null,
  decideBy: null,
  reviewReason: null,
  outcome: null,
  appeal: null,
  appealUntil: null,
  effectiveAt: null,
  settlement: null,
  assignee: null,
  evidencePack: null,
  proposals: [],
  ...newRecordFields(now),
})
