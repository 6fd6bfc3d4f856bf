import type { OperatorTicket, OperatorTicketSummary } from '@fettle/protocol/marketplace/support'
import type { Ticket as TicketView, TicketMessage, TicketSummary } from '@fettle/protocol/support/tickets'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { listFiles } from '../../uploads/index.ts'
import { allowedActions, closesAt, silentUntil, type TicketRole, type TicketRecord } from './ticket.rules.ts'
import * as store from './tickets.store.ts'
import { toIsoOrNull } from '../../../platform/locale/to-iso-or-null.ts'
import { loadText } from '../../../platform/locale/messages.ts'

/** A ticket as listed for its provider. */
export const toSummary = (ticket: TicketRecord): TicketSummary => ({
  id: ticket.id,
  reference: ticket.reference,
  category: ticket.category,
  subject: ticket.subject,
  priority: ticket.priority,
  status: ticket.status,
  firstResponseDueAt: ticket.firstRespondedAt || ticket.resolvedAt ? null : ticket.firstResponseDueAt.toISOString(),
  promiseMissed: ticket.promiseMissed,
  unread: ticket.unread,
  createdAt: ticket.createdAt.toISOString(),
  lastMessageAt: ticket.lastMessageAt.toISOString(),
  version: ticket.version,
})

const providerFields = ({ providerId, providerName, unanswered }: TicketRecord) => ({
  providerId,
  providerName,
  unanswered,
})

/** A ticket as listed for operators, with its provider. */
export const toOperatorSummary = (ticket: TicketRecord): OperatorTicketSummary => ({
  ...toSummary(ticket),
  ...providerFields(ticket),
})

const linkOf = (id: string | null, reference: string | null) => (id && reference ? { id, reference } : null)

async function messagesOf(deps: Pick<Deps, 'files'>, db: Queryable, id: string): Promise<TicketMessage[]> {
  const messages = await store.listMessages(db, id)
  const files = await listFiles(
    deps,
    db,
    messages.flatMap(({ fileIds }) => fileIds),
  )
  return messages.map(({ id: messageId, author, authorName, text, fileIds, at, readAt }) => ({
    id: messageId,
    author,
    authorName,
    text: author === 'SYSTEM' ? loadText(text) : text,
    attachments: files
      .filter((file) => fileIds.includes(file.id))
      .map(({ id: fileId, name, mime, size, url }) => ({ id: fileId, name, mime, size, url })),
    at: at.toISOString(),
    readAt: toIsoOrNull(readAt),
  }))
}

/** The full view of a ticket, with the actions of `role`. */
export async function toDetails(
  deps: Pick<Deps, 'files'>,
  db: Queryable,
  ticket: TicketRecord,
  role: TicketRole = 'PROVIDER',
): Promise<TicketView> {
  return {
    ...toSummary(ticket),
    related: ticket.related,
    assignee: ticket.assigneeName ? { name: ticket.assigneeName, avatar: ticket.assigneeAvatar } : null,
    firstRespondedAt: toIsoOrNull(ticket.firstRespondedAt),
    hold: ticket.holdUntil ? { reason: ticket.holdReason ?? '', until: ticket.holdUntil.toISOString() } : null,
    silentUntil: toIsoOrNull(silentUntil(ticket)),
    resolvedAt: toIsoOrNull(ticket.resolvedAt),
    closesAt: toIsoOrNull(closesAt(ticket)),
    csat:
      ticket.csatRating && ticket.csatAt
        ? { rating: ticket.csatRating, comment: ticket.csatComment ?? '', at: ticket.csatAt.toISOString() }
        : null,
    diagnostics: ticket.diagnostics,
    mergedInto: linkOf(ticket.mergedInto, ticket.mergedIntoReference),
    followsUp: linkOf(ticket.followsUp, ticket.followsUpReference),
    messages: await messagesOf(deps, db, ticket.id),
    allowedActions: allowedActions(ticket, role),
  }
}

/** The full view for operators, with absolute file addresses. */
export async function toOperatorDetails(
  deps: Pick<Deps, 'files' | 'config'>,
  db: Queryable,
  ticket: TicketRecord,
): Promise<OperatorTicket> {
  const details = await toDetails(deps, db, ticket, 'OPERATOR')
  const messages = details.messages.map((message) => ({
    ...message,
    attachments: message.attachments.map((file) => ({ ...file, url: new URL(file.url, deps.config.origin).href })),
  }))
  return { ...details, ...providerFields(ticket), messages }
}
