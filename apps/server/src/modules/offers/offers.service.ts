import type { PageMeta } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import {
  type OfferCard,
  type OfferDetails,
  type OfferListMeta,
  type OfferStatus,
  type OfferSummary,
} from '@fettle/protocol/offers'
import { actorOf, sideOf, type ActingParty } from '../../platform/acting-party.ts'
import type { DocumentListInput } from '../../platform/db/document-list.ts'
import type { Deps } from '../../platform/deps.ts'
import { appendEvent, listTimeline } from '../../platform/db/domain-events.ts'
import { detachFiles } from '../uploads/index.ts'
import { getOwnOffer, getOwnOfferWithParts, lockOwnOffer, subjectOf } from './offer.access.ts'
import type { OfferDeps } from './offer.workflow.ts'
import { toDecisionContext } from './lifecycle/decision-context.ts'
import { assertAllowed } from './offer.rules.ts'
import * as store from './offers.store.ts'
import { toCard, toDetails, toSummary } from './offer.view.ts'

/** One page of a provider's offers with counts by status. */
export async function listOffers(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  providerId: string,
  input: DocumentListInput<OfferStatus>,
): Promise<{ offers: OfferSummary[]; meta: PageMeta & OfferListMeta }> {
  const context = toDecisionContext(deps, 'PROVIDER')
  const { rows, meta } = await store.list(deps.db, providerId, input)
  return { offers: rows.map((row) => toSummary(row, context)), meta }
}

export async function getOffer(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'settings'>,
  party: ActingParty,
  id: string,
): Promise<OfferDetails> {
  const offer = await getOwnOfferWithParts(deps.db, party, id)
  return toDetails(deps, deps.db, offer, toDecisionContext(deps, party.role), offer.parts)
}

/** Offers by ids, as cards. Missing ids and those of others are left out. */
export async function listCards(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  providerId: string,
  ids: readonly string[],
): Promise<OfferCard[]> {
  const context = toDecisionContext(deps, 'PROVIDER')
  return (await store.findMany(deps.db, providerId, ids)).map((offer) => toCard(offer, context))
}

export async function getTimeline({ db }: Pick<Deps, 'db'>, party: ActingParty, id: string): Promise<TimelineEntry[]> {
  const offer = await getOwnOffer(db, party, id)
  return listTimeline(db, subjectOf(offer), sideOf(party))
}

/** All offers of a provider with their timelines, for the data export. */
export async function listAllOffers(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'settings'>,
  { id: providerId, name }: { id: string; name: string },
): Promise<(OfferDetails & { timeline: TimelineEntry[] })[]> {
  const provider = { role: 'PROVIDER', id: providerId, name } as const
  const all = []
  for (let cursor: string | undefined; ;) {
    const { offers, meta } = await listOffers(deps, providerId, { sort: '-updatedAt', limit: 100, cursor })
    for (const { id } of offers) {
      all.push({ ...(await getOffer(deps, provider, id)), timeline: await getTimeline(deps, provider, id) })
    }
    if (meta.nextCursor === null) return all
    cursor = meta.nextCursor
  }
}

/** Deletes an own draft that was never sent, without a trace. */
export function removeOffer(deps: OfferDeps, party: ActingParty, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const offer = await lockOwnOffer(tx, party, id)
    assertAllowed(offer, 'remove', toDecisionContext(deps, party.role))
    await store.remove(tx, id)
    await detachFiles(tx, id)
    await appendEvent(deps, tx, {
      subject: subjectOf(offer),
      type: 'offer.removed',
      actor: actorOf(party),
      visibility: 'PROVIDER',
      providerId: offer.providerId,
    })
  })
}
