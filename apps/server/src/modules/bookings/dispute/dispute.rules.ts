import type { BookingTransitionName, BookingStatus } from '@fettle/protocol/bookings'
import type { Attribution, Contest } from '@fettle/protocol/bookings/cancellations'
import { transition, type Booking, type BookingDecisionContext } from '../booking.rules.ts'

/** What a dispute does to a booking. Pure. */

/** B16: nothing is confirmed, owed or counted until it is settled. */
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
  /** Taken back: as if it had never been disputed. */
  isWithdrawn: boolean
  /** Whose doing it was, where somebody said so. */
  attribution: Attribution | null
  /** What of the fee for a cancellation or a no-show stays owed; undefined where it stays as it is. */
  fee?: number | undefined
  /** When it was disputed. */
  since: Date
}

/** The booking as it goes on. Whoever had time to confirm it has as much of it left as before. */
export function applyDisputeOutcome(
  booking: Booking,
  { to, isWithdrawn, attribution, fee, since }: BookingDisputeResult,
  context: BookingDecisionContext,
): Booking {
  const moved = transition(booking, disputeEndings[to], context)
  const { now } = context
  const attributed = <T extends NonNullable<Booking['cancellation'] | Booking['noShow']>>(record: T | null) =>
    record && { ...record, ...toJudged(record, { attribution, now }), fee: withAmount(record.fee, fee) }
  const isFirstConfirmed = to === 'COMPLETED' && booking.customerConfirmedAt === null
  return {
    ...moved,
    links: { ...moved.links, disputeId: isWithdrawn ? null : booking.links.disputeId },
    cancellation: attributed(booking.cancellation),
    noShow: to === 'COMPLETED' ? null : attributed(booking.noShow),
    ...(to === 'AWAITING_CONFIRMATION' && {
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

/** Who it counts against from now on, and what came of a contest. */
function toJudged(
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
