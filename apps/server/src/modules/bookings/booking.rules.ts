import { actionsFrom, nextState } from '@fettle/protocol'
import {
  bookingUpdates,
  bookingFlow,
  type BookingAction,
  type BookingTransitionName,
  type BookingStatus,
  type DeclineReason,
} from '@fettle/protocol/bookings'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import { AppError } from '../../platform/errors.ts'
import { guards } from './lifecycle/guards.rules.ts'
import { isScheduled } from './unscheduled.rules.ts'
import type { Booking, BookingDecisionContext, BookingRole, BookingSlot } from './booking.types.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const durationOf = ({ startAt, endAt }: BookingSlot): number => Math.round((+endAt - +startAt) / MINUTE_MS)

const isNonTransition = (action: BookingAction): action is keyof typeof bookingUpdates => action in bookingUpdates

/** Whether the tables allow an action to `role` here, before any guard. */
function isInTable({ status }: Booking, action: BookingAction, role: BookingRole): boolean {
  if (!isNonTransition(action)) return nextState(bookingFlow, status, action, role) !== undefined
  const { from, by }: { from: readonly BookingStatus[]; by: readonly BookingRole[] } = bookingUpdates[action]
  return from.includes(status) && by.includes(role)
}

/** Actions `role` may take now, in table order, decided by the same guards as the actions themselves. */
export function allowedActions(booking: Booking, context: BookingDecisionContext): BookingAction[] {
  const others = (Object.keys(bookingUpdates) as BookingAction[]).filter((name) =>
    isInTable(booking, name, context.role),
  )
  return [
    ...actionsFrom<BookingStatus, BookingTransitionName, string>(bookingFlow, booking.status, context.role),
    ...others,
  ].filter((action) => !guards[action]?.(booking, context) && !(action === 'accept' && context.slotTaken))
}

const verbs: Record<BookingAction, string> = {
  accept: 'accepted',
  decline: 'declined',
  expire: 'expired',
  withdraw: 'withdrawn',
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
  late: 'delayed',
  reschedule: 'rescheduled',
  'contact-attempts': 'given a contact attempt',
  'edit-site': 'given other site details',
  'contest-cancellation': 'contested',
  'contest-no-show': 'contested',
  rebook: 'booked again',
}

/** The INVALID_TRANSITION error with the allowed actions. For a job in progress it says why it cannot be cancelled. */
export function invalidTransition(booking: Booking, action: BookingAction, context: BookingDecisionContext): AppError {
  const details = {
    thing: 'booking',
    from: booking.status,
    action,
    verb: verbs[action],
    allowed: allowedActions(booking, context),
  }
  const hasStarted = action === 'cancel' && booking.status === 'IN_PROGRESS'
  if (hasStarted) {
    return new AppError('INVALID_TRANSITION', details, { message: 'WORK_STARTED' })
  }
  const lacksTime = !isScheduled(booking) && isInTable(booking, action, context.role)
  return new AppError('INVALID_TRANSITION', details, lacksTime ? { message: 'TIME_NOT_AGREED' } : {})
}

/** Throws if the tables or a guard refuse an action. */
export function assertAllowed(booking: Booking, action: BookingAction, context: BookingDecisionContext): void {
  const refusal = isInTable(booking, action, context.role)
    ? guards[action]?.(booking, context)
    : expired(booking, action)
  if (refusal === 'NO_SUCH_MOVE' || (!refusal && !isInTable(booking, action, context.role))) {
    throw invalidTransition(booking, action, context)
  }
  if (refusal) throw refusal
}

/** An answer after the deadline gets the same error whether or not the timer has fired. */
const expired = ({ status }: Booking, action: BookingAction) =>
  status === 'EXPIRED' && (action === 'accept' || action === 'decline') ? new AppError('REQUEST_EXPIRED') : undefined

/** Whether the same action was already done. A repetition returns the current state instead of an error. */
export function isDone(
  { status, lastAction, lastActionBy }: Booking,
  action: BookingAction,
  role: BookingRole,
): boolean {
  return (
    !isNonTransition(action) &&
    lastAction === action &&
    lastActionBy === role &&
    bookingFlow.transitions[action].to === status
  )
}

/** The booking after a transition, with the next version. */
export function transition(booking: Booking, action: BookingTransitionName, context: BookingDecisionContext): Booking {
  assertAllowed(booking, action, context)
  return {
    ...bumpVersion(booking, context.now),
    status: bookingFlow.transitions[action].to,
    awaitingParty: null,
    lastAction: action,
    lastActionBy: context.role,
  }
}

export const bumpVersion = (booking: Booking, now: Date): Booking => ({
  ...booking,
  version: booking.version + 1,
  updatedAt: now,
})

/** Accepts a request, at its own time or one of the requested alternatives. */
export function accept(
  booking: Booking,
  context: BookingDecisionContext,
  { slot, startCode }: { slot?: BookingSlot; startCode: string },
): Booking {
  return { ...transition(booking, 'accept', context), ...slot, confirmedAt: context.now, startCode }
}

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

/** The earliest start agreed within the last day, from which cancellation notice is measured. */
export function feeBasisOf({ startAt, earlierStarts }: Pick<Booking, 'startAt' | 'earlierStarts'>, now: Date): Date {
  const counting = earlierStarts.filter(({ until }) => until > now).map((earlier) => +earlier.startAt)
  return new Date(Math.min(+startAt, ...counting))
}

/** Moves the booking to another time and remembers the old one for a day. */
export function rescheduleTo(booking: Booking, { startAt, endAt }: BookingSlot, now: Date): Booking {
  const remembered = booking.earlierStarts.filter(({ until }) => until > now)
  if (!isScheduled(booking)) {
    // Its first time is no reschedule.
    const schedulingMode = booking.arrivalWindowMinutes > 0 ? 'WINDOW' : 'FIXED'
    return { ...bumpVersion(booking, now), startAt, endAt, schedulingMode }
  }
  return {
    ...bumpVersion(booking, now),
    startAt,
    endAt,
    rescheduleCount: booking.rescheduleCount + 1,
    // A time nobody agreed to needs no notice.
    earlierStarts:
      booking.confirmedAt === null ? [] : [...remembered, { startAt: booking.startAt, until: new Date(+now + DAY_MS) }],
  }
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
