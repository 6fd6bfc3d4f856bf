import type { RelatedType, TicketCategory, TicketPriority, TicketStatus } from '@fettle/protocol/support/tickets'
import type { Cursor } from '../../../platform/db/cursor.ts'
import { lockByName } from '../../../platform/db/advisory-lock.ts'
import { empty, join, sql, type Queryable, type Sql, type Tx } from '../../../platform/db/db.ts'
import type { TicketRecord } from './ticket.rules.ts'

export interface TicketMessageRow {
  id: string
  ticketId: string
  author: 'PROVIDER' | 'SUPPORT' | 'SYSTEM'
  authorName: string | null
  text: string
  fileIds: string[]
  at: Date
  readAt: Date | null
}

const columns = sql`
  t.id, t.reference, t.provider_id as "providerId", trim(a.first_name || ' ' || a.last_name) as "providerName",
  t.category, t.subject, t.priority, t.status, t.related, t.diagnostics,
  t.first_response_due_at as "firstResponseDueAt", t.first_responded_at as "firstRespondedAt",
  t.promise_missed as "promiseMissed", t.assignee_name as "assigneeName", t.assignee_avatar as "assigneeAvatar",
  t.hold_reason as "holdReason", t.hold_until as "holdUntil", t.waiting_since as "waitingSince",
  t.reminded_at as "remindedAt", t.resolved_at as "resolvedAt", t.csat_rating as "csatRating",
  t.csat_comment as "csatComment", t.csat_at as "csatAt", t.merged_into as "mergedInto",
  m.reference as "mergedIntoReference", t.follows_up as "followsUp", f.reference as "followsUpReference", t.unread,
  t.unanswered, t.version, t.created_at as "createdAt", t.last_message_at as "lastMessageAt"`
const from = sql`
  from tickets t join accounts a on a.id = t.provider_id left join tickets m on m.id = t.merged_into
       left join tickets f on f.id = t.follows_up`

export const find = (db: Queryable, id: string) =>
  db.maybeOne<TicketRecord>(sql`select ${columns} ${from} where t.id = ${id}`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<TicketRecord>(sql`select ${columns} ${from} where t.id = ${id} for update of t`)

/** Serializes new tickets of one provider, so that limits hold. */
export const lockProvider = (tx: Tx, providerId: string): Promise<void> => lockByName(tx, `tickets ${providerId}`)

export async function countSince(tx: Tx, providerId: string, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from tickets where provider_id = ${providerId} and created_at > ${since}`,
  )
  return count
}

/** Unresolved tickets, newest first, at most fifty, which is more than people have. */
export const listOpen = (tx: Tx, providerId: string) =>
  tx.query<TicketRecord>(sql`
    select ${columns} ${from} where t.provider_id = ${providerId} and t.status in ('OPEN', 'PENDING', 'ON_HOLD')
    order by t.last_message_at desc, t.id desc limit 50`)

export async function insert(tx: Tx, ticket: TicketRecord): Promise<void> {
  await tx.execute(sql`
    insert into tickets (id, reference, provider_id, category, subject, priority, status, related, diagnostics,
                         first_response_due_at, follows_up, unanswered, version, created_at, last_message_at)
    values (${ticket.id}, ${ticket.reference}, ${ticket.providerId}, ${ticket.category}, ${ticket.subject},
            ${ticket.priority}, ${ticket.status}, ${ticket.related && JSON.stringify(ticket.related)}::jsonb,
            ${ticket.diagnostics && JSON.stringify(ticket.diagnostics)}::jsonb, ${ticket.firstResponseDueAt},
            ${ticket.followsUp}, ${ticket.unanswered}, ${ticket.version}, ${ticket.createdAt}, ${ticket.lastMessageAt})`)
}

/** Saves all mutable fields. */
export async function save(tx: Tx, ticket: TicketRecord): Promise<void> {
  await tx.execute(sql`
    update tickets set priority = ${ticket.priority}, status = ${ticket.status},
      first_response_due_at = ${ticket.firstResponseDueAt}, first_responded_at = ${ticket.firstRespondedAt},
      promise_missed = ${ticket.promiseMissed}, assignee_name = ${ticket.assigneeName},
      assignee_avatar = ${ticket.assigneeAvatar}, hold_reason = ${ticket.holdReason}, hold_until = ${ticket.holdUntil},
      waiting_since = ${ticket.waitingSince}, reminded_at = ${ticket.remindedAt}, resolved_at = ${ticket.resolvedAt},
      csat_rating = ${ticket.csatRating}, csat_comment = ${ticket.csatComment}, csat_at = ${ticket.csatAt},
      merged_into = ${ticket.mergedInto}, unread = ${ticket.unread}, unanswered = ${ticket.unanswered},
      version = ${ticket.version}, last_message_at = ${ticket.lastMessageAt}
    where id = ${ticket.id}`)
}

export async function addMessage(tx: Tx, message: TicketMessageRow): Promise<void> {
  await tx.execute(sql`
    insert into ticket_messages (id, ticket_id, author, author_name, text, file_ids, at)
    values (${message.id}, ${message.ticketId}, ${message.author}, ${message.authorName}, ${message.text},
            ${message.fileIds}, ${message.at})`)
}

const message = sql`
  id, ticket_id as "ticketId", author, author_name as "authorName", text, file_ids as "fileIds", at, read_at as "readAt"`

/** Oldest first. */
export const listMessages = (db: Queryable, ticketId: string) =>
  db.query<TicketMessageRow>(sql`select ${message} from ticket_messages where ticket_id = ${ticketId} order by at, id`)

/** Marks the other side's messages as seen. */
export async function markRead(tx: Tx, ticketId: string, by: 'PROVIDER' | 'SUPPORT', now: Date): Promise<void> {
  const isByOther = by === 'SUPPORT' ? sql`author = 'PROVIDER'` : sql`author <> 'PROVIDER'`
  await tx.execute(sql`
    update ticket_messages set read_at = ${now} where ticket_id = ${ticketId} and read_at is null and ${isByOther}`)
}

interface PageQuery {
  after: Cursor | undefined
  limit: number
}

/** One page of a provider's tickets, latest message first. */
export const listPage = (
  db: Queryable,
  { providerId, statuses }: { providerId: string; statuses: readonly TicketStatus[] | undefined },
  { after, limit }: PageQuery,
) =>
  db.query<TicketRecord>(sql`
    select ${columns} ${from} where t.provider_id = ${providerId}
    ${statuses ? sql`and t.status = any(${[...statuses]})` : empty}
    ${after ? sql`and (t.last_message_at, t.id) < (${after.at}, ${after.id})` : empty}
    order by t.last_message_at desc, t.id desc limit ${limit}`)

export const countByStatus = (db: Queryable, providerId: string) =>
  db.query<{ status: TicketStatus; count: number; unread: number }>(sql`
    select status, count(*) as count, count(*) filter (where unread > 0) as unread from tickets
    where provider_id = ${providerId} group by status`)

export interface OperatorTicketQuery {
  statuses: readonly TicketStatus[]
  category: TicketCategory | undefined
  priorities: readonly TicketPriority[] | undefined
  providerId: string | undefined
}

const matchesOperatorQuery = ({ statuses, category, priorities, providerId }: OperatorTicketQuery): Sql =>
  join(
    [
      sql`t.status = any(${[...statuses]})`,
      ...(category ? [sql`t.category = ${category}`] : []),
      ...(priorities ? [sql`t.priority = any(${[...priorities]})`] : []),
      ...(providerId ? [sql`t.provider_id = ${providerId}`] : []),
    ],
    ' and ',
  )

/** One page for operators, oldest first. */
export const listForOperator = (db: Queryable, listing: OperatorTicketQuery, { after, limit }: PageQuery) =>
  db.query<TicketRecord>(sql`
    select ${columns} ${from} where ${matchesOperatorQuery(listing)}
    ${after ? sql`and (t.created_at, t.id) > (${after.at}, ${after.id})` : empty}
    order by t.created_at, t.id limit ${limit}`)

export async function countForOperator(db: Queryable, listing: OperatorTicketQuery): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from tickets t where ${matchesOperatorQuery(listing)}`,
  )
  return count
}

/** All of one provider, oldest first. */
export const listAll = (db: Queryable, providerId: string) =>
  db.query<TicketRecord>(sql`select ${columns} ${from} where t.provider_id = ${providerId} order by t.created_at, t.id`)

export const listAllMessages = (db: Queryable, providerId: string) =>
  db.query<TicketMessageRow>(sql`
    select ${message} from ticket_messages where ticket_id in (select id from tickets where provider_id = ${providerId})
    order by at, id`)

/** Deletes all tickets of a closed account. */
export async function deleteOf(tx: Tx, providerId: string): Promise<void> {
  await tx.execute(sql`update tickets set merged_into = null, follows_up = null where provider_id = ${providerId}`)
  await tx.execute(sql`delete from tickets where provider_id = ${providerId}`)
  await tx.execute(sql`delete from faq_votes where provider_id = ${providerId}`)
}

const relatedIn: Record<RelatedType, Sql> = {
  BOOKING: sql`select reference as label from bookings`,
  OFFER: sql`select reference as label from offers`,
  CONTRACT: sql`select reference as label from contracts`,
  INVOICE: sql`select coalesce(number, title) as label from invoices`,
  PAYOUT: sql`select to_char(requested_at, 'YYYY-MM-DD') as label from payouts`,
}

/** Label of a ticket's subject. Undefined if it does not exist or belongs to another provider. */
export async function findRelated(
  db: Queryable,
  { type, id }: { type: RelatedType; id: string },
  providerId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ label: string }>(
    sql`${relatedIn[type]} where id = ${id} and provider_id = ${providerId}`,
  )
  return row?.label
}
