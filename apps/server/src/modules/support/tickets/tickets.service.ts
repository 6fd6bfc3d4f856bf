import type { PageMeta, Received } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import {
  ticketFlow,
  ticketLimits,
  type createTicket,
  type listTickets,
  type rateTicket,
  type Ticket as TicketView,
  type TicketSummary,
  type writeInTicket,
} from '@fettle/protocol/support/tickets'
import type { ActingProvider } from '../../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { loadText } from '../../../platform/locale/messages.ts'
import { listTimeline } from '../../../platform/db/domain-events.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { resolveFor } from '../../notifications/index.ts'
import { attachFiles } from '../../uploads/index.ts'
import { promisedBy } from './hours.rules.ts'
import { isSimilar } from './similar.rules.ts'
import { addMessage } from './ticket-messages.service.ts'
import { lockOwnTicket, ticketWorkflow } from './ticket.workflow.ts'
import * as rules from './ticket.rules.ts'
import type { TicketRecord } from './ticket.rules.ts'
import * as store from './tickets.store.ts'
import { toDetails, toSummary } from './ticket.view.ts'

/** A provider's operations on tickets. */

/** Builds the provider's view on demand, after commit. */
type LazyTicketView = () => Promise<TicketView>

/** Loads the caller's ticket. Throws NOT_FOUND. */
async function getOwnTicket({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<TicketRecord> {
  const ticket = await store.find(db, id)
  if (ticket?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'ticket' })
  return ticket
}

/** A page of the caller's tickets, latest message first, with counts by status and the number of unread messages. */
export async function list(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  { limit, cursor, status }: Received<typeof listTickets>['query'],
): Promise<{ tickets: TicketSummary[]; meta: PageMeta & { unread: number } }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const statuses = status?.length ? status : undefined
  const [found, counts] = await Promise.all([
    store.listPage(db, { providerId, statuses }, { after, limit: limit + 1 }),
    store.countByStatus(db, providerId),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, lastMessageAt }) => ({ id, at: lastMessageAt }))
  const countOf = (state: TicketRecord['status']) => counts.find((row) => row.status === state)?.count ?? 0
  return {
    tickets: page.map(toSummary),
    meta: {
      nextCursor,
      total: (statuses ?? ticketFlow.states).reduce((sum, each) => sum + countOf(each), 0),
      countsByStatus: Object.fromEntries(ticketFlow.states.map((each) => [each, countOf(each)])),
      unread: counts.reduce((sum, { unread }) => sum + unread, 0),
    },
  }
}

/** The caller's ticket with its messages. Throws NOT_FOUND. */
export const get = async (deps: Deps, providerId: string, id: string): Promise<TicketView> =>
  toDetails(deps, deps.db, await getOwnTicket(deps, providerId, id))

/** The events of the caller's ticket, oldest first. Throws NOT_FOUND. */
export async function getTimeline(deps: Deps, providerId: string, id: string): Promise<TimelineEntry[]> {
  return listTimeline(deps.db, ticketWorkflow.subjectOf(await getOwnTicket(deps, providerId, id)), 'PROVIDER')
}

const attachFilesTo = (tx: Tx, ownerId: string, attachedTo: string, ids: readonly string[]) =>
  ids.length === 0
    ? undefined
    : attachFiles(tx, { ownerId, ids, purpose: 'TICKET', attachedTo, field: 'attachmentIds' })

type Form = Received<typeof createTicket>['body']

/** Creates a ticket. Throws TICKET_LIMIT, TICKET_SIMILAR with the open one, or NOT_FOUND for its subject. */
export async function create(deps: Deps, provider: ActingProvider, form: Form): Promise<TicketView> {
  const { clock, ids, settings } = deps
  const ticket = await deps.db.transaction(async (tx) => {
    const now = clock.now()
    await store.lockProvider(tx, provider.id)
    const related = form.related ? await describeRelated(tx, provider.id, form.related) : null
    const closed = form.followsUpId ? await getFollowedTicket(tx, provider, form.followsUpId) : undefined
    if (!form.anyway) await assertNothingSimilar(tx, provider.id, { ...form, related })
    const today = await store.countSince(tx, provider.id, new Date(+now - DAY_MS))
    if (today >= ticketLimits.perDay) throw new AppError('TICKET_LIMIT', { limit: ticketLimits.perDay })
    const priority = rules.firstPriority(form.category)
    const ticket: TicketRecord = {
      id: ids.next('tkt'),
      reference: await nextReference(tx, 'SUP', now),
      providerId: provider.id,
      providerName: provider.name,
      category: form.category,
      subject: form.subject,
      priority,
      status: 'OPEN',
      related,
      diagnostics: form.diagnostics ?? null,
      firstResponseDueAt: promisedBy(now, priority, settings()),
      firstRespondedAt: null,
      promiseMissed: false,
      assigneeName: null,
      assigneeAvatar: null,
      holdReason: null,
      holdUntil: null,
      waitingSince: null,
      remindedAt: null,
      resolvedAt: null,
      csatRating: null,
      csatComment: null,
      csatAt: null,
      mergedInto: null,
      mergedIntoReference: null,
      followsUp: closed?.id ?? null,
      followsUpReference: closed?.reference ?? null,
      unread: 0,
      unanswered: 1,
      version: 1,
      createdAt: now,
      lastMessageAt: now,
    }
    await store.insert(tx, ticket)
    await attachFilesTo(tx, provider.id, ticket.id, form.attachmentIds)
    await addMessage(deps, tx, ticket, { author: 'PROVIDER', text: form.text, fileIds: form.attachmentIds })
    if (closed) await linkFollowUp(deps, tx, provider, closed, ticket)
    await ticketWorkflow.begin(deps, tx, provider, ticket, {
      event: 'ticket.created',
      data: { subject: form.subject, ...(closed && { followsUp: closed.id }) },
    })
    return ticket
  })
  return toDetails(deps, deps.db, ticket)
}

async function describeRelated(tx: Tx, providerId: string, related: NonNullable<Form['related']>) {
  const label = await store.findRelated(tx, related, providerId)
  if (label === undefined) throw new AppError('NOT_FOUND', { thing: related.type.toLowerCase() })
  return { ...related, label }
}

/** The caller's closed ticket without a follow-up, which a new one continues. */
async function getFollowedTicket(tx: Tx, provider: ActingProvider, id: string): Promise<TicketRecord> {
  const ticket = await lockOwnTicket(tx, provider, id)
  rules.assertMayFollowUp(ticket)
  return ticket
}

async function assertNothingSimilar(
  tx: Tx,
  providerId: string,
  question: Pick<TicketRecord, 'category' | 'subject' | 'related'>,
): Promise<void> {
  const similar = (await store.listOpen(tx, providerId)).find((open) => isSimilar(question, open))
  if (similar) throw new AppError('TICKET_SIMILAR', { ticket: toSummary(similar) })
}

/** Links the closed ticket to its follow-up. */
async function linkFollowUp(
  deps: Deps,
  tx: Tx,
  provider: ActingProvider,
  closed: TicketRecord,
  next: TicketRecord,
): Promise<void> {
  const after = { ...closed, mergedInto: next.id, version: closed.version + 1 }
  const effects = { event: 'ticket.followed-up', data: { mergedInto: next.id } }
  await ticketWorkflow.commit(deps, tx, provider, { before: closed, after, effects })
}

/** Writes to support. A resolved ticket is reopened. */
export const write = (
  deps: Deps,
  provider: ActingProvider,
  id: string,
  { text, attachmentIds }: Received<typeof writeInTicket>['body'],
): Promise<LazyTicketView> =>
  ticketWorkflow.runForView(deps, provider, id, {
    async decide(before, { now }, tx) {
      const after = rules.afterMessage(before, now)
      await attachFilesTo(tx, provider.id, id, attachmentIds)
      return addMessage(deps, tx, after, { author: 'PROVIDER', text, fileIds: attachmentIds })
    },
    describeEffects: (_, before) => ({ event: before.status === 'RESOLVED' ? 'ticket.reopened' : 'ticket.replied' }),
  })

/** Marks support's messages as seen. Nothing else changes. */
export function read(deps: Deps, provider: ActingProvider, id: string): Promise<{ unread: number }> {
  return deps.db.transaction(async (tx) => {
    const ticket = await lockOwnTicket(tx, provider, id)
    if (ticket.unread > 0) {
      await store.markRead(tx, id, 'PROVIDER', deps.clock.now())
      await store.save(tx, { ...ticket, unread: 0 })
      // An answer to a ticket on hold asks for nothing else.
      if (ticket.status !== 'PENDING') await resolveFor(deps, tx, { type: 'ticket', id }, 'ticket-replied')
      // Lists on other screens update too.
      signalChange(deps, tx, provider.id, ticketWorkflow.subjectOf(ticket))
    }
    return { unread: 0 }
  })
}

/** Resolves the caller's ticket. Throws NOT_FOUND, VERSION_CONFLICT or INVALID_TRANSITION. */
export const resolve = (deps: Deps, provider: ActingProvider, id: string, version?: number): Promise<LazyTicketView> =>
  ticketWorkflow.runForView(deps, provider, id, {
    version,
    decide: (before, { now }) => rules.transition(before, 'resolve', 'PROVIDER', now),
    describeEffects: () => ({ event: 'ticket.resolved' }),
  })

/** Reopens the caller's resolved ticket. Throws NOT_FOUND, VERSION_CONFLICT, TICKET_CLOSED or INVALID_TRANSITION. */
export const reopen = (deps: Deps, provider: ActingProvider, id: string, version?: number): Promise<LazyTicketView> =>
  ticketWorkflow.runForView(deps, provider, id, {
    version,
    decide: (before, { now }) => rules.transition(before, 'reopen', 'PROVIDER', now),
    describeEffects: () => ({ event: 'ticket.reopened' }),
  })

/** Stores how satisfied the caller was, from 1 to 5. Throws NOT_FOUND, or INVALID_TRANSITION before it is resolved. */
export const rate = (
  deps: Deps,
  provider: ActingProvider,
  id: string,
  input: Received<typeof rateTicket>['body'],
): Promise<LazyTicketView> =>
  ticketWorkflow.runForView(deps, provider, id, {
    decide: (before, { now }) => rules.rate(before, input, now),
    describeEffects: () => ({ event: 'ticket.rated', data: { rating: input.rating } }),
  })

/** All tickets with their messages, oldest first, for the data export. */
export async function listAllTickets({ db }: Pick<Deps, 'db'>, providerId: string) {
  const [tickets, messages] = await Promise.all([store.listAll(db, providerId), store.listAllMessages(db, providerId)])
  return tickets.map((ticket) => ({
    ...toSummary(ticket),
    related: ticket.related,
    diagnostics: ticket.diagnostics,
    csat: ticket.csatRating && { rating: ticket.csatRating, comment: ticket.csatComment },
    messages: messages
      .filter(({ ticketId }) => ticketId === ticket.id)
      .map(({ author, authorName, text, fileIds, at }) => ({
        author,
        authorName,
        text: author === 'SYSTEM' ? loadText(text) : text,
        fileIds,
        at: at.toISOString(),
      })),
  }))
}
