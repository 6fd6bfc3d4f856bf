import type { OfferFile, OfferRevision } from '@fettle/protocol/offers'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { diffOffers, type OfferDiff } from '@fettle/protocol/offers/diff'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { listFiles } from '../../uploads/index.ts'
import { getOwnOffer } from '../offer.access.ts'
import type { Offer } from '../offer.types.ts'
import { filesOf } from '../files/offer-files.service.ts'
import { changesSince, contentOf, snapshotOf, type Revision } from './revisions.rules.ts'
import * as store from './revisions.store.ts'

type RevisionDeps = Pick<Deps, 'db' | 'files'>

/** A revision for its provider. */
export const toRevision = (
  revision: Revision,
  previous: Revision | undefined,
  currency: string,
  files: OfferFile[],
): OfferRevision => {
  const content = contentOf(revision, { withCosts: true })
  return {
    number: revision.number,
    title: revision.title,
    total: { amount: revision.total, currency },
    contentHash: revision.contentHash,
    sentAt: revision.sentAt.toISOString(),
    supersededAt: revision.supersededAt?.toISOString() ?? null,
    currency,
    content,
    totals: calculateOffer(content),
    validUntil: revision.validUntil.toISOString(),
    changeSummary: changesSince(revision, previous),
    files,
  }
}

/** Loads a revision of the caller's own offer. Throws NOT_FOUND. */
export async function getStoredRevision(
  db: Queryable,
  offer: Offer,
  number: number,
): Promise<[Revision, Revision | undefined]> {
  const found = await store.findWithPrevious(db, offer.id, number)
  const revision = found.find((each) => each.number === number)
  if (!revision) throw new AppError('NOT_FOUND', { thing: 'revision' })
  return [revision, found.find((each) => each.number === number - 1)]
}

export async function getRevision(
  deps: RevisionDeps,
  party: ActingParty,
  id: string,
  number: number,
): Promise<OfferRevision> {
  const offer = await getOwnOffer(deps.db, party, id)
  const [revision, previous] = await getStoredRevision(deps.db, offer, number)
  const files = await listFiles(deps, deps.db, filesOf(snapshotOf(revision).content))
  return toRevision(revision, previous, offer.currency, files)
}

/** Compares a revision with another one, by default the one before it. The first has no differences. */
export async function diffRevision(
  { db }: Pick<Deps, 'db'>,
  party: ActingParty,
  id: string,
  { number, against = Math.max(1, number - 1) }: { number: number; against?: number | undefined },
): Promise<{ number: number; against: number; diff: OfferDiff }> {
  const offer = await getOwnOffer(db, party, id)
  const [after] = await getStoredRevision(db, offer, number)
  const [before] = await getStoredRevision(db, offer, against)
  return { number, against, diff: diffOffers(snapshotOf(before).content, snapshotOf(after).content) }
}
