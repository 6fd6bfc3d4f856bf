import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'

/**
 * The life of an offer as a table: from the request to quote, or the provider's own draft, to the
 * work that comes of it. An action is called as the end of its path, so that `allowedActions` names what may be called.
 */

export const offerStatuses = [
  'REQUESTED',
  'DRAFT',
  'SENT',
  'VIEWED',
  'CHANGES_REQUESTED',
  'ACCEPTED',
  'CONVERTED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'PASSED',
  'CANCELLED',
] as const
export const OfferStatus = z.enum(offerStatuses)
export type OfferStatus = z.infer<typeof OfferStatus>

/** Sent and not decided: what the customer may still answer. */
export const openOfferStatuses = ['SENT', 'VIEWED', 'CHANGES_REQUESTED'] as const satisfies OfferStatus[]
/** Nothing leads on from these. */
export const finalOfferStatuses = ['CONVERTED', 'WITHDRAWN', 'PASSED', 'CANCELLED'] as const satisfies OfferStatus[]

/**
 * O1: an offer begins as a customer's request or as a provider's draft. How long after, how often and for whose offers a
 * row holds are guards beside the table. Work on a draft beside a sent revision changes no state: see the updates.
 */
export const offerFlow = flow(offerStatuses, ['REQUESTED', 'DRAFT'], {
  /** O2: the first line is written. */
  draft: { from: ['REQUESTED'], to: 'DRAFT', by: ['PROVIDER'] },
  /** O3 */
  pass: { from: ['REQUESTED', 'DRAFT'], to: 'PASSED', by: ['PROVIDER'] },
  /** O4: the draft is frozen as the next revision. */
  send: {
    from: ['DRAFT', 'CHANGES_REQUESTED', 'SENT', 'VIEWED', 'EXPIRED', 'DECLINED'],
    to: 'SENT',
    by: ['PROVIDER'],
  },
  /** O5 */
  view: { from: ['SENT'], to: 'VIEWED', by: ['CUSTOMER'] },
  /** O6 */
  'request-changes': { from: ['SENT', 'VIEWED'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  /** O7 */
  accept: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'ACCEPTED', by: ['CUSTOMER'] },
  /** O8 */
  decline: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'DECLINED', by: ['CUSTOMER'] },
  /** O9 */
  withdraw: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'WITHDRAWN', by: ['PROVIDER'] },
  /** O10: validUntil. O14: respondBy, where nothing was sent yet. */
  expire: { from: ['REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'EXPIRED', by: ['SYSTEM'] },
  /** O11: the same price for longer. */
  extend: { from: ['SENT', 'VIEWED', 'EXPIRED'], to: 'SENT', by: ['PROVIDER'] },
  /** O12 */
  'undo-acceptance': { from: ['ACCEPTED'], to: 'VIEWED', by: ['CUSTOMER'] },
  /** O13: by itself where a free slot was chosen and no contract is needed. */
  convert: { from: ['ACCEPTED'], to: 'CONVERTED', by: ['PROVIDER', 'SYSTEM'] },
  /** O14: the customer closes the request. */
  close: {
    from: ['REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED'],
    to: 'CANCELLED',
    by: ['CUSTOMER'],
  },
  /** O15 */
  cancel: { from: ['ACCEPTED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
})

export type OfferTransitionName = keyof typeof offerFlow.transitions
export const offerTransitionNames = Object.keys(offerFlow.transitions) as [
  OfferTransitionName,
  ...OfferTransitionName[],
]

/** What may be done to an offer that leaves its state as it is. */
export const offerUpdates = {
  /** O2: a draft beside what was sent. `draft` is also the move that answers a request. */
  draft: { from: ['DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'EXPIRED', 'DECLINED'], by: ['PROVIDER'] },
  /** The draft beside what was sent is thrown away. */
  'discard-draft': { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED', 'EXPIRED', 'DECLINED'], by: ['PROVIDER'] },
  /** An own draft that was never sent is deleted. */
  remove: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** The customer is asked to have a look. */
  remind: { from: ['SENT', 'VIEWED'], by: ['PROVIDER'] },
  /** The same once more, as a new draft. */
  duplicate: { from: offerStatuses, by: ['PROVIDER'] },
  /** The customer asks something about it, in the chat. */
  ask: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED'], by: ['CUSTOMER'] },
} as const satisfies Record<
  string,
  { from: readonly OfferStatus[]; by: readonly ('PROVIDER' | 'CUSTOMER' | 'SYSTEM')[] }
>

export type OfferUpdate = keyof typeof offerUpdates
export const OfferAction = z.enum([
  ...new Set([...offerTransitionNames, ...(Object.keys(offerUpdates) as OfferUpdate[])]),
])
export type OfferAction = z.infer<typeof OfferAction>
