import { nextState } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import {
  priorityOf,
  ticketUpdates,
  ticketFlow,
  ticketLimits,
  ticketPriorities,
  type RelatedType,
  type TicketAction,
  type TicketCategory,
  type TicketUpdate,
  type TicketDiagnostics,
  type TicketTransitionName,
  type TicketPriority,
  type TicketStatus,
} from '@fettle/protocol/support/tickets'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Tickets and their rules. Pure: context and `now` come in. */

const HOLD_LIMIT_MS = 90 * DAY_MS

export interface TicketRecord {
  id: string
  reference: string
  providerId: string
  providerName: string
  category: TicketCategory
  subject: string
  priority: TicketPriority
  status: TicketStatus
  related: { type: RelatedType; id: string; label: string } | null
  diagnostics: TicketDiagnostics | null
  firstResponseDueAt: Date
  firstRespondedAt: Date | null
  promiseMissed: boolean
  assigneeName: string | null
  assigneeAvatar: string | null
  holdReason: string | null
  holdUntil: Date | null
  waitingSince: Date | null
  remindedAt: Date | null
  resolvedAt: Date | null
  csatRating: number | null
  csatComment: string | null
  csatAt: Date | null
  mergedInto: string | null
  mergedIntoReference: string | null
  followsUp: string | null
  followsUpReference: string | null
  unread: number
  unanswered: number
  version: number
  createdAt: Date
  lastMessageAt: Date
}

export type TicketRole = 'PROVIDER' | 'OPERATOR' | 'SYSTEM'

const isUpdate = (status: TicketStatus, action: TicketAction, role: TicketRole): boolean => {
  const rule = Object.hasOwn(ticketUpdates, action) ? ticketUpdates[action as TicketUpdate] : undefined
  if (!rule) return false
  return (rule.from as readonly TicketStatus[]).includes(status) && (rule.by as readonly TicketRole[]).includes(role)
}
const isTransition = (status: TicketStatus, action: TicketAction, role: TicketRole): boolean =>
  Object.hasOwn(ticketFlow.transitions, action) &&
  nextState(ticketFlow, status, action as TicketTransitionName, role) !== undefined

const actions: readonly TicketAction[] = ['message', 'reply', 'hold', 'resolve', 'reopen', 'csat', 'follow-up']

/** Actions a role may take now, by the same tables that check them. */
export const allowedActions = (
  { status, mergedInto }: Pick<TicketRecord, 'status' | 'mergedInto'>,
  role: TicketRole,
): TicketAction[] =>
  actions
    .filter((action) => isTransition(status, action, role) || isUpdate(status, action, role))
    .filter((action) => action !== 'follow-up' || mergedInto === null)

const verbs: Record<TicketTransitionName | TicketAction, string> = {
  message: 'added to',
  reply: 'answered',
  hold: 'put on hold',
  resume: 'resumed',
  resolve: 'resolved',
  'resolve-silent': 'resolved',
  reopen: 'reopened',
  close: 'closed',
  csat: 'rated',
  'follow-up': 'followed up',
}

/** Throws TICKET_CLOSED for messages to a closed ticket, INVALID_TRANSITION otherwise. */
function refuse(ticket: TicketRecord, action: TicketTransitionName | TicketAction, role: TicketRole): never {
  const from = ticket.status
  const details = { from, action, allowed: allowedActions(ticket, role) }
  if (from === 'CLOSED' && role === 'PROVIDER' && (action === 'message' || action === 'reopen')) {
    throw new AppError('TICKET_CLOSED', { ...details, mergedInto: ticket.mergedInto })
  }
  throw new AppError('INVALID_TRANSITION', { thing: 'ticket', verb: verbs[action], ...details })
}

/** The ticket after a transition, with fields of the old state cleared. Throws 409 outside the table. */
export function transition(
  ticket: TicketRecord,
  action: TicketTransitionName,
  role: TicketRole,
  now: Date,
): TicketRecord {
  const status = nextState(ticketFlow, ticket.status, action, role)
  if (status === undefined) return refuse(ticket, action, role)
  const isSettled = status === 'RESOLVED' || status === 'CLOSED'
  return {
    ...ticket,
    status,
    holdReason: null,
    holdUntil: null,
    waitingSince: status === 'PENDING' ? now : null,
    remindedAt: null,
    resolvedAt: isSettled ? (ticket.resolvedAt ?? now) : null,
    version: ticket.version + 1,
  }
}

/** Marks the promise of a first answer as kept. */
export const withFirstResponse = (ticket: TicketRecord, now: Date): TicketRecord => ({
  ...ticket,
  firstRespondedAt: ticket.firstRespondedAt ?? now,
})

/** The ticket after a provider's message: no longer waiting, and a resolved one is reopened. */
export function afterMessage(ticket: TicketRecord, now: Date): TicketRecord {
  if (isUpdate(ticket.status, 'message', 'PROVIDER')) return { ...ticket, version: ticket.version + 1 }
  return transition(ticket, 'message', 'PROVIDER', now)
}

/** The ticket after an answer: it waits for the provider unless on hold. */
export function afterReply(ticket: TicketRecord, now: Date): TicketRecord {
  if (!isUpdate(ticket.status, 'reply', 'OPERATOR'))
    return withFirstResponse(transition(ticket, 'reply', 'OPERATOR', now), now)
  const waiting = ticket.status === 'PENDING' ? { waitingSince: now, remindedAt: null } : {}
  return { ...withFirstResponse(ticket, now), ...waiting, version: ticket.version + 1 }
}

/** Puts a ticket on hold. Throws VALIDATION_FAILED unless `until` is in the next 90 days. */
export function hold(
  ticket: TicketRecord,
  { reason, until }: { reason: string; until: Date },
  now: Date,
): TicketRecord {
  const heldTicket = transition(ticket, 'hold', 'OPERATOR', now)
  if (until <= now || +until - +now > HOLD_LIMIT_MS) {
    throw fieldError(['until'], 'NOT_ALLOWED', issueText('HOLD_TOO_LONG', { max: 90 }))
  }
  return { ...withFirstResponse(heldTicket, now), holdReason: reason, holdUntil: until }
}

/** Rates a ticket. Throws INVALID_TRANSITION before it is resolved. */
export function rate(
  ticket: TicketRecord,
  { rating, comment }: { rating: number; comment: string },
  now: Date,
): TicketRecord {
  if (!isUpdate(ticket.status, 'csat', 'PROVIDER')) return refuse(ticket, 'csat', 'PROVIDER')
  return { ...ticket, csatRating: rating, csatComment: comment, csatAt: now, version: ticket.version + 1 }
}

/** Throws unless this closed ticket may be followed up. */
export function assertMayFollowUp(ticket: TicketRecord): void {
  if (!allowedActions(ticket, 'PROVIDER').includes('follow-up')) refuse(ticket, 'follow-up', 'PROVIDER')
}

/** The next higher priority; the highest stays. */
export const raisePriority = (priority: TicketPriority): TicketPriority =>
  ticketPriorities[ticketPriorities.indexOf(priority) + 1] ?? priority

/** The initial priority of a category. */
export const firstPriority = (category: TicketCategory): TicketPriority => priorityOf[category]

/** Timers of a ticket. */
export type TicketTimerKind = 'promise' | 'resume' | 'remind' | 'silence' | 'close'

const later = (at: Date, days: number) => new Date(+at + days * DAY_MS)

/** When it counts as resolved without an answer. Null while not waiting for the provider. */
export const silentUntil = ({ status, waitingSince }: TicketRecord): Date | null =>
  status === 'PENDING' && waitingSince ? later(waitingSince, ticketLimits.silenceDays) : null

/** When a resolved ticket is closed; until then it can be reopened. Null in other states. */
export const closesAt = ({ status, resolvedAt }: TicketRecord): Date | null =>
  status === 'RESOLVED' && resolvedAt ? later(resolvedAt, ticketLimits.closeDays) : null

/** Every timer of a ticket in its state, whether or not due. */
export function timersOf(ticket: TicketRecord): { kind: TicketTimerKind; dueAt: Date }[] {
  const { status, holdUntil, waitingSince, remindedAt, firstRespondedAt, firstResponseDueAt, priority, promiseMissed } =
    ticket
  const timers: { kind: TicketTimerKind; dueAt: Date }[] = []
  // A late urgent ticket cannot be raised further.
  const isLast = priority === 'URGENT' && promiseMissed
  if (status === 'OPEN' && !firstRespondedAt && !isLast) {
    // The last millisecond still keeps the promise.
    timers.push({ kind: 'promise', dueAt: new Date(+firstResponseDueAt + 1) })
  }
  if (status === 'ON_HOLD' && holdUntil) timers.push({ kind: 'resume', dueAt: holdUntil })
  const silence = silentUntil(ticket)
  if (silence && waitingSince) {
    if (!remindedAt) timers.push({ kind: 'remind', dueAt: later(waitingSince, ticketLimits.remindDays) })
    timers.push({ kind: 'silence', dueAt: silence })
  }
  const close = closesAt(ticket)
  if (close) timers.push({ kind: 'close', dueAt: close })
  return timers
}
