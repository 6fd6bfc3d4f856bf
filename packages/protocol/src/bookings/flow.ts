import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'

/**
 * The life of a booking as a table. An action is called as the end of its path, so that
 * `allowedActions` names what may be called; only `withdraw` is a `cancel` of what nobody agreed to yet.
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
export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

/** Nothing leads on from these but a dispute about what they ended in. */
export const finalStatuses = ['COMPLETED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'] as const

/**
 * Whoever is awaited may answer a request and whoever made it may withdraw it: such finer rules are guards beside the
 * table. A booking begins as a request, or confirmed where its provider lets customers book at once.
 */
export const bookingFlow = flow(bookingStatuses, ['REQUESTED', 'CONFIRMED'], {
  /** B2 */
  accept: { from: ['REQUESTED'], to: 'CONFIRMED', by: ['PROVIDER', 'CUSTOMER'] },
  /** B3 */
  decline: { from: ['REQUESTED'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
  /** B4 */
  expire: { from: ['REQUESTED'], to: 'EXPIRED', by: ['SYSTEM'] },
  /** B5 */
  withdraw: { from: ['REQUESTED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  /** B6 */
  'start-travel': { from: ['CONFIRMED'], to: 'EN_ROUTE', by: ['PROVIDER'] },
  /** B7 */
  arrive: { from: ['CONFIRMED', 'EN_ROUTE'], to: 'ARRIVED', by: ['PROVIDER'] },
  /** B8 */
  start: { from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  /** B9 */
  pause: { from: ['IN_PROGRESS'], to: 'PAUSED', by: ['PROVIDER'] },
  resume: { from: ['PAUSED'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  /** B10 */
  complete: { from: ['IN_PROGRESS', 'PAUSED'], to: 'AWAITING_CONFIRMATION', by: ['PROVIDER'] },
  /** B11: the customer, or the time they had for it. */
  confirm: { from: ['AWAITING_CONFIRMATION'], to: 'COMPLETED', by: ['CUSTOMER', 'SYSTEM'] },
  /** B12 */
  'request-fix': { from: ['AWAITING_CONFIRMATION'], to: 'IN_PROGRESS', by: ['CUSTOMER'] },
  reopen: { from: ['AWAITING_CONFIRMATION'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  /** B13. B18: not once work has started. */
  cancel: { from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'PAUSED'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  /** B14: nobody was there. */
  'report-no-show': { from: ['ARRIVED'], to: 'NO_SHOW', by: ['PROVIDER'] },
  /** B15: nobody came. */
  'report-provider-no-show': { from: ['CONFIRMED', 'EN_ROUTE'], to: 'NO_SHOW', by: ['CUSTOMER'] },
  /** B16: declared for the states it joins; disputes bring the call. */
  dispute: {
    from: ['AWAITING_CONFIRMATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
    to: 'DISPUTED',
    by: ['PROVIDER', 'CUSTOMER'],
  },
  /** How a dispute ends, by an agreement of the two, by its withdrawal or by its outcome. */
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

/** What may be done to a booking that leaves its state as it is. */
export const bookingUpdates = {
  /** B17 */
  late: { from: ['CONFIRMED', 'EN_ROUTE'], by: ['PROVIDER'] },
  /** Other times are proposed; for a paused job those of the next visit. */
  reschedule: { from: ['REQUESTED', 'CONFIRMED', 'PAUSED'], by: ['PROVIDER', 'CUSTOMER'] },
  /** A call or a knock that nobody answered is written down. */
  'contact-attempts': {
    from: ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
    by: ['PROVIDER'],
  },
  /** Access, parking and whom to ask for. */
  'edit-site': {
    from: ['REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
    by: ['CUSTOMER'],
  },
  'contest-cancellation': { from: ['CANCELLED'], by: ['PROVIDER', 'CUSTOMER'] },
  'contest-no-show': { from: ['NO_SHOW'], by: ['PROVIDER', 'CUSTOMER'] },
  /** The same job once more, proposed to the same customer. */
  rebook: { from: ['COMPLETED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'], by: ['PROVIDER'] },
} as const satisfies Record<
  string,
  { from: readonly BookingStatus[]; by: readonly ('PROVIDER' | 'CUSTOMER' | 'SYSTEM')[] }
>

export type BookingUpdate = keyof typeof bookingUpdates
export const BookingAction = z.enum([...bookingTransitionNames, ...(Object.keys(bookingUpdates) as BookingUpdate[])])
export type BookingAction = z.infer<typeof BookingAction>
