import type { BookingAction, BookingView } from '@fettle/protocol/bookings'

/** Primary action of a booking; `decline` when a request can no longer be accepted. */
export type BookingNextStep =
  | Extract<
      BookingAction,
      'accept' | 'decline' | 'start-travel' | 'arrive' | 'start' | 'complete' | 'resume' | 'rebook' | 'reschedule'
    >
  | 'message'

// The furthest step first: a running job is completed, a paused job is resumed.
const steps = ['accept', 'decline', 'resume', 'complete', 'start', 'arrive', 'start-travel', 'rebook'] as const

/** Travelling may begin this long before the start. */
const TRAVEL_LEAD_MS = 4 * 60 * 60_000

/** Selects the primary action: answer a request, then the next step of the job, else message the customer. */
export function nextStep(
  { allowedActions, status, startAt }: Pick<BookingView, 'allowedActions' | 'status' | 'startAt'>,
  now: Date,
): BookingNextStep {
  const allowed = (action: BookingNextStep) => (allowedActions as readonly string[]).includes(action)
  // A request without a time is answered with one: accepted as it is, the job would have none.
  if (status === 'REQUESTED' && startAt === null && allowed('reschedule')) return 'reschedule'
  if (status === 'CONFIRMED') {
    // An unscheduled booking needs a time first.
    if (startAt === null) return allowed('reschedule') ? 'reschedule' : 'message'
    const isNear = Date.parse(startAt) - now.getTime() <= TRAVEL_LEAD_MS
    return isNear && allowed('start-travel') ? 'start-travel' : 'message'
  }
  if (status === 'EN_ROUTE' && allowed('arrive')) return 'arrive'
  return steps.find(allowed) ?? 'message'
}

/** Secondary actions in menu order. */
const others: readonly BookingAction[] = [
  'accept',
  'send-offer',
  'start-travel',
  'arrive',
  'start',
  'pause',
  'complete',
  'reopen',
  'late',
  'reschedule',
  'contact-attempts',
  'report-no-show',
  'rebook',
  'contest-cancellation',
  'contest-no-show',
  'withdraw',
  'cancel',
]

export const otherActions = (
  { allowedActions }: Pick<BookingView, 'allowedActions'>,
  step: BookingNextStep,
): BookingAction[] => others.filter((action) => action !== step && allowedActions.includes(action))

const outcome = { accept: 'CONFIRMED', decline: 'DECLINED' } as const

/** Optimistic booking after an answer. Fields only the server knows (address, phone) stay hidden. */
export const withDecision = <View extends BookingView>(booking: View, action: 'accept' | 'decline'): View => ({
  ...booking,
  status: outcome[action],
  awaitingParty: null,
  allowedActions: [],
})
