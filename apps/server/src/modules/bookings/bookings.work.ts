import type { Money } from '@fettle/protocol'
import type { Queryable } from '../../platform/db.ts'
import { adjustedTotal } from './adjustments/adjustments.rules.ts'
import { find } from './bookings.store.ts'

/** What was done for whom and what it came to, for whoever charges it. */
export interface Work {
  bookingId: string
  reference: string
  title: string
  providerId: string
  customerId: string
  /** The price with what was approved since; undefined where none was ever agreed on. */
  total: Money | undefined
  completedAt: Date
}

/** The work of a booking that was completed; undefined before it is, and where a contract's milestones are paid instead. */
export async function findWork(db: Queryable, bookingId: string): Promise<Work | undefined> {
  const booking = await find(db, bookingId)
  if (!booking?.completedAt || booking.links.milestoneId) return undefined
  const { id, reference, title, providerId, customer, completedAt, price, adjustedBy } = booking
  const total = adjustedTotal(price, adjustedBy)
  return { bookingId: id, reference, title, providerId, customerId: customer.id, total, completedAt }
}
