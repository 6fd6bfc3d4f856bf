import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ActorRef } from '../../platform/db/domain-events.ts'
import type { Booking } from './booking.types.ts'
import * as store from './bookings.store.ts'

/** A person acting on their own booking. */
export interface ActingPerson {
  role: 'PROVIDER' | 'CUSTOMER'
  id: string
  name: string
}
export type ActingProvider = ActingPerson & { role: 'PROVIDER' }
/** Who acts: a person, or a timer on any booking. */
export type ActingParty = ActingPerson | { role: 'SYSTEM' }

/** A booking's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Booking, 'id' | 'version' | 'status'>) => ({
  type: 'booking',
  id,
  version,
  status,
})

export const actorOf = (party: ActingParty): ActorRef =>
  party.role === 'SYSTEM'
    ? { type: 'SYSTEM', id: null, name: 'Fettle' }
    : { type: party.role, id: party.id, name: party.name }

/** Loads the caller's booking. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnBooking(db: Queryable, party: ActingParty, id: string): Promise<Booking> {
  const booking = await store.find(db, id)
  const isTheirs =
    party.role === 'SYSTEM' || party.id === (party.role === 'PROVIDER' ? booking?.providerId : booking?.customer.id)
  if (!booking || !isTheirs) throw new AppError('NOT_FOUND', { thing: 'booking' })
  return booking
}

/** Loads the caller's booking and locks the provider's schedule until the transaction ends. Throws NOT_FOUND if it belongs to someone else. */
export async function lockOwnBooking(tx: Tx, party: ActingParty, id: string): Promise<Booking> {
  await store.lockScheduleOf(tx, id)
  return getOwnBooking(tx, party, id)
}
