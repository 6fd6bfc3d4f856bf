import type { MarketplaceOffer } from '@fettle/protocol/marketplace/offers'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import type { OfferDocument } from '@fettle/protocol/offers'
import type { PublicProvider } from '@fettle/protocol/accounts/profile'
import type { ActingParty, ActingPerson } from '../../../platform/acting-party.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { listTimeline } from '../../../platform/db/domain-events.ts'
import { customerNameOf } from '../../../platform/locale/customer-name.ts'
import { closedProvider, findPublicProvider } from '../../profile/index.ts'
import { listFiles } from '../../uploads/index.ts'
import { defaultDay, endOf } from '../lifecycle/validity.rules.ts'
import { getOwnOffer, subjectOf } from '../offer.access.ts'
import { toDecisionContext } from '../lifecycle/decision-context.ts'
import { filesOf } from '../files/offer-files.service.ts'
import { needsContract } from '../lifecycle/guards.rules.ts'
import { allowedActions } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import * as requests from '../requests/requests.store.ts'
import { changesSince, snapshotOf, withoutCosts, withoutMargin, type Revision } from '../revisions/revisions.rules.ts'
import { getStoredRevision } from '../revisions/revisions.service.ts'
import * as revisions from '../revisions/revisions.store.ts'

type OfferViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config' | 'settings'>

/** Offers as their customer reads them: without costs, margin and drafts. */

const providerOf = async (deps: OfferViewDeps, id: string): Promise<PublicProvider> =>
  (await findPublicProvider(deps, id)) ?? closedProvider(id)

const frameOf = (offer: Offer, provider: PublicProvider) => ({
  id: offer.id,
  reference: offer.reference,
  status: offer.status,
  currency: offer.currency,
  timeZone: offer.timeZone,
  provider,
  customerName: customerNameOf(offer.customer.name),
})

/** A sent revision as a document. */
async function documentOf(
  deps: OfferViewDeps,
  db: Queryable,
  offer: Offer,
  [revision, previous]: [Revision, Revision | undefined],
  provider: PublicProvider,
): Promise<OfferDocument> {
  const { content, totals } = snapshotOf(revision)
  const isLive = revision.number === offer.liveRevision
  return {
    ...frameOf(offer, provider),
    revisionNumber: revision.number,
    contentHash: revision.contentHash,
    content,
    totals,
    sentAt: revision.sentAt.toISOString(),
    // The validity may have been extended since.
    validUntil: ((isLive && offer.validUntil) || revision.validUntil).toISOString(),
    changeSummary: changesSince(revision, previous),
    files: await listFiles(deps, db, filesOf(content)),
  }
}

/** A revision as a document, for anyone who may open the offer. */
export async function getOfferDocument(
  deps: OfferViewDeps,
  party: ActingParty,
  id: string,
  number: number,
): Promise<OfferDocument> {
  const offer = await getOwnOffer(deps.db, party, id)
  const found = await getStoredRevision(deps.db, offer, number)
  return documentOf(deps, deps.db, offer, found, await providerOf(deps, offer.providerId))
}

/** Preview for the customer: the draft if there is one, otherwise the sent revision. */
export async function preview(deps: OfferViewDeps, party: ActingPerson, id: string): Promise<OfferDocument> {
  const { db, clock } = deps
  const offer = await getOwnOffer(db, party, id)
  const provider = await providerOf(deps, offer.providerId)
  const live = offer.liveRevision === null ? undefined : await getStoredRevision(db, offer, offer.liveRevision)
  if (!offer.draft) {
    if (!live) throw new AppError('NOT_FOUND', { thing: 'draft' })
    return documentOf(deps, db, offer, live, provider)
  }
  const content = withoutCosts(offer.draft)
  return {
    ...frameOf(offer, provider),
    revisionNumber: null,
    contentHash: null,
    content,
    totals: withoutMargin(calculateOffer(content)),
    sentAt: null,
    validUntil: endOf(
      content.validUntil ?? defaultDay(clock.now(), offer.timeZone, deps.settings()),
      offer.timeZone,
    ).toISOString(),
    changeSummary: null,
    files: await listFiles(deps, db, filesOf(content)),
  }
}

/** The full view for the marketplace. */
export async function toMarketplaceOffer(
  deps: OfferViewDeps,
  party: ActingPerson,
  id: string,
): Promise<MarketplaceOffer> {
  const { db } = deps
  const offer = await getOwnOffer(db, party, id)
  const { liveRevision } = offer
  const [provider, request, live, summaries, timeline] = await Promise.all([
    providerOf(deps, offer.providerId),
    offer.requestId ? requests.find(db, offer.requestId) : undefined,
    liveRevision === null ? undefined : getStoredRevision(db, offer, liveRevision),
    revisions.listSummaries(db, id, offer.currency),
    listTimeline(db, subjectOf(offer), 'CUSTOMER'),
  ])
  return {
    id,
    reference: offer.reference,
    status: offer.status,
    origin: offer.origin,
    customerId: offer.customer.id,
    providerId: offer.providerId,
    provider,
    channelId: offer.channelId,
    request: request ? requests.toRequest(request) : null,
    requestFiles: request ? await listFiles(deps, db, request.photos) : [],
    currentRevision: live ? await documentOf(deps, db, offer, live, provider) : null,
    revisions: summaries,
    validUntil: offer.validUntil?.toISOString() ?? null,
    viewCount: offer.viewCount,
    acceptance: offer.acceptance,
    convertedTo: offer.convertedTo,
    needsContract: needsContract(offer, deps.settings()),
    lostReason: offer.lost,
    allowedActions: allowedActions(offer, toDecisionContext(deps, 'CUSTOMER')),
    timeline,
    version: offer.version,
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
  }
}

/** An offer as its customer sees it, for the marketplace. */
export const showOffer = (deps: OfferViewDeps, customerId: string, id: string): Promise<MarketplaceOffer> =>
  toMarketplaceOffer(deps, { role: 'CUSTOMER', id: customerId, name: '' }, id)
