import { AppError } from '../../../platform/errors.ts'
import {
  disputeBooking,
  listBookingEvidence,
  lockDisputable,
  applyDisputeOutcomeToBooking,
  type BookingEnding,
  type DisputableBooking,
} from '../../bookings/index.ts'
import { setOnHold, type ChargedSubject } from '../../invoices/index.ts'
import type { DisputableSubject, SubjectHandler } from './subjects.ts'

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

const booking: SubjectHandler = {
  inspect: async (tx, deps, person, id) => toDisputed(await lockDisputable(tx, deps, person, id)),
  async open(tx, deps, person, { id, subject }) {
    await disputeBooking(tx, deps, person, subject.id, id)
    if (isOfFee(subject.status)) await deps.invoices.chargeFee(subject.id, tx)
    else await setOnHold(tx, { type: 'BOOKING', id: subject.id }, true)
  },
  async resolve(tx, deps, dispute, ending) {
    const { id, status } = dispute.subject
    const wasUnconfirmed = status === 'AWAITING_CONFIRMATION'
    const named = ending.subjectStatus as BookingEnding | null
    // An agreement or a decision replaces the customer's confirmation.
    const settled = wasUnconfirmed ? 'COMPLETED' : (status as BookingEnding)
    const to = ending.isRestored ? (status as BookingEnding) : (named ?? settled)
    const fee = isOfFee(status) && !ending.isRestored ? (ending.toProvider ?? undefined) : undefined
    await applyDisputeOutcomeToBooking(tx, deps, id, {
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
  async claims(_, __, { subject: { id, status }, total }) {
    if (total === null) return []
    const charged: ChargedSubject = { type: isOfFee(status) ? 'CANCELLATION_FEE' : 'BOOKING', id }
    return [{ source: isOfFee(status) ? 'PAYMENTS' : { type: 'booking', id }, charged, amount: total }]
  },
  endings: (status) => (status === 'AWAITING_CONFIRMATION' ? ['COMPLETED', 'AWAITING_CONFIRMATION'] : [status]),
  reversedStatuses: ['AWAITING_CONFIRMATION'],
  async collectEvidence(tx, _, { subject: { id, label }, contractId }) {
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
  async inspect(tx, deps, person, id) {
    const disputed = await booking.inspect(tx, deps, person, id)
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
