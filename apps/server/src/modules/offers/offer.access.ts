import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockSchedule } from '../availability/index.ts'
import type { ActingParty } from '../bookings/index.ts'
import type { Offer } from './offer.types.ts'
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
  const offer = await store.find(db, id)
  const isTheirs =
    party.role === 'SYSTEM' || party.id === (party.role === 'PROVIDER' ? offer?.providerId : offer?.customer.id)
  if (!offer || !isTheirs) throw new AppError('NOT_FOUND', { thing: 'offer' })
  return offer
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
