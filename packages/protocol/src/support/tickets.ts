import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { timelineOf } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { commaList, FileId, idOf, Instant, line, pageQuery, prose } from '../core/values.ts'
import { ticketLimits } from './ticket-flow.ts'
import { TicketAction, TicketCategory, TicketPriority, TicketStatus } from './ticket-states.ts'
import { issueText } from '../core/issue-text.ts'
import { relatedTypes } from './constants.ts'

export * from './ticket-flow.ts'
export * from './ticket-states.ts'

/** A provider's support tickets. */

export const TicketId = idOf('tkt')
const RelatedType = z.enum(relatedTypes)
export type RelatedType = z.infer<typeof RelatedType>
/** Technical details the screen adds. They are shown before sending and can be removed. */
export const TicketDiagnostics = z.object({
  appVersion: z.optional(z.string().check(z.maxLength(60))),
  browser: z.optional(z.string().check(z.maxLength(300))),
  route: z.optional(z.string().check(z.maxLength(300))),
  /** Request ids of the last refused calls, newest first. */
  requestIds: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5))),
})
export type TicketDiagnostics = z.infer<typeof TicketDiagnostics>

export const TicketSummary = z.object({
  id: TicketId,
  /** `SUP-2026-000123` */
  reference: z.string(),
  category: TicketCategory,
  subject: z.string(),
  priority: TicketPriority,
  status: TicketStatus,
  /** Promised time of the first answer. Null once answered. */
  firstResponseDueAt: z.nullable(Instant),
  /** The promise was missed at least once, and the priority has been raised since. */
  promiseMissed: z.boolean(),
  /** Number of support messages the provider has not seen. */
  unread: z.int(),
  createdAt: Instant,
  lastMessageAt: Instant,
  version: z.int(),
})
export type TicketSummary = z.infer<typeof TicketSummary>

const Attachment = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Signed, valid for five minutes. */
  url: z.string(),
})

export const TicketMessage = z.object({
  id: z.string(),
  author: z.enum(['PROVIDER', 'SUPPORT', 'SYSTEM']),
  /** Name of the support agent. Null for other authors. */
  authorName: z.nullable(z.string()),
  /** In the reader's language if the system wrote it, otherwise as it was written. */
  text: LocalizedText,
  attachments: z.array(Attachment),
  at: Instant,
  /** When the other side saw it. */
  readAt: z.nullable(Instant),
})
export type TicketMessage = z.infer<typeof TicketMessage>

const Link = z.nullable(z.object({ id: TicketId, reference: z.string() }))

export const Ticket = z.extend(TicketSummary, {
  related: z.nullable(z.object({ type: RelatedType, id: z.string(), label: z.string() })),
  assignee: z.nullable(z.object({ name: z.string(), avatar: z.nullable(z.string()) })),
  firstRespondedAt: z.nullable(Instant),
  hold: z.nullable(z.object({ reason: z.string(), until: Instant })),
  /** PENDING: when it counts as resolved without an answer. */
  silentUntil: z.nullable(Instant),
  resolvedAt: z.nullable(Instant),
  /** RESOLVED: until then it can be reopened. */
  closesAt: z.nullable(Instant),
  csat: z.nullable(z.object({ rating: z.int(), comment: z.string(), at: Instant })),
  diagnostics: z.nullable(TicketDiagnostics),
  /** The ticket that continues this one. */
  mergedInto: Link,
  /** The closed ticket this one continues. */
  followsUp: Link,
  /** Oldest first. */
  messages: z.array(TicketMessage),
  allowedActions: z.array(TicketAction),
})
export type Ticket = z.infer<typeof Ticket>

const text = prose(1, ticketLimits.text, issueText('WRITE_CHARACTERS'))
const attachmentIds = z._default(
  z.array(FileId).check(z.maxLength(ticketLimits.attachments, issueText('MAX_FILES'))),
  [],
)

export const TicketForm = z.object({
  category: TicketCategory,
  subject: line(5, ticketLimits.subject, issueText('SUBJECT_LENGTH')),
  text,
  /** Uploads with purpose TICKET. */
  attachmentIds,
  related: z.optional(z.object({ type: RelatedType, id: z.string().check(z.maxLength(64)) })),
  diagnostics: z.optional(TicketDiagnostics),
  /** An own closed ticket that this one continues. */
  followsUpId: z.optional(TicketId),
  /** Create it even though a similar ticket is open. */
  anyway: z._default(z.boolean(), false),
})

const provider = { audience: 'provider' } as const
const params = z.object({ id: TicketId })
const version = z.optional(z.int())

export const listTickets = operation({
  ...provider,
  name: 'tickets.list',
  method: 'GET',
  path: '/v2/support/tickets',
  summary: 'List my tickets, latest message first. meta carries nextCursor, countsByStatus and unread.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(TicketStatus)) }),
  returns: z.array(TicketSummary),
})

export const getTicket = operation({
  ...provider,
  name: 'tickets.get',
  method: 'GET',
  path: '/v2/support/tickets/:id',
  summary: 'Get a ticket with all its messages and allowedActions.',
  params,
  returns: Ticket,
  errors: ['NOT_FOUND'],
})

export const getTicketTimeline = timelineOf('tickets', '/v2/support/tickets', 'a ticket', params)

export const createTicket = operation({
  ...provider,
  name: 'tickets.create',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets',
  summary: 'Create a ticket. Refused with 409 TICKET_SIMILAR while a similar one is open; at most 10 a day.',
  body: TicketForm,
  status: 201,
  returns: Ticket,
  errors: ['NOT_FOUND', 'TICKET_SIMILAR', 'TICKET_LIMIT', 'INVALID_TRANSITION'],
})

export const writeInTicket = operation({
  ...provider,
  name: 'tickets.write',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets/:id/messages',
  summary: 'Add a message to a ticket. A resolved ticket reopens; a closed one is refused (409 TICKET_CLOSED).',
  params,
  body: z.object({ text, attachmentIds }),
  status: 201,
  returns: Ticket,
  errors: ['NOT_FOUND', 'TICKET_CLOSED'],
})

export const readTicket = operation({
  ...provider,
  name: 'tickets.read',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets/:id/read',
  summary: "Mark a ticket's messages as seen. Safe to repeat.",
  params,
  returns: z.object({ unread: z.int() }),
  errors: ['NOT_FOUND'],
})

export const resolveTicket = operation({
  ...provider,
  name: 'tickets.resolve',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets/:id/resolve',
  summary: 'Resolve my ticket.',
  params,
  body: z.object({ version }),
  returns: Ticket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const reopenTicket = operation({
  ...provider,
  name: 'tickets.reopen',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets/:id/reopen',
  summary: 'Reopen a resolved ticket, within 14 days.',
  params,
  body: z.object({ version }),
  returns: Ticket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'TICKET_CLOSED', 'VERSION_CONFLICT'],
})

export const rateTicket = operation({
  ...provider,
  name: 'tickets.csat',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets/:id/csat',
  summary: 'Rate a resolved ticket from 1 to 5, optionally with a comment. A later rating replaces it.',
  params,
  body: z.object({
    rating: z
      .int(issueText('RATING_RANGE', { min: 1, max: 5 }))
      .check(
        z.gte(1, issueText('RATING_RANGE', { min: 1, max: 5 })),
        z.lte(5, issueText('RATING_RANGE', { min: 1, max: 5 })),
      ),
    comment: z._default(prose(0, 1_000, issueText('MAX_CHARACTERS')), ''),
  }),
  returns: Ticket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
