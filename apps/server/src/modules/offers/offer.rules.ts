import { actionsFrom, nextState } from '@fettle/protocol'
import {
  offerUpdates,
  offerFlow,
  type LostReason,
  type OfferAction,
  type OfferUpdate,
  type OfferTransitionName,
  type OfferStatus,
} from '@fettle/protocol/offers'
import { AppError } from '../../platform/errors.ts'
import { guards } from './lifecycle/guards.rules.ts'
import type { Offer, OfferActorRole, OfferDecisionContext } from './offer.types.ts'

const isNonTransition = (action: OfferAction): action is OfferUpdate => action in offerUpdates
const isTransition = (action: OfferAction): action is OfferTransitionName => action in offerFlow.transitions

/** Whether the tables allow an action to `role` here, before any guard. `draft` is a transition and an update. */
export function isInTable(status: OfferStatus, action: OfferAction, role: OfferActorRole): boolean {
  if (isTransition(action) && nextState(offerFlow, status, action, role as 'PROVIDER') !== undefined) return true
  if (!isNonTransition(action)) return false
  const { from, by }: { from: readonly OfferStatus[]; by: readonly OfferActorRole[] } = offerUpdates[action]
  return from.includes(status) && by.includes(role)
}

/** Actions `role` may take now, in table order, decided by the same guards as the actions themselves. */
export function allowedActions(offer: Offer, context: OfferDecisionContext): OfferAction[] {
  const moves = actionsFrom<OfferStatus, OfferTransitionName, string>(offerFlow, offer.status, context.role)
  const others = (Object.keys(offerUpdates) as OfferUpdate[]).filter((name) =>
    isInTable(offer.status, name, context.role),
  )
  return [...new Set<OfferAction>([...moves, ...others])].filter((action) => !guards[action]?.(offer, context))
}

const verbs: Record<OfferAction, string> = {
  draft: 'edited',
  pass: 'passed',
  send: 'sent',
  view: 'viewed',
  'request-changes': 'sent back for changes',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
  extend: 'extended',
  'undo-acceptance': 'taken back',
  convert: 'converted',
  close: 'closed',
  cancel: 'cancelled',
  'discard-draft': 'rid of its draft',
  remove: 'deleted',
  remind: 'reminded of',
  duplicate: 'duplicated',
  ask: 'asked about',
}

/** The INVALID_TRANSITION error with the allowed actions. */
export function invalidTransition(offer: Offer, action: OfferAction, context: OfferDecisionContext): AppError {
  return new AppError('INVALID_TRANSITION', {
    thing: 'offer',
    from: offer.status,
    action,
    verb: verbs[action],
    allowed: allowedActions(offer, context),
  })
}

const answers = new Set<OfferAction>(['view', 'request-changes', 'accept', 'decline'])

/** Throws if the tables or a guard refuse an action. */
export function assertAllowed(offer: Offer, action: OfferAction, context: OfferDecisionContext): void {
  if (!isInTable(offer.status, action, context.role)) {
    // An answer after the deadline gets the same error whether or not the timer has fired.
    if (offer.status === 'EXPIRED' && answers.has(action)) throw new AppError('OFFER_EXPIRED')
    throw invalidTransition(offer, action, context)
  }
  const refusal = guards[action]?.(offer, context)
  if (refusal === 'NO_SUCH_MOVE') throw invalidTransition(offer, action, context)
  if (refusal) throw refusal
}

/** Whether the same action was already done. A repetition returns the current state instead of an error. */
export const isDone = (
  { status, lastAction, lastActionBy }: Offer,
  action: OfferTransitionName,
  role: OfferActorRole,
): boolean => lastAction === action && lastActionBy === role && offerFlow.transitions[action].to === status

export const bumpVersion = (offer: Offer, now: Date): Offer => ({
  ...offer,
  version: offer.version + 1,
  updatedAt: now,
})

/** The offer after a transition, with the next version. */
export function transition(offer: Offer, action: OfferTransitionName, context: OfferDecisionContext): Offer {
  assertAllowed(offer, action, context)
  return {
    ...bumpVersion(offer, context.now),
    status: offerFlow.transitions[action].to,
    lastAction: action,
    lastActionBy: context.role,
  }
}

/** The offer after it ended without work, with the reason. */
export function markLost(
  offer: Offer,
  action: 'pass' | 'decline' | 'withdraw' | 'expire' | 'close' | 'cancel',
  context: OfferDecisionContext,
  {
    reasonCode = null,
    note,
    attributedTo = null,
  }: Partial<Omit<LostReason, 'note'>> & { note?: string | undefined } = {},
): Offer {
  return {
    ...transition(offer, action, context),
    endedAt: context.now,
    lost: { by: context.role, reasonCode, note: note || null, at: context.now.toISOString(), attributedTo },
  }
}
