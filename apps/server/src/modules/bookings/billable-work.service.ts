import type { Money } from '@fettle/protocol'
import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Attribution } from '@fettle/protocol/bookings/cancellations'
import type { PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import type { Queryable } from '../../platform/db/db.ts'
import { adjustedTotal } from './adjustments/adjustments.rules.ts'
import { listOf } from './adjustments/adjustments.store.ts'
import { find } from './bookings.store.ts'
import { findFee, type Fee } from './cancellation/fees.store.ts'

/** What was done for whom and what it came to, for whoever charges it. */
export interface BillableWork {
  bookingId: string
  reference: string
  title: string
  status: BookingStatus
  providerId: string
  customer: { id: string; name: string }
  /** What was agreed on; undefined where no price ever was. */
  price: Money | undefined
  /** Extra work that was approved since, and less of it. */
  extras: PriceAdjustment['lines']
  /** The price with what was approved since. */
  total: Money | undefined
  /** When it was handed over; null before it is. */
  completedAt: Date | null
  /** Who did not come, as it stands now, and whether that is contested; null where nobody was missed. */
  missed: { by: Attribution; at: Date; isContested: boolean } | null
  offerId: string | null
  contractId: string | null
  /** The milestone that is paid instead. */
  milestoneId: string | null
  /** What is owed for a cancellation or a no-show. */
  fee: Fee | undefined
}

/** A booking as it is charged; undefined where there is none. */
export async function findBillableWork(db: Queryable, bookingId: string): Promise<BillableWork | undefined> {
  const [booking, adjustments, fee] = await db.parallel(
    () => find(db, bookingId),
    () => listOf(db, bookingId),
    () => findFee(db, bookingId),
  )
  if (!booking) return undefined
  const { id, reference, title, status, providerId, customer, completedAt, price, adjustedBy, links, noShow } = booking
  return {
    bookingId: id,
    reference,
    title,
    status,
    providerId,
    customer: { id: customer.id, name: customer.name },
    price: price.amount ?? undefined,
    extras: adjustments.filter((each) => each.status === 'APPROVED').flatMap(({ lines }) => lines),
    total: adjustedTotal(price, adjustedBy),
    completedAt,
    missed:
      status === 'NO_SHOW' && noShow
        ? { by: noShow.attributedTo, at: new Date(noShow.at), isContested: noShow.contest?.status === 'OPEN' }
        : null,
    offerId: links.offerId,
    contractId: links.contractId,
    milestoneId: links.milestoneId,
    fee,
  }
}
