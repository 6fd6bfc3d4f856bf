import {
  EXTENSION_LIMIT,
  OFFER_REMINDER_HOURS,
  OFFER_REMINDER_LIMIT,
  openOfferStatuses,
  RESEND_DAYS,
  type OfferAction,
  type OfferListAction,
  type OfferStatus,
} from '@fettle/protocol/offers'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { allowedIf, type Guard } from '../../../platform/workflow/rules.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'
import type { ListedOffer, OfferDecisionContext, Offer } from '../offer.types.ts'

/**
 * Guards of actions beside the tables. The same guards fill `allowedActions` and check the action. What depends on the
 * caller's input is checked with it.
 */

/** What a list row and a whole offer have in common. */
type ListedFacts = Omit<ListedOffer, 'city' | 'hasDraft'>

type OfferGuard = Guard<Offer, OfferDecisionContext>

const open: readonly OfferStatus[] = openOfferStatuses

/** Past its validity, whether or not the timer fired. */
const isOver = ({ status, validUntil }: Pick<Offer, 'status' | 'validUntil'>, now: Date): boolean =>
  open.includes(status) && validUntil !== null && now > validUntil

/** A request past its deadline. */
const isResponseOverdue = ({ status, respondBy }: Offer, now: Date): boolean =>
  (status === 'REQUESTED' || status === 'DRAFT') && respondBy !== null && now >= respondBy

/** Whether an ended offer may still be sent again. */
const mayResend = ({ status, endedAt }: Offer, now: Date): boolean =>
  (status !== 'EXPIRED' && status !== 'DECLINED') || (endedAt !== null && +now <= +endedAt + RESEND_DAYS * DAY_MS)

/** Whether the total exceeds what a booking may have without a contract. */
export function needsContract(
  { requiresContract, acceptance, total, currency }: Offer,
  { contractFrom }: SettingValues,
): boolean {
  const limit = contractFrom[currency]
  return requiresContract || (limit !== undefined && (acceptance?.total.amount ?? total ?? 0) >= limit)
}

const beforeDeadline: OfferGuard = (offer, { now }) => (isOver(offer, now) ? new AppError('OFFER_EXPIRED') : undefined)
const isRequested = ({ origin }: Pick<Offer, 'origin'>) => origin === 'CUSTOMER_REQUEST'

/** When the customer may be reminded next. */
export const remindFrom = ({ remindedAt, sentAt }: Pick<Offer, 'remindedAt' | 'sentAt'>): Date | null => {
  const last = remindedAt ?? null
  return last === null ? sentAt : new Date(+last + OFFER_REMINDER_HOURS * HOUR_MS)
}

/** Whether an accepted offer has led to neither a booking nor a contract that both may still sign. */
const hasNoWork = ({ status, isContractGone }: Offer): boolean => status === 'ACCEPTED' || isContractGone

export const undoUntil = (acceptedAt: Date, { undoAcceptanceMinutes }: SettingValues): Date =>
  new Date(+acceptedAt + undoAcceptanceMinutes * 60_000)

/** Guards of the actions of a list row. */
export const listGuards: { readonly [A in OfferListAction]: Guard<ListedFacts, OfferDecisionContext> } = {
  remove: (offer) => (isRequested(offer) ? 'INVALID_TRANSITION' : undefined),
  remind: (offer, { now }) => {
    if (isOver(offer, now)) return 'INVALID_TRANSITION'
    if (offer.remindersSent >= OFFER_REMINDER_LIMIT) {
      return new AppError('REMINDER_LIMIT', { limit: OFFER_REMINDER_LIMIT })
    }
    const from = remindFrom(offer)
    if (!from || now >= from) return undefined
    const details = { time: formatMoment(from, offer.timeZone), from: from.toISOString() }
    return new AppError('REMINDER_TOO_SOON', details, { params: { time: instantParam(from, offer.timeZone) } })
  },
}

export const guards: { readonly [A in OfferAction]?: OfferGuard } = {
  draft: allowedIf((offer, { now }) => mayResend(offer, now)),
  pass: allowedIf(isRequested),
  send: allowedIf((offer, { now }) => offer.draft !== null && mayResend(offer, now)),
  view: beforeDeadline,
  'request-changes': beforeDeadline,
  accept: beforeDeadline,
  decline: beforeDeadline,
  expire: allowedIf((offer, { now }) => isOver(offer, now) || isResponseOverdue(offer, now)),
  extend: (offer, { now }) => {
    if (offer.liveRevision === null || !mayResend(offer, now)) return 'INVALID_TRANSITION'
    return offer.extensions < EXTENSION_LIMIT ? undefined : new AppError('EXTENSION_LIMIT', { limit: EXTENSION_LIMIT })
  },
  'undo-acceptance': ({ acceptance }, { now, settings }) => {
    if (acceptance?.deposit?.status === 'PAID') return new AppError('DEPOSIT_PAID')
    return acceptance && now <= new Date(acceptance.undoUntil)
      ? undefined
      : new AppError('UNDO_CLOSED', { minutes: settings.undoAcceptanceMinutes })
  },
  convert: allowedIf(hasNoWork),
  close: allowedIf(isRequested),
  cancel: allowedIf(hasNoWork),
  'discard-draft': allowedIf(({ draft, liveRevision }) => draft !== null && liveRevision !== null),
  ...listGuards,
  duplicate: allowedIf(({ draft, liveRevision }) => draft !== null || liveRevision !== null),
}
