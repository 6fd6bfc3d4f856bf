import type { BookingTransitionName, BookingStatus } from '@fettle/protocol/bookings'
import type { Attribution, Contest } from '@fettle/protocol/bookings/cancellations'
import { transition } from '../booking.rules.ts'
import type { Booking, BookingDecisionContext } from '../booking.types.ts'

/** Puts a booking in dispute. Nothing is confirmed, owed or counted until it is resolved. Pure. */
export const dispute = (booking: Booking, disputeId: string, context: BookingDecisionContext): Booking => ({
  ...transition(booking, 'dispute', context),
  links: { ...booking.links, disputeId },
})

export const disputeEndings = {
  AWAITING_CONFIRMATION: 'settle-awaiting',
  COMPLETED: 'settle-completed',
  NO_SHOW: 'settle-no-show',
  CANCELLED: 'settle-cancelled',
} as const satisfies { [S in BookingStatus]?: BookingTransitionName }
export type DisputeEnding = keyof typeof disputeEndings

export interface BookingDisputeResult {
  to: DisputeEnding
  /** Withdrawn: as if it had never been disputed, except that a contest of the responsibility ends with its dispute. */
  isWithdrawn: boolean
  /** The decided responsibility, if any. */
  attribution: Attribution | null
  /** The remaining fee for a cancellation or no-show. Undefined: unchanged. */
  fee?: number | undefined
  /** When the dispute began. */
  since: Date
}

/** The booking after its dispute. The remaining time for confirmation is as long as before. */
export function applyDisputeOutcome(
  booking: Booking,
  { to, isWithdrawn, attribution, fee, since }: BookingDisputeResult,
  context: BookingDecisionContext,
): Booking {
  const moved = transition(booking, disputeEndings[to], context)
  const { now } = context
  const attributed = <T extends Attributed>(record: T | null) =>
    record && !(isWithdrawn && record.contest?.status !== 'OPEN')
      ? { ...record, ...toAttribution(record, { attribution, now }), fee: withAmount(record.fee, fee) }
      : record
  const isFirstConfirmed = to === 'COMPLETED' && booking.customerConfirmedAt === null
  return {
    ...moved,
    links: { ...moved.links, disputeId: isWithdrawn ? null : booking.links.disputeId },
    cancellation: attributed(booking.cancellation),
    noShow: to === 'COMPLETED' ? null : attributed(booking.noShow),
    ...(to === 'AWAITING_CONFIRMATION' && {
      awaitingParty: 'CUSTOMER' as const,
      autoConfirmAt: booking.autoConfirmAt && new Date(+booking.autoConfirmAt + (+now - +since)),
    }),
    ...(isFirstConfirmed && {
      completedAt: booking.completedAt ?? now,
      customerConfirmedAt: now,
      autoConfirmAt: null,
    }),
  }
}

type Attributed = NonNullable<Booking['cancellation'] | Booking['noShow']>

/** The side it counts against from now on, and the result of a contest. */
function toAttribution(
  { attributedTo: before, contest }: Attributed,
  { attribution, now }: { attribution: Attribution | null; now: Date },
) {
  const attributedTo = attribution ?? before
  const status: Contest['status'] = attributedTo === before ? 'UPHELD' : 'CHANGED'
  return {
    attributedTo,
    countsFrom: now.toISOString(),
    contestUntil: null,
    contest: contest && { ...contest, status },
  }
}

const withAmount = (fee: Attributed['fee'], amount: number | undefined): Attributed['fee'] =>
  amount === undefined || !fee.amount
    ? fee
    : { ...fee, amount: { ...fee.amount, amount }, payer: amount > 0 ? fee.payer : null }
