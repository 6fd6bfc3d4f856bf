import {
  offerListActions,
  offerUpdates,
  offerFlow,
  openOfferStatuses,
  type LostReason,
  type OfferAction,
  type OfferListAction,
  type OfferStatus,
} from '@fettle/protocol/offers'
import { bumpVersion, defineRules } from '../../platform/workflow/rules.ts'
import { guards, listGuards } from './lifecycle/guards.rules.ts'
import type { ListedOffer, Offer, OfferDecisionContext } from './offer.types.ts'

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
  'auto-remind': 'reminded of automatically',
  duplicate: 'duplicated',
  ask: 'asked about',
}

export const { isInTable, allowedActions, invalidTransition, assertAllowed, transition, isDone } = defineRules({
  subject: 'offer',
  flow: offerFlow,
  updates: offerUpdates,
  guards,
  verbs,
  expired: { code: 'OFFER_EXPIRED', answers: ['view', 'request-changes', 'accept', 'decline'] },
})

/** The actions of a list row that the role may take now. */
export const allowedListActions = (offer: ListedOffer, context: OfferDecisionContext): OfferListAction[] =>
  offerListActions.filter(
    (action) => isInTable(offer.status, action, context.role) && !listGuards[action](offer, context),
  )

/** Statuses in which an offer stands as the answer to a booking request. */
export const answeringStatuses: readonly OfferStatus[] = [...openOfferStatuses, 'ACCEPTED']

/** Statuses of an ended offer that may be sent again. */
export const resendableStatuses: readonly OfferStatus[] = ['DECLINED', 'EXPIRED']

/** The offer after the customer was reminded. */
export const countReminder = (offer: Offer, now: Date): Offer => ({
  ...bumpVersion(offer, now),
  remindersSent: offer.remindersSent + 1,
  remindedAt: now,
})

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
