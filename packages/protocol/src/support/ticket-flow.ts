import { flow } from '../core/flow.ts'

/** Ticket categories, priorities and the state machine of a ticket. */

export const ticketCategories = [
  'ACCOUNT',
  'VERIFICATION',
  'BOOKING',
  'OFFER',
  'CONTRACT',
  'PAYMENT_PAYOUT',
  'CUSTOMER_CONDUCT',
  'SAFETY',
  'TECHNICAL',
  'FEEDBACK',
  'OTHER',
] as const

/** Lowest first. */
export const ticketPriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const

/** The priority a category gives. The provider cannot raise it. */
export const priorityOf: Readonly<Record<(typeof ticketCategories)[number], (typeof ticketPriorities)[number]>> = {
  ACCOUNT: 'NORMAL',
  VERIFICATION: 'NORMAL',
  BOOKING: 'HIGH',
  OFFER: 'NORMAL',
  CONTRACT: 'NORMAL',
  PAYMENT_PAYOUT: 'HIGH',
  CUSTOMER_CONDUCT: 'HIGH',
  SAFETY: 'URGENT',
  TECHNICAL: 'NORMAL',
  FEEDBACK: 'LOW',
  OTHER: 'NORMAL',
}

/** State machine of a ticket. PENDING waits for the provider. */
export const ticketFlow = flow(['OPEN', 'PENDING', 'ON_HOLD', 'RESOLVED', 'CLOSED'], ['OPEN'], {
  reply: { from: ['OPEN'], to: 'PENDING', by: ['OPERATOR'] },
  message: { from: ['PENDING', 'RESOLVED'], to: 'OPEN', by: ['PROVIDER'] },
  hold: { from: ['OPEN', 'PENDING'], to: 'ON_HOLD', by: ['OPERATOR'] },
  /** The hold has ended. */
  resume: { from: ['ON_HOLD'], to: 'OPEN', by: ['SYSTEM'] },
  resolve: { from: ['OPEN', 'PENDING', 'ON_HOLD'], to: 'RESOLVED', by: ['PROVIDER', 'OPERATOR'] },
  /** No answer for a week. */
  'resolve-silent': { from: ['PENDING'], to: 'RESOLVED', by: ['SYSTEM'] },
  reopen: { from: ['RESOLVED'], to: 'OPEN', by: ['PROVIDER'] },
  close: { from: ['RESOLVED'], to: 'CLOSED', by: ['SYSTEM'] },
})
export type TicketTransitionName = keyof typeof ticketFlow.transitions

/** Actions that leave the state unchanged. `message` and `reply` are also transitions from other states. */
export const ticketUpdates = {
  /** Another message while support is working on it. */
  message: { from: ['OPEN', 'ON_HOLD'], by: ['PROVIDER'] },
  reply: { from: ['PENDING', 'ON_HOLD'], by: ['OPERATOR'] },
  /** Rates the support. */
  csat: { from: ['RESOLVED', 'CLOSED'], by: ['PROVIDER'] },
  /** A new ticket that continues this closed one; once. */
  'follow-up': { from: ['CLOSED'], by: ['PROVIDER'] },
} as const satisfies Record<
  string,
  { from: readonly (typeof ticketFlow.states)[number][]; by: readonly ('PROVIDER' | 'OPERATOR')[] }
>
export type TicketUpdate = keyof typeof ticketUpdates

export const ticketLimits = {
  perDay: 10,
  subject: 120,
  text: 5_000,
  attachments: 5,
  /** Days of silence until the reminder and until the ticket counts as resolved; days from resolved to closed. */
  remindDays: 3,
  silenceDays: 7,
  closeDays: 14,
} as const
