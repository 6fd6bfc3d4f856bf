import type { PageMeta, Received } from '@fettle/protocol'
import type {
  DeskTicket,
  DeskTicketSummary,
  holdTicket,
  listDeskTickets,
  replyToTicket,
  settleTicket,
} from '@fettle/protocol/marketplace-support'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ActorRef } from '../../../platform/record.ts'
import type { NoticeRequest } from '../../notifications/index.ts'
import { hoursOf, spellPromise } from './hours.rules.ts'
import { changeTicket, type Change } from './tickets.change.ts'
import * as rules from './tickets.rules.ts'
import type { Ticket } from './tickets.rules.ts'
import * as store from './tickets.store.ts'
import { toDeskDetails, toDeskSummary } from './tickets.view.ts'

/** What the support team does with tickets (domain §15). */

type Agent = Received<typeof replyToTicket>['body']['agent']

/** As much of an answer as a notice shows. */
const EXCERPT = 200
export const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line
}

export function noticeOf<W extends 'ticket-replied' | 'ticket-resolved' | 'ticket-waiting'>(
  { id, providerId, reference, subject }: Ticket,
  workflow: W,
  params: Omit<Extract<NoticeRequest, { workflow: W }>['params'], 'reference' | 'subject'>,
): NoticeRequest {
  const about = { reference, subject, ...params }
  return { workflow, providerId, params: about, data: { type: 'ticket', id } } as unknown as NoticeRequest
}

export async function list(
  { db }: Pick<Deps, 'db'>,
  { limit, cursor, status, category, priority, providerId }: Received<typeof listDeskTickets>['query'],
): Promise<{ tickets: DeskTicketSummary[]; meta: Pick<PageMeta, 'nextCursor' | 'total'> }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const listing: store.DeskListing = {
    statuses: status?.length ? status : ['OPEN'],
    category,
    priorities: priority?.length ? priority : undefined,
    providerId,
  }
  const [found, total] = await Promise.all([
    store.listDesk(db, listing, { after, limit: limit + 1 }),
    store.countDesk(db, listing),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return { tickets: page.map(toDeskSummary), meta: { nextCursor, total } }
}

export async function get(deps: Deps, id: string): Promise<DeskTicket> {
  const ticket = await store.find(deps.db, id)
  if (!ticket) throw new AppError('NOT_FOUND', { thing: 'ticket' })
  return toDeskDetails(deps, deps.db, ticket)
}

/** Changes a ticket as somebody of the team, who has it from then on. */
async function change(
  deps: Deps,
  keyName: string,
  id: string,
  agent: Agent,
  decide: (before: Ticket, now: Date, who: { name: string; actor: ActorRef }) => Change,
): Promise<DeskTicket> {
  const name = agent?.name ?? keyName
  const ticket = await changeTicket(deps, id, {
    decide: (before, now) => {
      const changed = decide(before, now, { name, actor: { type: 'OPERATOR', id: null, name } })
      const assigned = {
        assigneeName: name,
        assigneeAvatar: agent?.avatar ?? (before.assigneeName === name ? before.assigneeAvatar : null),
      }
      return { ...changed, after: { ...changed.after, ...assigned } }
    },
  })
  return toDeskDetails(deps, deps.db, ticket)
}

export const reply = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent }: Received<typeof replyToTicket>['body'],
): Promise<DeskTicket> =>
  change(deps, keyName, id, agent, (before, now, { name, actor }) => {
    const after = rules.afterReply(before, now)
    return {
      after,
      event: { type: 'ticket.replied', actor },
      say: { author: 'SUPPORT', authorName: name, text },
      notice: noticeOf(before, 'ticket-replied', { agentName: name, excerpt: excerptOf(text) }),
    }
  })

export const hold = (
  deps: Deps,
  keyName: string,
  id: string,
  { reason, until, agent }: Received<typeof holdTicket>['body'],
): Promise<DeskTicket> =>
  change(deps, keyName, id, agent, (before, now, { actor }) => {
    const end = new Date(until)
    const words = spellPromise(end, hoursOf(deps.settings()))
    return {
      after: rules.hold(before, { reason, until: end }, now),
      event: { type: 'ticket.held', actor, data: { reason, until } },
      say: { author: 'SYSTEM', text: `On hold until ${words}: ${reason}` },
    }
  })

export const settle = (
  deps: Deps,
  keyName: string,
  id: string,
  { text, agent }: Received<typeof settleTicket>['body'],
): Promise<DeskTicket> =>
  change(deps, keyName, id, agent, (before, now, { name, actor }) => ({
    after: rules.answered(rules.move(before, 'resolve', 'OPERATOR', now), now),
    event: { type: 'ticket.resolved', actor },
    say: text === undefined ? undefined : { author: 'SUPPORT', authorName: name, text },
    notice: noticeOf(before, 'ticket-resolved', { isSilent: false }),
  }))
