import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'
import { idOf, Instant, prose } from '../core/values.ts'
import { Side } from './cancellations.ts'
import { issueText } from '../core/issue-text.ts'
import { rescheduleReasons } from './constants.ts'

/** Reschedule proposals. A booking keeps its id, and its old time until another is agreed. */

export const proposalFlow = flow(
  ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED'],
  ['PENDING'],
  {
    accept: { from: ['PENDING'], to: 'ACCEPTED', by: ['PROVIDER', 'CUSTOMER'] },
    decline: { from: ['PENDING'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
    withdraw: { from: ['PENDING'], to: 'WITHDRAWN', by: ['PROVIDER', 'CUSTOMER', 'SYSTEM'] },
    expire: { from: ['PENDING'], to: 'EXPIRED', by: ['SYSTEM'] },
    /** The other side proposes other times. */
    counter: { from: ['PENDING'], to: 'SUPERSEDED', by: ['PROVIDER', 'CUSTOMER'] },
  },
)
export const ProposalStatus = z.enum(proposalFlow.states)
export type ProposalStatus = z.infer<typeof ProposalStatus>
export type ProposalAction = keyof typeof proposalFlow.transitions
export const ProposalAction = z.enum(Object.keys(proposalFlow.transitions) as [ProposalAction, ...ProposalAction[]])

export const RescheduleReason = z.enum(rescheduleReasons, issueText('REASON_REQUIRED'))
export type RescheduleReason = z.infer<typeof RescheduleReason>

export const ProposalId = idOf('prp')
/** Reschedules per booking. */
export const RESCHEDULE_LIMIT = 3

export const ProposedSlot = z.object({ startAt: Instant, endAt: Instant })
export type ProposedSlot = z.infer<typeof ProposedSlot>

export const ProposalBody = {
  slots: z
    .array(
      ProposedSlot.check(
        z.refine(({ startAt, endAt }) => Date.parse(startAt) < Date.parse(endAt), {
          error: issueText('END_BEFORE_START'),
          path: ['endAt'],
        }),
        z.refine(({ startAt, endAt }) => Date.parse(endAt) - Date.parse(startAt) <= 86_400_000, {
          error: issueText('VISIT_TOO_LONG', { max: 24 }),
          path: ['endAt'],
        }),
      ),
    )
    .check(z.minLength(1, issueText('PROPOSED_TIME_REQUIRED')), z.maxLength(3, issueText('MAX_PROPOSED_TIMES'))),
  reasonCode: RescheduleReason,
  note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))),
}

export const RescheduleProposal = z.object({
  id: ProposalId,
  status: ProposalStatus,
  proposedBy: Side,
  slots: z.array(ProposedSlot),
  reasonCode: RescheduleReason,
  note: z.nullable(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: z.nullable(Instant),
  /** Index of the accepted slot. */
  slotIndex: z.nullable(z.int()),
  allowedActions: z.array(ProposalAction),
})
export type RescheduleProposal = z.infer<typeof RescheduleProposal>
