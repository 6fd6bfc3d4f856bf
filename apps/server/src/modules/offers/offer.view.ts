import { calculateOffer } from '@fettle/protocol/offers/totals'
import {
  EXTENSION_LIMIT,
  OFFER_REMINDER_LIMIT,
  type OfferCard,
  type OfferDetails,
  type OfferSummary,
} from '@fettle/protocol/offers'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import { maskPhone } from '../customers/index.ts'
import { listFiles } from '../uploads/index.ts'
import { filesOf } from './files/offer-files.service.ts'
import { needsContract, remindFrom } from './lifecycle/guards.rules.ts'
import { allowedActions, allowedListActions } from './offer.rules.ts'
import { autoRemindersOf } from './offer.timers.ts'
import type { OfferDecisionContext, ListedOffer, Offer, OfferParts } from './offer.types.ts'
import * as store from './offers.store.ts'
import * as requests from './requests/requests.store.ts'
import { snapshotOf } from './revisions/revisions.rules.ts'
import { toRevision } from './revisions/revisions.service.ts'

/** A row of the provider's list. The phone number is shown on bookings only. */
export const toSummary = (offer: ListedOffer, context: OfferDecisionContext): OfferSummary => ({
  id: offer.id,
  reference: offer.reference,
  status: offer.status,
  origin: offer.origin,
  title: offer.title,
  serviceCategory: offer.serviceCategory,
  customer: {
    ...offer.customer,
    name: customerNameOf(offer.customer.name),
    phone: offer.customer.phone && maskPhone(offer.customer.phone),
  },
  city: offer.city,
  total: offer.total === null ? null : { amount: offer.total, currency: offer.currency },
  revisionNumber: offer.liveRevision,
  hasDraft: offer.hasDraft,
  viewCount: offer.viewCount,
  lastViewedAt: toIsoOrNull(offer.lastViewedAt),
  sentAt: toIsoOrNull(offer.sentAt),
  validUntil: toIsoOrNull(offer.validUntil),
  respondBy: toIsoOrNull(offer.respondBy),
  version: offer.version,
  createdAt: offer.createdAt.toISOString(),
  updatedAt: offer.updatedAt.toISOString(),
  allowedActions: allowedListActions(offer, context),
})

/** An offer as a card. */
export const toCard = (offer: Offer, context: OfferDecisionContext): OfferCard => ({
  ...toSummary({ ...offer, city: offer.location?.city ?? null, hasDraft: offer.draft !== null }, context),
  currency: offer.currency,
  timeZone: offer.timeZone,
  convertedTo: offer.convertedTo,
  allowedActions: allowedActions(offer, context),
})

/** An offer as its provider sees it. `parts` are loaded unless they are given. */
export async function toDetails(
  deps: Pick<Deps, 'files'>,
  db: Queryable,
  offer: Offer,
  context: OfferDecisionContext,
  parts?: OfferParts,
): Promise<OfferDetails> {
  const { draft, currency, location } = offer
  const { request, summaries, live } = parts ?? (await store.findParts(db, offer))
  const [current, previous] = live
  const unsentFileIds = [...(request?.photos ?? []), ...(draft ? filesOf(draft) : [])]
  const sentFiles = current ? filesOf(snapshotOf(current).content) : []
  const files = await listFiles(deps, db, [...new Set([...unsentFileIds, ...sentFiles])])
  const filesWith = (ids: readonly string[]) => files.filter(({ id }) => ids.includes(id))
  const nextAt = offer.remindersSent < OFFER_REMINDER_LIMIT ? remindFrom(offer) : null
  const nextAutomatic = autoRemindersOf(offer).find(({ dueAt }) => dueAt > context.now)
  return {
    ...toSummary({ ...offer, city: location?.city ?? null, hasDraft: draft !== null }, context),
    providerId: offer.providerId,
    channelId: offer.channelId,
    bookingId: offer.bookingId,
    currency,
    timeZone: offer.timeZone,
    site: location && { city: location.city, state: location.state ?? null, country: location.country },
    request: request ? requests.toRequest(request) : null,
    draftRevision: draft && {
      version: offer.draftVersion,
      content: draft,
      totals: calculateOffer(draft),
      updatedAt: (offer.draftUpdatedAt ?? offer.updatedAt).toISOString(),
    },
    currentRevision: current ? toRevision(current, previous, currency, filesWith(sentFiles)) : null,
    revisions: summaries,
    acceptedRevision: offer.acceptance?.revisionNumber ?? null,
    acceptance: offer.acceptance,
    firstViewedAt: toIsoOrNull(offer.firstViewedAt),
    changesRequested: offer.changes,
    convertedTo: offer.convertedTo,
    needsContract: needsContract(offer, context.settings),
    usualValidDays: context.settings.offerValidDays,
    lostReason: offer.lost,
    reminders: {
      sent: offer.remindersSent,
      limit: OFFER_REMINDER_LIMIT,
      nextAt: toIsoOrNull(nextAt),
      automatic: offer.autoRemindSince !== null,
      nextAutomaticAt: toIsoOrNull(nextAutomatic?.dueAt ?? null),
    },
    extensions: { used: offer.extensions, limit: EXTENSION_LIMIT },
    files: filesWith(unsentFileIds),
    allowedActions: allowedActions(offer, context),
  }
}
