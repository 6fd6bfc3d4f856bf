import { flow } from '../core/flow.ts'

/**
 * State machine of an offer, from the request for a quote or the provider's draft to the resulting work. An action is
 * the last segment of its path, so `allowedActions` names what may be called.
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
type Status = (typeof offerStatuses)[number]

/** Sent and not decided: the customer may still answer. */
export const openOfferStatuses = ['SENT', 'VIEWED', 'CHANGES_REQUESTED'] as const satisfies Status[]
/** Final states. A converted offer moves on only if its contract ends unsigned. */
export const finalOfferStatuses = ['WITHDRAWN', 'PASSED', 'CANCELLED'] as const satisfies Status[]

/**
 * An offer starts as a customer's request or a provider's draft. Guards beside the table check deadlines, limits and
 * ownership. Editing a draft beside a sent revision changes no state: see the updates.
 */
export const offerFlow = flow(offerStatuses, ['REQUESTED', 'DRAFT'], {
  /** The first line is written. */
  draft: { from: ['REQUESTED'], to: 'DRAFT', by: ['PROVIDER'] },
  pass: { from: ['REQUESTED', 'DRAFT'], to: 'PASSED', by: ['PROVIDER'] },
  /** The draft becomes the next revision. */
  send: {
    from: ['DRAFT', 'CHANGES_REQUESTED', 'SENT', 'VIEWED', 'EXPIRED', 'DECLINED'],
    to: 'SENT',
    by: ['PROVIDER'],
  },
  view: { from: ['SENT'], to: 'VIEWED', by: ['CUSTOMER'] },
  'request-changes': { from: ['SENT', 'VIEWED'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  accept: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'ACCEPTED', by: ['CUSTOMER'] },
  decline: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'DECLINED', by: ['CUSTOMER'] },
  withdraw: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'WITHDRAWN', by: ['PROVIDER'] },
  /** After `validUntil`, or after `respondBy` where nothing was sent yet. */
  expire: { from: ['REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED'], to: 'EXPIRED', by: ['SYSTEM'] },
  /** The same price for longer. */
  extend: { from: ['SENT', 'VIEWED', 'EXPIRED'], to: 'SENT', by: ['PROVIDER'] },
  'undo-acceptance': { from: ['ACCEPTED'], to: 'VIEWED', by: ['CUSTOMER'] },
  /** SYSTEM: a free slot was chosen and no contract is required. */
  convert: { from: ['ACCEPTED'], to: 'CONVERTED', by: ['PROVIDER', 'SYSTEM'] },
  /** The customer closes the request. */
  close: {
    from: ['REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED'],
    to: 'CANCELLED',
    by: ['CUSTOMER'],
  },
  /** CONVERTED: if the contract was deleted or ended before both had signed. */
  cancel: { from: ['ACCEPTED', 'CONVERTED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
})

export type OfferTransitionName = keyof typeof offerFlow.transitions
export const offerTransitionNames = Object.keys(offerFlow.transitions) as [
  OfferTransitionName,
  ...OfferTransitionName[],
]

/** Actions that leave the state of an offer unchanged. */
export const offerUpdates = {
  /** A draft beside the sent revision. `draft` is also the transition that answers a request. */
  draft: { from: ['DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'EXPIRED', 'DECLINED'], by: ['PROVIDER'] },
  /** Discard the draft beside the sent revision. */
  'discard-draft': { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED', 'EXPIRED', 'DECLINED'], by: ['PROVIDER'] },
  /** Delete an own draft that was never sent. */
  remove: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** Remind the customer. */
  remind: { from: ['SENT', 'VIEWED'], by: ['PROVIDER'] },
  /** Turn automatic reminders on or off. */
  'auto-remind': { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'], by: ['PROVIDER'] },
  /** Convert again, if the contract was deleted or ended before both had signed. */
  convert: { from: ['CONVERTED'], by: ['PROVIDER'] },
  /** Duplicate as a new draft. */
  duplicate: { from: offerStatuses, by: ['PROVIDER'] },
  /** The customer asks a question in the chat. */
  ask: { from: ['SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED'], by: ['CUSTOMER'] },
} as const satisfies Record<string, { from: readonly Status[]; by: readonly ('PROVIDER' | 'CUSTOMER' | 'SYSTEM')[] }>

export type OfferUpdate = keyof typeof offerUpdates

/** Actions of a row in the list of offers. */
export const offerListActions = ['remind', 'remove'] as const satisfies OfferUpdate[]
export type OfferListAction = (typeof offerListActions)[number]
