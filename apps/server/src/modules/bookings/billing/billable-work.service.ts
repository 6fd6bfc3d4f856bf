import type { Money } from '@fettle/protocol'
import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Attribution } from '@fettle/protocol/bookings/cancellations'
import type { PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import type { Queryable } from '../../../platform/db/db.ts'
import { adjustedTotal, chargedPrice, ownPrice } from '../content/adjustments.rules.ts'
import { listOf, listOfMany } from '../content/adjustments.store.ts'
import { find, findMany } from '../bookings.store.ts'
import { findFee, type Fee } from '../cancellation/cancellation-fees.store.ts'
import { listHandedOver } from './handed-over.store.ts'

/** Finished work and its amounts, for invoicing. */
export interface BillableWork {
  bookingId: string
  reference: string
  title: string
  status: BookingStatus
  /** Whether it was more than a request. */
  wasConfirmed: boolean
  providerId: string
  customer: { id: string; name: string }
  /** The agreed price. Zero where only extra work is charged: without another price, or beside a milestone. */
  price: Money | undefined
  /** Lines of approved adjustments. */
  extras: PriceAdjustment['lines']
  /** Price including approved adjustments. */
  total: Money | undefined
  /** When it was handed over. Null before. */
  completedAt: Date | null
  /** The no-show, and whether it is contested. Null: none. */
  missed: { by: Attribution; at: Date; isContested: boolean } | null
  offerId: string | null
  contractId: string | null
  /** The fee for a cancellation or no-show. */
  fee: Fee | undefined
}

/** The latest handed-over jobs of a provider that no milestone pays, those that wait for the customer first. */
export async function listHandedOverWork(
  db: Queryable,
  parties: { providerId: string; customerId?: string | undefined },
): Promise<Pick<BillableWork, 'bookingId' | 'reference' | 'title' | 'customer' | 'total' | 'completedAt'>[]> {
  const ids = await listHandedOver(db, parties)
  const bookings = new Map((await findMany(db, parties.providerId, ids)).map((booking) => [booking.id, booking]))
  const handedOver = ids.flatMap((id) => bookings.get(id) ?? [])
  const withoutPrice = handedOver.filter(
    ({ price, adjustmentsTotal }) => price.model === 'TO_QUOTE' && adjustmentsTotal > 0,
  )
  const adjustments = await listOfMany(
    db,
    withoutPrice.map(({ id }) => id),
  )
  return handedOver.map(({ id, reference, title, customer, price, adjustmentsTotal, completedAt }) => {
    const ofBooking = adjustments.filter(({ bookingId }) => bookingId === id)
    const total = adjustedTotal(chargedPrice(price, ofBooking), adjustmentsTotal)
    return { bookingId: id, reference, title, customer: { id: customer.id, name: customer.name }, total, completedAt }
  })
}

/** Billing facts of a booking. Undefined: no such booking. */
export async function findBillableWork(db: Queryable, bookingId: string): Promise<BillableWork | undefined> {
  const [booking, adjustments, fee] = await db.parallel(
    () => find(db, bookingId),
    () => listOf(db, bookingId),
    () => findFee(db, bookingId),
  )
  if (!booking) return undefined
  const { id, reference, title, status, providerId, customer, adjustmentsTotal, links, noShow } = booking
  const { confirmedAt, completedAt } = booking
  const approved = adjustments.filter((each) => each.status === 'APPROVED')
  const agreed = chargedPrice(ownPrice(booking), approved)
  return {
    bookingId: id,
    reference,
    title,
    status,
    wasConfirmed: confirmedAt !== null,
    providerId,
    customer: { id: customer.id, name: customer.name },
    price: agreed.amount,
    extras: approved.flatMap(({ lines }) => lines),
    total: adjustedTotal(agreed, adjustmentsTotal),
    completedAt,
    missed:
      status === 'NO_SHOW' && noShow
        ? { by: noShow.attributedTo, at: new Date(noShow.at), isContested: noShow.contest?.status === 'OPEN' }
        : null,
    offerId: links.offerId,
    contractId: links.contractId,
    fee,
  }
}
