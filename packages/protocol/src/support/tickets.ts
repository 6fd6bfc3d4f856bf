import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { commaList, FileId, idOf, Instant, line, pageQuery, prose } from '../core/values.ts'
import { TicketAction, TicketCategory, ticketLimits, TicketPriority, TicketStatus } from './ticket-flow.ts'

export * from './ticket-flow.ts'

/** What a provider asks the support team, and what comes of it. */

export const TicketId = idOf('tkt')
export const relatedTypes = ['BOOKING', 'OFFER', 'CONTRACT', 'INVOICE', 'PAYOUT'] as const
const RelatedType = z.enum(relatedTypes)
export type RelatedType = z.infer<typeof RelatedType>
/** What the screen adds by itself; it is shown before it is sent, and can be left out. */
export const TicketDiagnostics = z.object({
  appVersion: z.optional(z.string().check(z.maxLength(60))),
  browser: z.optional(z.string().check(z.maxLength(300))),
  route: z.optional(z.string().check(z.maxLength(300))),
  /** Of the last calls that were refused, newest first. */
  requestIds: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5))),
})
export type TicketDiagnostics = z.infer<typeof TicketDiagnostics>

const moment = z.nullable(Instant)
export const TicketSummary = z.object({
  id: TicketId,
  /** `SUP-2026-000123` */
  reference: z.string(),
  category: TicketCategory,
  subject: z.string(),
  priority: TicketPriority,
  status: TicketStatus,
  /** Until when the first answer was promised; null once there was one. */
  firstResponseDueAt: moment,
  /** The promise was broken at least once: the priority has been raised since. */
  promiseMissed: z.boolean(),
  /** What support said that the provider has not seen. */
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
  /** Signed, good for five minutes. */
  url: z.string(),
})

export const TicketMessage = z.object({
  id: z.string(),
  author: z.enum(['PROVIDER', 'SUPPORT', 'SYSTEM']),
  /** Who wrote it for support; null for the others. */
  authorName: z.nullable(z.string()),
  text: z.string(),
  attachments: z.array(Attachment),
  at: Instant,
  /** When the other side saw it. */
  readAt: moment,
})
export type TicketMessage = z.infer<typeof TicketMessage>

const Link = z.nullable(z.object({ id: TicketId, reference: z.string() }))

export const Ticket = z.extend(TicketSummary, {
  related: z.nullable(z.object({ type: RelatedType, id: z.string(), label: z.string() })),
  assignee: z.nullable(z.object({ name: z.string(), avatar: z.nullable(z.string()) })),
  firstRespondedAt: moment,
  hold: z.nullable(z.object({ reason: z.string(), until: Instant })),
  /** PENDING: when it counts as settled unless the provider answers. */
  silentUntil: moment,
  resolvedAt: moment,
  /** RESOLVED: until when it can be opened again. */
  closesAt: moment,
  csat: z.nullable(z.object({ rating: z.int(), comment: z.string(), at: Instant })),
  diagnostics: z.nullable(TicketDiagnostics),
  /** The ticket that goes on where this one ended. */
  mergedInto: Link,
  /** The closed ticket this one goes on from. */
  followsUp: Link,
  /** Oldest first. */
  messages: z.array(TicketMessage),
  allowedActions: z.array(TicketAction),
})
export type Ticket = z.infer<typeof Ticket>

const text = prose(1, ticketLimits.text, 'Write 1 to 5,000 characters.')
const attachmentIds = z._default(z.array(FileId).check(z.maxLength(ticketLimits.attachments, 'Add up to 5 files.')), [])

export const TicketForm = z.object({
  category: TicketCategory,
  subject: line(5, ticketLimits.subject, 'Say what it is about in 5 to 120 characters.'),
  text,
  /** Uploads for the purpose TICKET. */
  attachmentIds,
  related: z.optional(z.object({ type: RelatedType, id: z.string().check(z.maxLength(64)) })),
  diagnostics: z.optional(TicketDiagnostics),
  /** A closed ticket of one's own that this goes on from. */
  followsUpId: z.optional(TicketId),
  /** Whoever was shown a similar open ticket wants another one all the same. */
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
  summary: 'My tickets, the one that was written in last first; meta carries nextCursor, countsByStatus and unread.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(TicketStatus)) }),
  returns: z.array(TicketSummary),
  errors: [],
})

export const getTicket = operation({
  ...provider,
  name: 'tickets.get',
  method: 'GET',
  path: '/v2/support/tickets/:id',
  summary: 'One ticket with everything that was written, and what I may do.',
  params,
  returns: Ticket,
  errors: ['NOT_FOUND'],
})

export const getTicketTimeline = operation({
  ...provider,
  name: 'tickets.timeline',
  method: 'GET',
  path: '/v2/support/tickets/:id/timeline',
  summary: 'What happened to it, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

export const createTicket = operation({
  ...provider,
  name: 'tickets.create',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/tickets',
  summary: 'Ask support. A similar ticket that is open is answered first (409 TICKET_SIMILAR); 10 tickets a day.',
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
  summary: 'Add to a ticket. One that is settled is open again with it; one that is closed is not (409 TICKET_CLOSED).',
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
  summary: 'I have seen what support wrote. Safe to repeat.',
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
  summary: 'It is settled for me.',
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
  summary: 'It is not settled after all: within 14 days.',
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
  summary: 'How it went, once it is settled: 1 to 5, and a word if wanted. A later answer replaces the earlier.',
  params,
  body: z.object({
    rating: z.int('Choose 1 to 5.').check(z.gte(1, 'Choose 1 to 5.'), z.lte(5, 'Choose 1 to 5.')),
    comment: z._default(prose(0, 1_000, 'Use at most 1,000 characters.'), ''),
  }),
  returns: Ticket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
