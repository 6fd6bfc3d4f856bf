import * as z from 'zod/mini'
import { fileErrors } from '../common/uploads.ts'
import { operation } from '../core/operation.ts'
import { commaList, idOf, Instant, line, pageQuery, prose, UserId } from '../core/values.ts'
import { Faq, FaqCategory, FaqSlug, Locale } from '../support/support.ts'
import {
  Ticket,
  TicketCategory,
  TicketId,
  ticketLimits,
  TicketPriority,
  TicketStatus,
  TicketSummary,
} from '../support/tickets.ts'
import { issueText } from '../core/issue-text.ts'

/** Tickets and articles as operators see them. */

const operator = { audience: 'marketplace', scope: 'operator' } as const
const params = z.object({ id: TicketId })
const ticketOwnerFields = { providerId: UserId, providerName: z.string() }

export const OperatorTicketSummary = z.extend(TicketSummary, {
  ...ticketOwnerFields,
  /** Number of unanswered messages of the provider. */
  unanswered: z.int(),
})
export type OperatorTicketSummary = z.infer<typeof OperatorTicketSummary>

export const OperatorTicket = z.extend(Ticket, { ...ticketOwnerFields, unanswered: z.int() })
export type OperatorTicket = z.infer<typeof OperatorTicket>

const agentName = line(1, 80, issueText('TEXT_LENGTH'))
/** The support agent. Defaults to the name of the key. */
const agent = z.optional(
  z.object({
    name: agentName,
    avatar: z.optional(z.string().check(z.maxLength(2_000), z.regex(/^https:\/\/\S+$/, issueText('HTTPS_REQUIRED')))),
  }),
)
const text = prose(1, ticketLimits.text, issueText('WRITE_CHARACTERS'))

export const listOperatorTickets = operation({
  ...operator,
  name: 'marketplace.tickets.list',
  method: 'GET',
  path: '/v2/marketplace/tickets',
  summary: 'List tickets for operators, oldest first, by default those OPEN.',
  query: z.object({
    ...pageQuery,
    status: z.optional(commaList(TicketStatus)),
    category: z.optional(TicketCategory),
    priority: z.optional(commaList(TicketPriority)),
    providerId: z.optional(UserId),
  }),
  returns: z.array(OperatorTicketSummary),
})

export const getOperatorTicket = operation({
  ...operator,
  name: 'marketplace.tickets.get',
  method: 'GET',
  path: '/v2/marketplace/tickets/:id',
  summary: 'Get a ticket with all its messages.',
  params,
  returns: OperatorTicket,
  errors: ['NOT_FOUND'],
})

export const replyToTicket = operation({
  ...operator,
  name: 'marketplace.tickets.reply',
  method: 'POST',
  path: '/v2/marketplace/tickets/:id/messages',
  summary: 'Answer a ticket. It then waits for the provider.',
  params,
  body: z.object({ text, agent }),
  status: 201,
  returns: OperatorTicket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const replyToTicketWithFile = operation({
  ...operator,
  name: 'marketplace.tickets.replyWithFile',
  method: 'POST',
  path: '/v2/marketplace/tickets/:id/files',
  summary:
    'Answer a ticket with a photo, document or another file, as one message. The file is inspected by its bytes; images are re-encoded.',
  params,
  file: 'file',
  body: z.object({ text, agentName: z.optional(agentName) }),
  status: 201,
  returns: OperatorTicket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', ...fileErrors],
})

export const holdTicket = operation({
  ...operator,
  name: 'marketplace.tickets.hold',
  method: 'POST',
  path: '/v2/marketplace/tickets/:id/hold',
  summary: 'Put a ticket on hold until a time at most 90 days ahead. It then reopens by itself.',
  params,
  body: z.object({ reason: prose(3, 500, issueText('EXPLAIN_WHY')), until: Instant, agent }),
  returns: OperatorTicket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const resolveOperatorTicket = operation({
  ...operator,
  name: 'marketplace.tickets.resolve',
  method: 'POST',
  path: '/v2/marketplace/tickets/:id/resolve',
  summary: 'Resolve a ticket, optionally with a closing message. The provider can reopen it for 14 days.',
  params,
  body: z.object({ text: z.optional(text), agent }),
  returns: OperatorTicket,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const FaqId = idOf('faq')

export const OperatorFaq = z.extend(z.omit(Faq, { myVote: true }), {
  id: FaqId,
  position: z.int(),
  published: z.boolean(),
  /** Shipped with the product. `editedAt` is set once an operator changed it; releases do not overwrite it then. */
  shipped: z.boolean(),
  editedAt: z.nullable(Instant),
})
export type OperatorFaq = z.infer<typeof OperatorFaq>

const FaqForm = z.object({
  title: line(5, 120, issueText('TEXT_LENGTH')),
  category: FaqCategory,
  bodyMarkdown: prose(20, 20_000, issueText('TEXT_LENGTH')),
  /** Position within its topic, smallest first. */
  position: z._default(z.int().check(z.gte(0), z.lte(999)), 500),
  published: z._default(z.boolean(), true),
})
const faqParams = z.object({ id: FaqId })

export const listOperatorFaqs = operation({
  ...operator,
  name: 'marketplace.faqs.list',
  method: 'GET',
  path: '/v2/marketplace/faqs',
  summary: 'List all articles, published or not, in the order of the topics.',
  query: z.object({ ...pageQuery, locale: z._default(Locale, 'en') }),
  returns: z.array(OperatorFaq),
})

export const createFaq = operation({
  ...operator,
  name: 'marketplace.faqs.create',
  method: 'POST',
  path: '/v2/marketplace/faqs',
  summary: 'Create an article.',
  body: z.extend(FaqForm, { slug: FaqSlug, locale: z._default(Locale, 'en') }),
  status: 201,
  returns: OperatorFaq,
  errors: ['FAQ_SLUG_TAKEN'],
})

export const saveFaq = operation({
  ...operator,
  name: 'marketplace.faqs.save',
  method: 'PATCH',
  path: '/v2/marketplace/faqs/:id',
  summary: 'Change an article. Absent fields stay unchanged.',
  params: faqParams,
  body: z.object({
    title: z.optional(FaqForm.shape.title),
    category: z.optional(FaqCategory),
    bodyMarkdown: z.optional(FaqForm.shape.bodyMarkdown),
    position: z.optional(z.int().check(z.gte(0), z.lte(999))),
    published: z.optional(z.boolean()),
  }),
  returns: OperatorFaq,
  errors: ['NOT_FOUND'],
})

export const removeFaq = operation({
  ...operator,
  name: 'marketplace.faqs.remove',
  method: 'DELETE',
  path: '/v2/marketplace/faqs/:id',
  summary: 'Delete an article for good. One that came with the product does not return.',
  params: faqParams,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
