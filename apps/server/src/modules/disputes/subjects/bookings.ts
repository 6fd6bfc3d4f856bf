import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  disputeBooking,
  findBillableWork,
  listBookingEvidence,
  lockDisputable,
  applyDisputeOutcomeToBooking,
  type BookingEnding,
  type DisputableBooking,
} from '../../bookings/index.ts'
import { findRemaining, setOnHold, type ChargedSubject } from '../../invoices/index.ts'
import type { DisputableSubject, DisputedAmount, SubjectHandler } from './subjects.ts'

/** Disputes about bookings, cancellations and no-shows. */

const toDisputed = ({ work, fee, ...booking }: DisputableBooking): DisputableSubject => {
  const total = work ?? fee ?? null
  return {
    providerId: booking.providerId,
    customer: booking.customer,
    label: booking.reference,
    title: booking.title,
    status: booking.status,
    until: booking.until,
    total: total && total.amount > 0 ? total : null,
    ...(booking.status === 'AWAITING_CONFIRMATION' && { isUnconfirmed: true }),
    bookingId: booking.id,
    contractId: booking.contractId,
  }
}

const isOfFee = (status: string) => status === 'CANCELLED' || status === 'NO_SHOW'

/** The part of the price that refunds left: the rest is not reversed again. */
const remainingOf = (tx: Tx, { id, status }: { id: string; status: string }, price: number): Promise<number> =>
  findRemaining(tx, { type: 'BOOKING', id }, { amount: price, isConfirmed: status === 'COMPLETED' })

const booking: SubjectHandler = {
  async inspect(deps, tx, person, id) {
    const disputed = toDisputed(await lockDisputable(deps, tx, person, id))
    const { status, total } = disputed
    if (isOfFee(status) || total === null) return disputed
    const amount = await remainingOf(tx, { id, status }, total.amount)
    return { ...disputed, total: amount > 0 ? { ...total, amount } : null }
  },
  async open(deps, tx, person, { id, subject }) {
    await disputeBooking(deps, tx, person, subject.id, id)
    if (isOfFee(subject.status)) await deps.invoices.chargeFee(subject.id, tx)
    else await setOnHold(tx, { type: 'BOOKING', id: subject.id }, true)
  },
  async resolve(deps, tx, dispute, ending) {
    const { id, status } = dispute.subject
    const wasUnconfirmed = status === 'AWAITING_CONFIRMATION'
    const chosenStatus = ending.subjectStatus as BookingEnding | null
    // An agreement or a decision replaces the customer's confirmation.
    const settledStatus = wasUnconfirmed ? 'COMPLETED' : (status as BookingEnding)
    const to = ending.isRestored ? (status as BookingEnding) : (chosenStatus ?? settledStatus)
    const fee = isOfFee(status) && !ending.isRestored ? (ending.toProvider ?? undefined) : undefined
    await applyDisputeOutcomeToBooking(deps, tx, id, {
      to,
      isWithdrawn: ending.isWithdrawn,
      attribution: ending.attribution,
      fee: fee === undefined ? undefined : (dispute.total ?? 0) - ending.reduction,
      since: dispute.createdAt,
    })
    if (isOfFee(status)) await deps.invoices.chargeFee(id, tx)
    else await setOnHold(tx, { type: 'BOOKING', id }, false)
    if (to === 'COMPLETED') await deps.invoices.chargeWork(id, tx)
  },
  async claims(_, tx, { subject: { id, status }, total, effectiveAt }) {
    if (total === null) return []
    const charged: ChargedSubject = { type: isOfFee(status) ? 'CANCELLATION_FEE' : 'BOOKING', id }
    if (isOfFee(status)) return [{ source: 'PAYMENTS', charged, amount: total }]
    const claimOf = (amount: number): DisputedAmount => ({ source: { type: 'booking', id }, charged, amount })
    if (effectiveAt === null || (await remainingOf(tx, { id, status }, total)) === total) return [claimOf(total)]
    // Less than at the beginning, if a payment was refunded meanwhile.
    const price = (await findBillableWork(tx, id))?.total?.amount ?? total
    return [claimOf(Math.min(total, await remainingOf(tx, { id, status }, price)))]
  },
  endings: (status) => (status === 'AWAITING_CONFIRMATION' ? ['COMPLETED', 'AWAITING_CONFIRMATION'] : [status]),
  reversedStatuses: ['AWAITING_CONFIRMATION'],
  async collectEvidence(_, tx, { subject: { id, label }, contractId }) {
    const { fileIds, offerId } = await listBookingEvidence(tx, id)
    return {
      timelines: [{ type: 'booking', id }],
      fileIds,
      documents: [
        { type: 'BOOKING', id, label },
        ...(offerId ? [{ type: 'OFFER' as const, id: offerId, label: '' }] : []),
        ...(contractId ? [{ type: 'CONTRACT' as const, id: contractId, label: '' }] : []),
      ],
    }
  },
}

/** Cancellations and no-shows: the fee owed and who is responsible. */
const cancellation: SubjectHandler = {
  ...booking,
  async inspect(deps, tx, person, id) {
    const disputed = await booking.inspect(deps, tx, person, id)
    if (isOfFee(disputed.status)) return disputed
    throw new AppError('INVALID_TRANSITION', {
      thing: 'cancellation',
      from: disputed.status,
      action: 'dispute',
      verb: 'disputed',
      allowed: [],
    })
  },
}

export const bookingSubjects = { BOOKING: booking, CANCELLATION: cancellation }
