import type { TicketMessage } from '@fettle/protocol/support/tickets'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { appendEvent, type ActorRef } from '../../../platform/db/domain-events.ts'
import { createTimers } from '../../../platform/jobs/timers.ts'
import { resolveFor, notify, type NotificationRequest } from '../../notifications/index.ts'
import { timersOf, type TicketRecord } from './ticket.rules.ts'
import * as store from './tickets.store.ts'

/** Runs every change of a ticket: save, timers, event, message and notification. */

export const system: ActorRef = { type: 'SYSTEM', id: null, name: 'Fettle' }

export const { TIMER_JOB, scheduleTimers } = createTimers('support', timersOf)

/** A message to add. */
export interface TicketMessageDraft {
  author: TicketMessage['author']
  authorName?: string | null
  text: string
  fileIds?: string[]
}

/** Adds a message, unread for the other side. */
export async function addMessage(
  tx: Tx,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  ticket: TicketRecord,
  { author, authorName = null, text, fileIds = [] }: TicketMessageDraft,
): Promise<TicketRecord> {
  const at = clock.now()
  await store.addMessage(tx, {
    id: ids.next('tms'),
    ticketId: ticket.id,
    author,
    authorName,
    text,
    fileIds,
    at,
    readAt: null,
  })
  const isTheirs = author === 'PROVIDER'
  // Writing implies having read what is above, and an answer answers all.
  if (author !== 'SYSTEM') await store.markRead(tx, ticket.id, isTheirs ? 'PROVIDER' : 'SUPPORT', at)
  return {
    ...ticket,
    lastMessageAt: at,
    unread: isTheirs ? 0 : ticket.unread + 1,
    unanswered: isTheirs ? ticket.unanswered + 1 : author === 'SUPPORT' ? 0 : ticket.unanswered,
  }
}

export const subjectOf = ({ id, version, status }: TicketRecord) => ({ type: 'ticket', id, version, status })

/** Appends `ticket.replied` and the like to timeline and feed, and signals open screens. */
export const appendTicketEvent = (
  tx: Tx,
  deps: Deps,
  ticket: TicketRecord,
  { type, actor, data = {} }: { type: string; actor: ActorRef; data?: Record<string, unknown> },
): Promise<void> =>
  appendEvent(tx, deps, {
    subject: subjectOf(ticket),
    type,
    actor,
    data: { reference: ticket.reference, category: ticket.category, priority: ticket.priority, ...data },
    visibility: 'PROVIDER',
    providerId: ticket.providerId,
  })

export interface TicketTransition {
  after: TicketRecord
  event: { type: string; actor: ActorRef; data?: Record<string, unknown> }
  message?: TicketMessageDraft | undefined
  notification?: NotificationRequest
}

/** Loads and locks a ticket, decides and commits. Throws NOT_FOUND for tickets of others. */
export async function runTicketTransition(
  deps: Deps,
  id: string,
  {
    providerId,
    version,
    decide,
  }: {
    /** Required owner. Undefined for operators and timers. */
    providerId?: string
    version?: number | undefined
    /** Undefined: nothing to do. */
    decide: (
      before: TicketRecord,
      now: Date,
      tx: Tx,
    ) => Promise<TicketTransition | undefined> | TicketTransition | undefined
  },
): Promise<TicketRecord> {
  return deps.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (!before || (providerId !== undefined && before.providerId !== providerId)) {
      throw new AppError('NOT_FOUND', { thing: 'ticket' })
    }
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', {
        thing: 'ticket',
        current: { status: before.status, version: before.version },
      })
    }
    const change = await decide(before, deps.clock.now(), tx)
    if (!change) return before
    return commitTransition(tx, deps, before, change)
  })
}

async function commitTransition(
  tx: Tx,
  deps: Deps,
  before: TicketRecord,
  { after, event, message: draft, notification }: TicketTransition,
): Promise<TicketRecord> {
  const ticket = draft ? await addMessage(tx, deps, after, draft) : after
  await store.save(tx, ticket)
  await scheduleTimers(tx, deps, before, ticket)
  await appendTicketEvent(tx, deps, ticket, event)
  await resolveStaleNotifications(tx, deps, before, ticket)
  if (notification) await notify(tx, deps, notification)
  return ticket
}

/** Resolves notifications whose request is done or can no longer be. */
async function resolveStaleNotifications(tx: Tx, deps: Deps, before: TicketRecord, after: TicketRecord): Promise<void> {
  const subject = { type: 'ticket', id: after.id } as const
  if (before.status === after.status) return
  if (before.status === 'PENDING') {
    await resolveFor(tx, deps, subject, 'ticket-replied')
    await resolveFor(tx, deps, subject, 'ticket-waiting')
  }
  if (before.status === 'RESOLVED') await resolveFor(tx, deps, subject, 'ticket-resolved')
}
