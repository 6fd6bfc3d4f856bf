import * as z from 'zod/mini'
import { ticketCategories, ticketFlow, ticketPriorities } from './ticket-flow.ts'
import { issueText } from '../core/issue-text.ts'

/** Schemas of a ticket's states, actions, categories and priorities. */

export const TicketCategory = z.enum(ticketCategories, issueText('CATEGORY_REQUIRED'))
export type TicketCategory = z.infer<typeof TicketCategory>

export const TicketPriority = z.enum(ticketPriorities)
export type TicketPriority = z.infer<typeof TicketPriority>

export const TicketStatus = z.enum(ticketFlow.states)
export type TicketStatus = z.infer<typeof TicketStatus>

export const TicketAction = z.enum(['message', 'reply', 'hold', 'resolve', 'reopen', 'csat', 'follow-up'])
export type TicketAction = z.infer<typeof TicketAction>
