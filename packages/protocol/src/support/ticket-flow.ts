import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'

/** The life of a ticket as a table, and what its category makes of it. */

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
export const TicketCategory = z.enum(ticketCategories, 'Choose what it is about.')
export type TicketCategory = z.infer<typeof TicketCategory>

/** From the least to the most pressing. */
export const ticketPriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export const TicketPriority = z.enum(ticketPriorities)
export type TicketPriority = z.infer<typeof TicketPriority>

/** The category sets it; whoever asks cannot raise it. */
export const priorityOf: Readonly<Record<TicketCategory, TicketPriority>> = {
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

/** The life of a ticket as a table. PENDING waits for the provider. */
export const ticketFlow = flow(['OPEN', 'PENDING', 'ON_HOLD', 'RESOLVED', 'CLOSED'], ['OPEN'], {
  reply: { from: ['OPEN'], to: 'PENDING', by: ['OPERATOR'] },
  message: { from: ['PENDING', 'RESOLVED'], to: 'OPEN', by: ['PROVIDER'] },
  hold: { from: ['OPEN', 'PENDING'], to: 'ON_HOLD', by: ['OPERATOR'] },
  /** The day it was put on hold until has come. */
  resume: { from: ['ON_HOLD'], to: 'OPEN', by: ['SYSTEM'] },
  resolve: { from: ['OPEN', 'PENDING', 'ON_HOLD'], to: 'RESOLVED', by: ['PROVIDER', 'OPERATOR'] },
  /** Nobody answered for a week. */
  'resolve-silent': { from: ['PENDING'], to: 'RESOLVED', by: ['SYSTEM'] },
  reopen: { from: ['RESOLVED'], to: 'OPEN', by: ['PROVIDER'] },
  close: { from: ['RESOLVED'], to: 'CLOSED', by: ['SYSTEM'] },
})
export const TicketStatus = z.enum(ticketFlow.states)
export type TicketStatus = z.infer<typeof TicketStatus>
export type TicketTransitionName = keyof typeof ticketFlow.transitions

/** Not settled yet. */
export const openTicketStatuses = ['OPEN', 'PENDING', 'ON_HOLD'] as const satisfies TicketStatus[]

/** What leaves the state as it is. `message` and `reply` are also moves, from other states. */
export const ticketUpdates = {
  /** One more thing, while somebody is at it already. */
  message: { from: ['OPEN', 'ON_HOLD'], by: ['PROVIDER'] },
  reply: { from: ['PENDING', 'ON_HOLD'], by: ['OPERATOR'] },
  /** Says how it went. */
  csat: { from: ['RESOLVED', 'CLOSED'], by: ['PROVIDER'] },
  /** A new ticket that goes on where this one ended: once. */
  'follow-up': { from: ['CLOSED'], by: ['PROVIDER'] },
} as const satisfies Record<string, { from: readonly TicketStatus[]; by: readonly ('PROVIDER' | 'OPERATOR')[] }>
export type TicketUpdate = keyof typeof ticketUpdates

export const TicketAction = z.enum(['message', 'reply', 'hold', 'resolve', 'reopen', 'csat', 'follow-up'])
export type TicketAction = z.infer<typeof TicketAction>

export const ticketLimits = {
  perDay: 10,
  subject: 120,
  text: 5_000,
  attachments: 5,
  /** A week of silence, with a reminder on the third day; two weeks from settled to closed. */
  remindDays: 3,
  silenceDays: 7,
  closeDays: 14,
} as const
