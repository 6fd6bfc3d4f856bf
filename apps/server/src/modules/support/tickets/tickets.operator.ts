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
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam, storeText } from '../../../platform/locale/messages.ts'
import type { ActorRef } from '../../../platform/db/domain-events.ts'
import type { NotificationRequest } from '../../notifications/index.ts'
import { attachFiles, storeFile, receiveFile } from '../../uploads/index.ts'
import { hoursOf } from './hours.rules.ts'
import { runTicketTransition, type TicketTransition } from './ticket.workflow.ts'
import * as rules from './ticket.rules.ts'
import type { TicketRecord } from './ticket.rules.ts'
import * as store from './tickets.store.ts'
import { toOperatorDetails, toOperatorSummary } from './ticket.view.ts'

/** Operators' actions on tickets. */

type Agent = Received<typeof replyToTicket>['body']['agent']

/** Characters of an answer in its notification. */
const EXCERPT = 200
export const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line
}

export function toNotification<W extends 'ticket-replied' | 'ticket-resolved' | 'ticket-waiting'>(
  { id, providerId, reference, subject }: TicketRecord,
  workflow: W,
  params: Omit<Extract<NotificationRequest, { workflow: W }>['params'], 'reference' | 'subject'>,
): NotificationRequest {
  const about = { reference, subject, ...params }
  return { workflow, providerId, params: about, data: { type: 'ticket', id } } as unknown as NotificationRequest
}

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
  decide: (
    before: TicketRecord,
    now: Date,
    who: { name: string; actor: ActorRef },
    tx: Tx,
  ) => Promise<TicketTransition> | TicketTransition,
): Promise<OperatorTicket> {
  const name = agent?.name ?? keyName
  const ticket = await runTicketTransition(deps, id, {
    decide: async (before, now, tx) => {
      const changed = await decide(before, now, { name, actor: { type: 'OPERATOR', id: null, name } }, tx)
      const assigned = {
        assigneeName: name,
        assigneeAvatar: agent?.avatar ?? (before.assigneeName === name ? before.assigneeAvatar : null),
      }
      return { ...changed, after: { ...changed.after, ...assigned } }
    },
  })
  return toOperatorDetails(deps, deps.db, ticket)
}

export const reply = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent, fileIds = [] }: Received<typeof replyToTicket>['body'] & { fileIds?: string[] },
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, async (before, now, { name, actor }, tx) => {
    const after = rules.afterReply(before, now)
    const owned = {
      ownerId: before.providerId,
      ids: fileIds,
      purpose: 'TICKET',
      attachedTo: id,
      field: 'file',
    } as const
    if (fileIds.length > 0) await attachFiles(tx, owned)
    return {
      after,
      event: { type: 'ticket.replied', actor },
      message: { author: 'SUPPORT', authorName: name, text, fileIds },
      notification: toNotification(before, 'ticket-replied', { agentName: name, excerpt: excerptOf(text) }),
    }
  })

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
  const keeping = { ownerId: ticket.providerId, purpose: 'TICKET', file } as const
  const { id: fileId } = await storeFile(deps, keeping, async (_, kept) => kept)
  return reply(deps, keyName, id, { text, fileIds: [fileId], ...(agentName && { agent: { name: agentName } }) })
}

export const hold = (
  deps: Deps,
  keyName: string,
  id: string,
  { reason, until, agent }: Received<typeof holdTicket>['body'],
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, (before, now, { actor }) => {
    const end = new Date(until)
    const params = { until: instantParam(end, hoursOf(deps.settings()).timeZone), reason }
    return {
      after: rules.hold(before, { reason, until: end }, now),
      event: { type: 'ticket.held', actor, data: { reason, until } },
      message: { author: 'SYSTEM', text: storeText({ code: 'TICKET_ON_HOLD', params }) },
    }
  })

export const settle = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent }: Received<typeof resolveOperatorTicket>['body'],
): Promise<OperatorTicket> =>
  change(deps, keyName, id, agent, (before, now, { name, actor }) => ({
    after: rules.answered(rules.transition(before, 'resolve', 'OPERATOR', now), now),
    event: { type: 'ticket.resolved', actor },
    message: text === undefined ? undefined : { author: 'SUPPORT', authorName: name, text },
    notification: toNotification(before, 'ticket-resolved', { isSilent: false }),
  }))
