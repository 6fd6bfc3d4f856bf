import { shortened } from '@fettle/protocol/common/limits'
import {
  bookingUpdates,
  bookingFlow,
  type BookingAction,
  type BookingTransitionName,
  type DeclineReason,
} from '@fettle/protocol/bookings'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { bumpVersion, defineRules } from '../../platform/workflow/rules.ts'
import { guards } from './lifecycle/guards.rules.ts'
import { isScheduled } from './lifecycle/unscheduled.rules.ts'
import { withoutPastReminders } from './booking.timers.ts'
import type { Booking, BookingDecisionContext, BookingSlot, WithTime } from './booking.types.ts'

export const durationOf = ({ startAt, endAt }: BookingSlot): number => Math.round((+endAt - +startAt) / MINUTE_MS)

const verbs: Record<BookingAction, string> = {
  accept: 'accepted',
  decline: 'declined',
  expire: 'expired',
  withdraw: 'withdrawn',
  'accept-offer': 'confirmed by an offer',
  'replace-by-contract': 'replaced by a contract',
  'start-travel': 'travelled to',
  arrive: 'arrived at',
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  complete: 'completed',
  confirm: 'confirmed',
  'request-fix': 'sent back for a fix',
  reopen: 'reopened',
  cancel: 'cancelled',
  'report-no-show': 'reported as a no-show',
  'report-provider-no-show': 'reported as a no-show',
  dispute: 'disputed',
  'settle-awaiting': 'settled',
  'settle-completed': 'settled',
  'settle-no-show': 'settled',
  'settle-cancelled': 'settled',
  'send-offer': 'answered with an offer',
  late: 'delayed',
  reschedule: 'rescheduled',
  'contact-attempts': 'given a contact attempt',
  'edit-site': 'given other site details',
  'contest-cancellation': 'contested',
  'contest-no-show': 'contested',
  rebook: 'booked again',
}

const bookingRules = defineRules({
  subject: 'booking',
  flow: bookingFlow,
  updates: bookingUpdates,
  guards,
  verbs,
  expired: { code: 'REQUEST_EXPIRED', answers: ['accept', 'decline'] },
  isOffered: (_, action, { slotTaken }) => !(action === 'accept' && slotTaken),
  messageOf(booking, action, isInTable) {
    if (action === 'cancel' && booking.status === 'IN_PROGRESS') return 'WORK_STARTED'
    return !isScheduled(booking) && isInTable ? 'TIME_NOT_AGREED' : undefined
  },
})
export const { allowedActions, assertAllowed, isDone } = bookingRules

/** The booking after a transition, with the next version. */
export const transition = (
  booking: Booking,
  action: BookingTransitionName,
  context: BookingDecisionContext,
): Booking => ({ ...bookingRules.transition(booking, action, context), awaitingParty: null })

/** The booking at a time. */
export const withTime = (booking: Booking, { startAt, endAt }: BookingSlot): WithTime<Booking> => ({
  ...booking,
  startAt,
  endAt,
  durationMinutes: durationOf({ startAt, endAt }),
})

/** Accepts a request, at its own time or one of the requested alternatives. */
export function accept(
  booking: Booking,
  context: BookingDecisionContext,
  { slot, startCode }: { slot?: BookingSlot; startCode: string },
): Booking {
  const accepted = transition(booking, 'accept', context)
  // An offer that answered it before is not what was agreed on.
  const links = { ...booking.links, offerId: null }
  return { ...(slot ? withTime(accepted, slot) : accepted), links, confirmedAt: context.now, startCode }
}

/** Terms of an accepted offer for the request it answers. */
interface OfferAgreement extends BookingSlot, Pick<Booking, 'title' | 'description' | 'price'> {
  offerId: string
}

/** Confirms a request on the terms of the offer that answers it. The offer's text follows the customer's. */
export function acceptOffer(
  booking: Booking,
  context: BookingDecisionContext,
  { agreed, startCode }: { agreed: OfferAgreement; startCode: string },
): WithTime<Booking> {
  const { offerId, title, price, startAt, endAt } = agreed
  const isAtRequestedTime = isScheduled(booking) && +booking.startAt === +startAt && +booking.endAt === +endAt
  return {
    ...withTime(transition(booking, 'accept-offer', { ...context, role: 'SYSTEM' }), { startAt, endAt }),
    schedulingMode: isAtRequestedTime ? booking.schedulingMode : booking.arrivalWindowMinutes > 0 ? 'WINDOW' : 'FIXED',
    title,
    description: shortened([booking.description, agreed.description].filter(Boolean).join('\n\n'), 5000),
    price,
    links: { ...booking.links, offerId },
    confirmedAt: context.now,
    startCode,
  }
}

/** The request with the offer that answers it, or without an open one any more. */
export const withOffer = (
  booking: Booking,
  { offerId, isOpen }: { offerId: string | null; isOpen: boolean },
  now: Date,
): Booking => ({
  ...bumpVersion(booking, now),
  awaitingParty: isOpen ? 'CUSTOMER' : 'PROVIDER',
  links: { ...booking.links, offerId },
})

/** Declines a request with a reason. */
export function decline(
  booking: Booking,
  answer: { reasonCode: DeclineReason; note?: string | undefined; suggestSlots?: readonly ProposedSlot[] | undefined },
  context: BookingDecisionContext,
): Booking {
  return {
    ...transition(booking, 'decline', context),
    declined: {
      reasonCode: answer.reasonCode,
      note: answer.note || null,
      suggestedSlots: answer.suggestSlots ?? [],
    },
  }
}

/** The start both agreed on last, and earlier ones that still count. */
function agreedStarts({ startAt, earlierStarts }: WithTime<Pick<Booking, 'earlierStarts'>>, now: Date) {
  const current = earlierStarts.filter(({ until }) => until > now)
  return {
    last: current.find(({ isOneSided }) => isOneSided)?.startAt ?? startAt,
    earlier: current.filter(({ isOneSided }) => !isOneSided),
  }
}

/** The earliest start agreed within the last day, from which cancellation notice is measured. */
export function feeBasisOf(booking: WithTime<Pick<Booking, 'earlierStarts'>>, now: Date): Date {
  const { last, earlier } = agreedStarts(booking, now)
  return new Date(Math.min(+last, ...earlier.map(({ startAt }) => +startAt)))
}

/** The booking at a time agreed now. A delay was reported for the old one. */
const withNewTime = (booking: Booking, slot: BookingSlot, now: Date): WithTime<Booking> => ({
  ...withoutPastReminders(withTime(booking, slot), now),
  etaAt: null,
})

/** Moves the booking to another time and remembers the old one for a day. */
export function rescheduleTo(booking: Booking, slot: BookingSlot, now: Date): WithTime<Booking> {
  const moved = withNewTime(bumpVersion(booking, now), slot, now)
  if (!isScheduled(booking)) {
    // Its first time is no reschedule.
    const schedulingMode = booking.arrivalWindowMinutes > 0 ? 'WINDOW' : 'FIXED'
    return { ...moved, schedulingMode }
  }
  const { last, earlier } = agreedStarts(booking, now)
  return {
    ...moved,
    rescheduleCount: booking.rescheduleCount + 1,
    // A time nobody agreed to needs no notice.
    earlierStarts: booking.confirmedAt === null ? [] : [...earlier, { startAt: last, until: new Date(+now + DAY_MS) }],
  }
}

/** Moves a visit with its series, which its provider does alone: an earlier start does not shorten the notice. */
export function moveWithSeries(booking: Booking, slot: BookingSlot, now: Date): WithTime<Booking> {
  const moved = withNewTime(booking, slot, now)
  if (!isScheduled(booking)) return moved
  const { last, earlier } = agreedStarts(booking, now)
  const oneSided = slot.startAt < last ? [{ startAt: last, until: last, isOneSided: true as const }] : []
  return { ...moved, earlierStarts: [...earlier, ...oneSided] }
}

/** Fields of a new booking. */
export const newBookingDefaults = {
  finalAmount: null,
  adjustmentsTotal: 0,
  earlierStarts: [],
  rescheduleCount: 0,
  lateCount: 0,
  fixCount: 0,
  startCode: null,
  confirmedAt: null,
  enRouteAt: null,
  etaAt: null,
  arrivedAt: null,
  startedAt: null,
  completedAt: null,
  customerConfirmedAt: null,
  autoConfirmAt: null,
  pause: null,
  completion: null,
  declined: null,
  cancellation: null,
  noShow: null,
  lastAction: null,
  lastActionBy: null,
  firedTimers: [],
  links: { offerId: null, contractId: null, milestoneId: null, seriesId: null, occurrenceIndex: null, disputeId: null },
} satisfies Partial<Booking>
