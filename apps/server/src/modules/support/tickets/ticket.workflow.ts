import { ticketFlow, type Ticket as TicketView, type TicketTransitionName } from '@fettle/protocol/support/tickets'
import {
  assertOwn,
  type ActingOperator,
  type ActingProvider,
  type ActingSystem,
} from '../../../platform/acting-party.ts'
import { defineTimers } from '../../../platform/workflow/timers.ts'
import {
  defineWorkflow,
  type DecidedTransition,
  type TransitionRequest,
  type WorkflowEvent,
} from '../../../platform/workflow/workflow.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify, resolveFor, type NotificationRequest } from '../../notifications/index.ts'
import { timersOf, type TicketRecord } from './ticket.rules.ts'
import { toDetails } from './ticket.view.ts'
import * as store from './tickets.store.ts'

export interface TicketEffects extends WorkflowEvent {
  notification?: NotificationRequest
}

interface TicketWorkflowTypes {
  deps: Deps
  party: ActingProvider | ActingOperator
  record: TicketRecord
  context: { now: Date }
  effects: TicketEffects
  action: TicketTransitionName
  view: TicketView
}
export type TicketTransition = TransitionRequest<TicketWorkflowTypes>

/** Loads the caller's ticket and locks it for update. Throws NOT_FOUND if it belongs to someone else. */
export const lockOwnTicket = async (
  tx: Tx,
  party: TicketWorkflowTypes['party'] | ActingSystem,
  id: string,
): Promise<TicketRecord> => assertOwn('ticket', await store.lock(tx, id), party)

export const ticketTimers = defineTimers('support', timersOf)

/** The transitions of a ticket. Only its provider sees their events. */
export const ticketWorkflow = defineWorkflow<TicketWorkflowTypes>({
  subject: 'ticket',
  flow: ticketFlow,
  lock: lockOwnTicket,
  context: ({ clock }) => ({ now: clock.now() }),
  save: (tx, _before, after) => store.save(tx, after),
  eventDefaults: ({ reference, category, priority }) => ({
    data: { reference, category, priority },
    visibility: 'PROVIDER',
  }),
  afterSave: resolveStaleNotifications,
  timers: ticketTimers,
  async deliver(deps, tx, _ticket, { notification }) {
    if (notification) await notify(deps, tx, notification)
  },
  view: (deps, db, ticket, { role }) => toDetails(deps, db, ticket, role),
  conflictView: async (_deps, _tx, { status, version }) => ({ status, version }),
})

/** Resolves notifications whose request is done or can no longer be. */
async function resolveStaleNotifications(
  deps: Deps,
  tx: Tx,
  { role }: TicketWorkflowTypes['party'] | ActingSystem,
  { before, after }: DecidedTransition<TicketWorkflowTypes>,
): Promise<void> {
  const isChanged = before.status !== after.status
  // An answer to a ticket on hold leaves it there, and is unread until its owner reads it or acts.
  const mayBeOpen = before.status === 'ON_HOLD' || before.unread > 0
  const isHandled =
    (mayBeOpen && (role === 'PROVIDER' || after.status === 'RESOLVED')) || (before.status === 'PENDING' && isChanged)
  const done = [
    ...(isHandled ? (['ticket-replied', 'ticket-waiting'] as const) : []),
    ...(isChanged && before.status === 'RESOLVED' ? (['ticket-resolved'] as const) : []),
  ]
  if (done.length > 0) await resolveFor(deps, tx, { type: 'ticket', id: after.id }, ...done)
}
