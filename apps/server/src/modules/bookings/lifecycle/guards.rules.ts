import type { BookingAction } from '@fettle/protocol/bookings'
import { RESCHEDULE_LIMIT } from '@fettle/protocol/bookings/reschedules'
import { CONTEST_DAYS } from '@fettle/protocol/bookings/cancellations'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import type { Guard } from '../../../platform/workflow/rules.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'
import type { TextCode } from '../../../platform/locale/messages.ts'
import type { Booking, BookingDecisionContext, WithTime } from '../booking.types.ts'
import { isAnsweredByOffer, canBeAnsweredByOffer } from './answered-by-offer.rules.ts'
import { isScheduled } from './unscheduled.rules.ts'
import { disputableUntil } from '../dispute/dispute-window.rules.ts'

/**
 * Guards of actions beside the tables. The same guards fill `allowedActions` and check the action. What depends on the
 * caller's input is checked with it.
 */

const LATE_LIMIT = 3
const FIX_LIMIT = 3
const REOPEN_WITHIN_MS = DAY_MS

type BookingGuard = Guard<Booking, BookingDecisionContext>

/** A request past its deadline, whether or not its timer has fired. An open offer stops the deadline. */
const isLate = (booking: Booking, now: Date): boolean =>
  booking.status === 'REQUESTED' &&
  !isAnsweredByOffer(booking) &&
  booking.respondBy !== null &&
  now >= booking.respondBy

/** Whether an offer may answer a request now, or one that answers it may take effect. */
const answersWithOffer: BookingGuard = (booking, { now }) =>
  canBeAnsweredByOffer(booking) && !isLate(booking, now) ? undefined : 'INVALID_TRANSITION'

/** Fifteen minutes after the end of the customer's arrival window. */
const customerNoShowFrom = ({ startAt, arrivalWindowMinutes }: WithTime<Booking>): Date =>
  new Date(+startAt + (arrivalWindowMinutes + 15) * MINUTE_MS)

/**
 * Half an hour after the end of the arrival window, and a quarter of an hour after the provider's estimated arrival.
 */
const providerNoShowFrom = ({ startAt, arrivalWindowMinutes, etaAt }: WithTime<Booking>): Date =>
  new Date(Math.max(+startAt + (arrivalWindowMinutes + 30) * MINUTE_MS, etaAt ? +etaAt + 15 * MINUTE_MS : 0))

const requireAwaited: BookingGuard = (booking, { role, now }) => {
  if (isLate(booking, now)) return new AppError('REQUEST_EXPIRED')
  // The customer answers the offer, not their own request.
  return booking.awaitingParty === role && !isAnsweredByOffer(booking) ? undefined : 'INVALID_TRANSITION'
}

const notBefore =
  (milliseconds: number, message?: TextCode): BookingGuard =>
  (booking, { now }) => {
    if (!isScheduled(booking)) return 'INVALID_TRANSITION'
    const from = new Date(+booking.startAt - milliseconds)
    if (now >= from) return undefined
    const details = { time: formatMoment(from, booking.timeZone), from: from.toISOString() }
    const params = { time: instantParam(from, booking.timeZone) }
    return new AppError('BOOKING_TOO_EARLY', details, { params, ...(message && { message }) })
  }

const noShowAfter =
  (fromOf: (booking: WithTime<Booking>) => Date): BookingGuard =>
  (booking, { now }) => {
    if (!isScheduled(booking)) return 'INVALID_TRANSITION'
    const from = fromOf(booking)
    if (now >= from) return undefined
    const details = { time: formatMoment(from, booking.timeZone), from: from.toISOString() }
    return new AppError('NO_SHOW_TOO_EARLY', details, { params: { time: instantParam(from, booking.timeZone) } })
  }

const requireContestable =
  (of: (booking: Booking) => Booking['cancellation'] | Booking['noShow']): BookingGuard =>
  (booking, { role, now }) => {
    const record = of(booking)
    const isOpen =
      record !== null &&
      record.attributedTo === role &&
      record.contestUntil !== null &&
      record.contest === null &&
      now < new Date(record.contestUntil)
    return isOpen ? undefined : new AppError('CONTEST_CLOSED', { days: CONTEST_DAYS })
  }

export const guards: { readonly [A in BookingAction]?: BookingGuard } = {
  accept: requireAwaited,
  decline: requireAwaited,
  expire: (booking, { now }) => (isLate(booking, now) ? undefined : 'INVALID_TRANSITION'),
  withdraw: (booking, { role, now }) =>
    booking.createdBy === role && !isLate(booking, now) ? undefined : 'INVALID_TRANSITION',
  'accept-offer': answersWithOffer,
  'replace-by-contract': answersWithOffer,
  'send-offer': (booking, context) =>
    isAnsweredByOffer(booking) ? 'INVALID_TRANSITION' : answersWithOffer(booking, context),
  'start-travel': notBefore(4 * HOUR_MS),
  arrive: notBefore(HOUR_MS, 'ARRIVAL_TOO_EARLY'),
  // A started job occupies the schedule, so an unscheduled one cannot start.
  start: (booking) => (isScheduled(booking) ? undefined : 'INVALID_TRANSITION'),
  confirm: ({ autoConfirmAt }, { role, now }) =>
    role !== 'SYSTEM' || (autoConfirmAt !== null && now >= autoConfirmAt) ? undefined : 'INVALID_TRANSITION',
  'request-fix': ({ fixCount }) => (fixCount < FIX_LIMIT ? undefined : new AppError('FIX_LIMIT', { limit: FIX_LIMIT })),
  reopen: ({ completedAt }, { now }) =>
    completedAt !== null && +now < +completedAt + REOPEN_WITHIN_MS ? undefined : 'INVALID_TRANSITION',
  'report-no-show': noShowAfter(customerNoShowFrom),
  'report-provider-no-show': noShowAfter(providerNoShowFrom),
  late: (booking) => {
    if (!isScheduled(booking)) return 'INVALID_TRANSITION'
    return booking.lateCount < LATE_LIMIT ? undefined : new AppError('LATE_LIMIT', { limit: LATE_LIMIT })
  },
  reschedule: (booking, { role, now, proposal }) => {
    if (isLate(booking, now)) return 'INVALID_TRANSITION'
    if (booking.rescheduleCount >= RESCHEDULE_LIMIT) {
      return new AppError('RESCHEDULE_LIMIT', { limit: RESCHEDULE_LIMIT })
    }
    return proposal?.proposedBy === role && now < proposal.expiresAt ? new AppError('PROPOSAL_PENDING') : undefined
  },
  'edit-site': (booking, { now }) => (isLate(booking, now) ? 'INVALID_TRANSITION' : undefined),
  'contest-cancellation': requireContestable(({ cancellation }) => cancellation),
  'contest-no-show': requireContestable(({ noShow }) => noShow),
  dispute: (booking, { now }) => {
    // A request that was withdrawn or replaced by a contract has no fee, and nobody is responsible.
    if (booking.status === 'CANCELLED' && booking.confirmedAt === null) return 'INVALID_TRANSITION'
    // A resolved dispute may be appealed, not reopened.
    if (booking.links.disputeId !== null) return 'INVALID_TRANSITION'
    const until = disputableUntil(booking)
    if (until === null || now <= until) return undefined
    const details = { time: formatMoment(until, booking.timeZone), until: until.toISOString() }
    return new AppError('DISPUTE_CLOSED', details, { params: { time: instantParam(until, booking.timeZone) } })
  },
}
