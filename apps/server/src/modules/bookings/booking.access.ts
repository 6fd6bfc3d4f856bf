import { assertOwn, type ActingParty } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { findWithParts, type BookingWithParts } from './booking-details.store.ts'
import type { Booking } from './booking.types.ts'
import * as store from './bookings.store.ts'

/** A booking's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Booking, 'id' | 'version' | 'status'>) => ({
  type: 'booking',
  id,
  version,
  status,
})

/** Loads the caller's booking. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnBooking(db: Queryable, party: ActingParty, id: string): Promise<Booking> {
  return assertOwn('booking', await store.find(db, id), party)
}

/** Loads the caller's booking with its parts. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnBookingWithParts(db: Queryable, party: ActingParty, id: string): Promise<BookingWithParts> {
  return assertOwn('booking', await findWithParts(db, id), party)
}

/** Loads the caller's booking and locks the provider's schedule until the transaction ends. Throws NOT_FOUND if it belongs to someone else. */
export async function lockOwnBooking(tx: Tx, party: ActingParty, id: string): Promise<Booking> {
  await store.lockScheduleOf(tx, id)
  return getOwnBooking(tx, party, id)
}
