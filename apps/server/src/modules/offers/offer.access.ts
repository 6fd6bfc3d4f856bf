import { assertOwn, type ActingParty } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { lockSchedule } from '../availability/index.ts'
import type { Offer, OfferWithParts } from './offer.types.ts'
import * as store from './offers.store.ts'

/** An offer's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Offer, 'id' | 'version' | 'status'>) => ({
  type: 'offer',
  id,
  version,
  status,
})

/** Loads the caller's offer. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnOffer(db: Queryable, party: ActingParty, id: string): Promise<Offer> {
  return assertOwn('offer', await store.find(db, id), party)
}

/** Loads the caller's offer with everything its provider sees beside it. Throws NOT_FOUND as `getOwnOffer` does. */
export async function getOwnOfferWithParts(db: Queryable, party: ActingParty, id: string): Promise<OfferWithParts> {
  return assertOwn('offer', await store.findWithParts(db, id), party)
}

/**
 * Loads the caller's offer and locks the provider's schedule, because the offer's slots are held there. Throws
 * NOT_FOUND if it belongs to someone else.
 */
export async function lockOwnOffer(tx: Tx, party: ActingParty, id: string): Promise<Offer> {
  const { providerId } = await getOwnOffer(tx, party, id)
  await lockSchedule(tx, providerId)
  return getOwnOffer(tx, party, id)
}
