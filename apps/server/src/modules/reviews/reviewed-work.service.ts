import type { ReviewedWork } from '@fettle/protocol/reviews'
import type { Queryable } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findBillableWork as findBookingWork } from '../bookings/index.ts'
import { findContractWork } from '../contracts/index.ts'
import { listClosed } from '../disputes/index.ts'
import type { ReviewSide, RateableWork } from './review.rules.ts'

/** Work that can be rated: a booking or a contract. */

export type ReviewedWorkKey = Pick<ReviewedWork, 'type' | 'id'>

/** The work with the facts needed for rating. Undefined: none. */
export async function findReviewedWork(
  db: Queryable,
  { type, id }: ReviewedWorkKey,
): Promise<RateableWork | undefined> {
  if (type === 'CONTRACT') {
    const contract = await findContractWork(db, id)
    if (!contract) return undefined
    const { completedAt, isDisputed } = contract
    const ended = completedAt && { at: completedAt, missedBy: null, isContested: false }
    return { ...factsOf({ type, id }, contract), ended, isDisputed, disputes: await listClosed(db, { contractId: id }) }
  }
  const booking = await findBookingWork(db, id)
  if (!booking) return undefined
  const { status, completedAt, missed } = booking
  const completion =
    status === 'COMPLETED' && completedAt ? { at: completedAt, missedBy: null, isContested: false } : null
  const ended = missed ? { at: missed.at, missedBy: missed.by, isContested: missed.isContested } : completion
  const isDisputed = status === 'DISPUTED'
  return { ...factsOf({ type, id }, booking), ended, isDisputed, disputes: await listClosed(db, { bookingId: id }) }
}

function factsOf(
  key: ReviewedWorkKey,
  work: { reference: string; title: string; providerId: string; customer: { id: string; name: string } },
) {
  const { reference, title, providerId, customer } = work
  return { ...key, reference, title, providerId, customerId: customer.id, customerName: customer.name }
}

/** Loads work of the viewer. Throws NOT_FOUND. A marketplace without a named customer acts for its customer. */
export async function getOwnWork(
  db: Queryable,
  viewer: { role: ReviewSide; id: string | undefined },
  key: ReviewedWorkKey,
): Promise<RateableWork> {
  const work = await findReviewedWork(db, key)
  const owner = viewer.role === 'PROVIDER' ? work?.providerId : work?.customerId
  if (!work || (viewer.id !== undefined && viewer.id !== owner)) {
    throw new AppError('NOT_FOUND', { thing: key.type === 'BOOKING' ? 'booking' : 'contract' })
  }
  return work
}
