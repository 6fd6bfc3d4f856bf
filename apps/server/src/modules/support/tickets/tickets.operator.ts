import { shortened } from '@fettle/protocol/common/limits'
import type { PageMeta, Received } from '@fettle/protocol'
import type {
  OperatorTicket,
  OperatorTicketSummary,
  holdTicket,
  listOperatorTickets,
  replyToTicket,
  resolveOperatorTicket,
} from '@fettle/protocol/marketplace/support'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { storeText } from '../../../platform/locale/messages.ts'
import { attachFiles, storeFile, receiveFile } from '../../uploads/index.ts'
import { hoursOf } from './hours.rules.ts'
import { toNotification } from './ticket.effects.ts'
import { addMessage } from './ticket-messages.service.ts'
import { ticketWorkflow, type TicketTransition } from './ticket.workflow.ts'
import * as rules from './ticket.rules.ts'
import * as store from './tickets.store.ts'
import { toOperatorDetails, toOperatorSummary } from './ticket.view.ts'

/** Operators' actions on tickets. */

type Agent = Received<typeof replyToTicket>['body']['agent']

/** Characters of an answer in its notification. */
const EXCERPT = 200
const excerptOf = (text: string): string => shortened(text.replace(/\s+/g, ' ').trim(), EXCERPT)

/** A page of all tickets for operators, by default the open ones. */
export async function list(
  { db }: Pick<Deps, 'db'>,
  { limit, cursor, status, category, priority, providerId }: Received<typeof listOperatorTickets>['query'],
): Promise<{ tickets: OperatorTicketSummary[]; meta: Pick<PageMeta, 'nextCursor' | 'total'> }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const listing: store.OperatorTicketQuery = {
    statuses: status?.length ? status : ['OPEN'],
    category,
    priorities: priority?.length ? priority : undefined,
    providerId,
  }
  const [found, total] = await Promise.all([
    store.listForOperator(db, listing, { after, limit: limit + 1 }),
    store.countForOperator(db, listing),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return { tickets: page.map(toOperatorSummary), meta: { nextCursor, total } }
}

/** A ticket with its messages, for operators. Throws NOT_FOUND. */
export async function get(deps: Deps, id: string): Promise<OperatorTicket> {
  const ticket = await store.find(deps.db, id)
  if (!ticket) throw new AppError('NOT_FOUND', { thing: 'ticket' })
  return toOperatorDetails(deps, deps.db, ticket)
}

/** Changes a ticket as a support agent, who becomes its assignee. */
async function change(
  deps: Deps,
  keyName: string,
  id: string,
  agent: Agent,
  toRequest: (name: string) => TicketTransition,
): Promise<OperatorTicket> {
  const name = agent?.name ?? keyName
  const request = toRequest(name)
  const operator = { role: 'OPERATOR', id: null, name } as const
  const ticket = await ticketWorkflow.run(deps, operator, id, {
    ...request,
    decide: async (before, context, tx) => ({
      ...(await request.decide(before, context, tx)),
      assigneeName: name,
      assigneeAvatar: agent?.avatar ?? (before.assigneeName === name ? before.assigneeAvatar : null),
    }),
  })
  return toOperatorDetails(deps, deps.db, ticket)
}

/** Answers a ticket as `agent`, by default under the name of the API key. Throws NOT_FOUND or INVALID_TRANSITION. */
export const reply = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent, fileIds = [] }: Received<typeof replyToTicket>['body'] & { fileIds?: string[] },
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, (name) => ({
    async decide(before, { now }, tx) {
      const after = rules.afterReply(before, now)
      const attachment = { ownerId: before.providerId, ids: fileIds, purpose: 'TICKET', attachedTo: id } as const
      if (fileIds.length > 0) await attachFiles(tx, { ...attachment, field: 'file' })
      return addMessage(deps, tx, after, { author: 'SUPPORT', authorName: name, text, fileIds })
    },
    describeEffects(after) {
      const params = { agentName: name, excerpt: excerptOf(text) }
      return { event: 'ticket.replied', notification: toNotification(after, 'ticket-replied', params) }
    },
  }))

/**
 * Answers with a file sent with the call. It is owned by the ticket's provider: part of their export, and deleted with
 * their account.
 */
export async function replyWithFile(
  deps: Deps,
  keyName: string,
  id: string,
  { text, agentName, sent }: { text: string; agentName?: string | undefined; sent: { bytes: Buffer; name: string } },
): Promise<OperatorTicket> {
  const ticket = await store.find(deps.db, id)
  if (!ticket) throw new AppError('NOT_FOUND', { thing: 'ticket' })
  // Checked before inspecting the bytes.
  rules.afterReply(ticket, deps.clock.now())
  const file = await receiveFile(deps, 'TICKET', sent)
  const target = { ownerId: ticket.providerId, purpose: 'TICKET', file } as const
  const { id: fileId } = await storeFile(deps, target, async (_, stored) => stored)
  return reply(deps, keyName, id, { text, fileIds: [fileId], ...(agentName && { agent: { name: agentName } }) })
}

/** Puts a ticket on hold until a time. Throws NOT_FOUND, INVALID_TRANSITION, or VALIDATION_FAILED beyond 90 days. */
export const hold = (
  deps: Deps,
  keyName: string,
  id: string,
  { reason, until, agent }: Received<typeof holdTicket>['body'],
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, () => ({
    decide(before, { now }, tx) {
      const end = new Date(until)
      const params = { until: instantParam(end, hoursOf(deps.settings()).timeZone), reason }
      const text = storeText({ code: 'TICKET_ON_HOLD', params })
      return addMessage(deps, tx, rules.hold(before, { reason, until: end }, now), { author: 'SYSTEM', text })
    },
    describeEffects: () => ({ event: 'ticket.held', data: { reason, until } }),
  }))

/** Resolves a ticket, with a last answer if `text` is given. Throws NOT_FOUND or INVALID_TRANSITION. */
export const resolve = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent }: Received<typeof resolveOperatorTicket>['body'],
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, (name) => ({
    decide(before, { now }, tx) {
      const after = rules.withFirstResponse(rules.transition(before, 'resolve', 'OPERATOR', now), now)
      return text === undefined ? after : addMessage(deps, tx, after, { author: 'SUPPORT', authorName: name, text })
    },
    describeEffects: (after) => ({
      event: 'ticket.resolved',
      notification: toNotification(after, 'ticket-resolved', { isSilent: false }),
    }),
  }))
