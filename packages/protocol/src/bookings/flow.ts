import { flow } from '../core/flow.ts'

/**
 * State machine of a booking. An action is the last segment of its path, so `allowedActions` names what may be called.
 * Only `withdraw` has no path of its own: it is a `cancel` of an unanswered request.
 */

export const bookingStatuses = [
  'REQUESTED',
  'CONFIRMED',
  'EN_ROUTE',
  'ARRIVED',
  'IN_PROGRESS',
  'PAUSED',
  'AWAITING_CONFIRMATION',
  'COMPLETED',
  'DISPUTED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
  'NO_SHOW',
] as const

/** Final states. A dispute can reopen some of them. */
export const finalStatuses = ['COMPLETED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'] as const

/**
 * Finer rules are guards beside the table: only the awaited side answers a request, only its author withdraws it. A
 * booking starts as a request, or confirmed where the provider allows instant booking.
 */
export const bookingFlow = flow(bookingStatuses, ['REQUESTED', 'CONFIRMED'], {
  accept: { from: ['REQUESTED'], to: 'CONFIRMED', by: ['PROVIDER', 'CUSTOMER'] },
  decline: { from: ['REQUESTED'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
  expire: { from: ['REQUESTED'], to: 'EXPIRED', by: ['SYSTEM'] },
  withdraw: { from: ['REQUESTED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  /** The customer accepted the offer that answers the request. */
  'accept-offer': { from: ['REQUESTED'], to: 'CONFIRMED', by: ['SYSTEM'] },
  /** The offer that answers the request became a contract. */
  'replace-by-contract': { from: ['REQUESTED'], to: 'CANCELLED', by: ['SYSTEM'] },
  'start-travel': { from: ['CONFIRMED'], to: 'EN_ROUTE', by: ['PROVIDER'] },
  arrive: { from: ['CONFIRMED', 'EN_ROUTE'], to: 'ARRIVED', by: ['PROVIDER'] },
  start: { from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  pause: { from: ['IN_PROGRESS'], to: 'PAUSED', by: ['PROVIDER'] },
  resume: { from: ['PAUSED'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  complete: { from: ['IN_PROGRESS', 'PAUSED'], to: 'AWAITING_CONFIRMATION', by: ['PROVIDER'] },
  /** By the customer, or automatically after the deadline. */
  confirm: { from: ['AWAITING_CONFIRMATION'], to: 'COMPLETED', by: ['CUSTOMER', 'SYSTEM'] },
  'request-fix': { from: ['AWAITING_CONFIRMATION'], to: 'IN_PROGRESS', by: ['CUSTOMER'] },
  reopen: { from: ['AWAITING_CONFIRMATION'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  /** Not while work is in progress. */
  cancel: { from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'PAUSED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  /** The customer did not show up. */
  'report-no-show': { from: ['ARRIVED'], to: 'NO_SHOW', by: ['PROVIDER'] },
  /** The provider did not show up. */
  'report-provider-no-show': { from: ['CONFIRMED', 'EN_ROUTE'], to: 'NO_SHOW', by: ['CUSTOMER'] },
  /** Declared for its states only; the operation belongs to disputes. */
  dispute: {
    from: ['AWAITING_CONFIRMATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
    to: 'DISPUTED',
    by: ['PROVIDER', 'CUSTOMER'],
  },
  /** A dispute ends by agreement, withdrawal or decision. */
  'settle-awaiting': { from: ['DISPUTED'], to: 'AWAITING_CONFIRMATION', by: ['SYSTEM', 'OPERATOR'] },
  'settle-completed': { from: ['DISPUTED'], to: 'COMPLETED', by: ['SYSTEM', 'OPERATOR'] },
  'settle-no-show': { from: ['DISPUTED'], to: 'NO_SHOW', by: ['SYSTEM', 'OPERATOR'] },
  'settle-cancelled': { from: ['DISPUTED'], to: 'CANCELLED', by: ['SYSTEM', 'OPERATOR'] },
})

export type BookingTransitionName = keyof typeof bookingFlow.transitions
export const bookingTransitionNames = Object.keys(bookingFlow.transitions) as [
  BookingTransitionName,
  ...BookingTransitionName[],
]

/** Actions that leave the state of a booking unchanged. */
export const bookingUpdates = {
  /** Answer a request with an offer. Declared for its states only; the operations belong to offers. */
  'send-offer': { from: ['REQUESTED'], by: ['PROVIDER'] },
  late: { from: ['CONFIRMED', 'EN_ROUTE'], by: ['PROVIDER'] },
  /** Propose other times. For a paused job: those of the next visit. */
  reschedule: { from: ['REQUESTED', 'CONFIRMED', 'PAUSED'], by: ['PROVIDER', 'CUSTOMER'] },
  /** Record a failed attempt to contact the customer. */
  'contact-attempts': {
    from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
    by: ['PROVIDER'],
  },
  /** Access, parking and contact person. */
  'edit-site': {
    from: ['REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
    by: ['CUSTOMER'],
  },
  'contest-cancellation': { from: ['CANCELLED'], by: ['PROVIDER', 'CUSTOMER'] },
  'contest-no-show': { from: ['NO_SHOW'], by: ['PROVIDER', 'CUSTOMER'] },
  /** Propose the same job again to the same customer. */
  rebook: { from: ['COMPLETED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'], by: ['PROVIDER'] },
} as const satisfies Record<
  string,
  { from: readonly (typeof bookingStatuses)[number][]; by: readonly ('PROVIDER' | 'CUSTOMER' | 'SYSTEM')[] }
>

export type BookingUpdate = keyof typeof bookingUpdates
