import type { TicketMessage } from '@fettle/protocol/support/tickets'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { TicketRecord } from './ticket.rules.ts'
import * as store from './tickets.store.ts'

/** A message to add. */
export interface TicketMessageDraft {
  author: TicketMessage['author']
  authorName?: string | null
  text: string
  fileIds?: string[]
}

/** Adds a message, unread for the other side. Returns the ticket with it, to be saved. */
export async function addMessage(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  tx: Tx,
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
  const isByProvider = author === 'PROVIDER'
  // Writing implies having read what is above, and an answer answers all.
  if (author !== 'SYSTEM') await store.markRead(tx, ticket.id, isByProvider ? 'PROVIDER' : 'SUPPORT', at)
  return {
    ...ticket,
    lastMessageAt: at,
    unread: isByProvider ? 0 : ticket.unread + 1,
    unanswered: isByProvider ? ticket.unanswered + 1 : author === 'SUPPORT' ? 0 : ticket.unanswered,
  }
}
