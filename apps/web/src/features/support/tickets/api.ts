import type { CallInput, PageMeta } from '@fettle/protocol'
import type { Ticket, TicketStatus, TicketSummary } from '@fettle/protocol/support/tickets'
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
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call, callWithMeta } from '../../../lib/http/api.ts'
import type { WithKey } from '../../../lib/http/idempotency-key.ts'
import { keyOf, queryOf } from '../../../lib/http/query.ts'

const PAGE_SIZE = 20

interface TicketsPage extends PageMeta {
  tickets: TicketSummary[]
  unread: number
}

/** The provider's tickets, latest message first. */
export const ticketsQuery = (statuses: readonly TicketStatus[]) =>
  infiniteQueryOptions({
    queryKey: keyOf(listTickets, { status: statuses.join(',') }),
    queryFn: async ({ pageParam, signal }): Promise<TicketsPage> => {
      const query = { status: statuses.join(',') || undefined, limit: PAGE_SIZE, cursor: pageParam }
      const { data, meta } = await callWithMeta(listTickets, { query }, { signal })
      return { ...(meta as unknown as PageMeta & { unread: number }), tickets: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

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
