import type { CallInput } from '@fettle/protocol'
import type { Ticket, TicketStatus } from '@fettle/protocol/support/tickets'
import {
  createTicket,
  getTicket,
  listTickets,
  rateTicket,
  readTicket,
  reopenTicket,
  resolveTicket,
  writeInTicket,
} from '@fettle/protocol/support/calls'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import type { WithKey } from '../../../lib/http/idempotency-key.ts'
import { pagesOf } from '../../../shared/lists/pages.ts'
import { keyOf, queryOf } from '../../../lib/http/query.ts'

/** The provider's tickets, latest message first. */
export const ticketsQuery = (statuses: readonly TicketStatus[]) =>
  pagesOf(listTickets, { query: { status: statuses.join(',') || undefined } })

export const ticketQuery = (id: string) => queryOf(getTicket, { params: { id } })

const show = (client: QueryClient, ticket: Ticket) => client.setQueryData(ticketQuery(ticket.id).queryKey, ticket)
const invalidateTickets = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: ['tickets'] })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

export type TicketStep =
  | { action: 'message'; text: string; attachmentIds: string[]; withKey: WithKey }
  | { action: 'resolve' | 'reopen' }
  | { action: 'csat'; rating: number; comment: string }

function send({ id, version }: Pick<Ticket, 'id' | 'version'>, step: TicketStep): Promise<Ticket> {
  const params = { id }
  switch (step.action) {
    case 'message': {
      const { text, attachmentIds, withKey } = step
      const input = { params, body: { text, attachmentIds } }
      return withKey((idempotencyKey) => call(writeInTicket, input, { idempotencyKey }))
    }
    case 'resolve':
      return call(resolveTicket, { params, body: { version } })
    case 'reopen':
      return call(reopenTicket, { params, body: { version } })
    case 'csat':
      return call(rateTicket, { params, body: { rating: step.rating, comment: step.comment } })
  }
}

/** Mutation of a ticket. Needs a connection: unsent text stays in the form. */
export const stepTicket = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticket, step }: { ticket: Pick<Ticket, 'id' | 'version'>; step: TicketStep }) => send(ticket, step),
    onSuccess: (ticket) => show(client, ticket),
    onSettled: () => invalidateTickets(client),
  })

/** Mutation that creates a ticket. */
export const createSupportTicket = (client: QueryClient, withKey: WithKey) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof createTicket>['body']) =>
      withKey((idempotencyKey) => call(createTicket, { body }, { idempotencyKey })),
    onSuccess: (ticket) => show(client, ticket),
    onSettled: () => invalidateTickets(client),
  })

/** Marks support's messages as read. */
export async function markTicketRead(client: QueryClient, id: string): Promise<void> {
  await call(readTicket, { params: { id } })
  client.setQueryData(ticketQuery(id).queryKey, (ticket) => ticket && { ...ticket, unread: 0 })
  await client.invalidateQueries({ queryKey: keyOf(listTickets).slice(0, 2) })
}
