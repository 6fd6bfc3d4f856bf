import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Reading } from '@fettle/protocol/chat/channels/read-state'
import type { Message, MessageKind, Reaction } from '@fettle/protocol/chat/messages/messages'
import { limits } from '@fettle/protocol/common/limits'
import { sortMinuteOf } from '../channels/sort-minute.ts'
import { empty, sql, type Queryable, type Sql } from '../../platform/db/db.ts'

/** A validated message without a sequence number. */
export interface NewMessage {
  cid: string
  /** Version of the channel policy that the decision used. If it has changed since, nothing is written. */
  policyVersion: number
  id: string
  userId: string | null
  kind: MessageKind
  text: string
  parentId: string | null
  inChannel: boolean
  quotedId: string | null
  extras: object | null
  /** Whether it increases others' unread counts. */
  counts: boolean
}

type MemberTuple = [cid: string, userId: string, unreadCount: number, version: number, lastReadSeq: number]

/** A member's read state after messages were written. */
export interface UpdatedMember {
  cid: string
  userId: string
  reading: Reading
}

/**
 * Writes messages of any channels in one statement and commit, in order per channel: assigns sequence numbers under the
 * channels' locks, raises the other members' unread counts and updates everybody's channel lists. Returns the members
 * whose read state or list changed. Messages are left out of `sequences` if their channel is gone, its policy changed,
 * or their index is in `skipped`. Ids are not looked up first, because they hardly ever exist: an existing id fails the
 * whole statement with 23505.
 */
export async function append(
  db: Queryable,
  messages: readonly NewMessage[],
  now: Date,
  skipped: ReadonlySet<number> = new Set(),
): Promise<AppendResult> {
  const [first] = messages
  if (first && messages.length === 1 && skipped.size === 0) return appendOne(db, first, now)
  const rows = messages.map((message, index) => [
    index,
    message.cid,
    message.policyVersion,
    message.id,
    message.userId,
    message.kind,
    message.text,
    message.parentId,
    message.inChannel,
    message.quotedId,
    message.extras,
    message.counts,
  ])
  const input = JSON.stringify(skipped.size === 0 ? rows : rows.filter((_, index) => !skipped.has(index)))
  const minute = sortMinuteOf(now)
  // Channels are locked in cid order, so that concurrent writers cannot deadlock. Rows are read one by one through
  // their keys (lateral, limit).
  const { sequences, members } = await db.one<{
    sequences: [number, number][] | null
    members: MemberTuple[] | null
  }>(sql`
    with input as materialized (
      select (v->>0)::int as n, v->>1 as cid, (v->>2)::int as version, v->>3 as id, v->>4 as user_id, v->>5 as kind,
             v->>6 as text, v->>7 as parent_id, (v->>8)::boolean as in_channel, v->>9 as quoted_id,
             nullif(v->10, 'null') as extras, (v->>11)::boolean as counts
      from jsonb_array_elements(${input}::jsonb) as v),
    locked as materialized (
      select c.cid, c.last_seq, c.policy_version
      from (select distinct cid from input order by cid) as i
      cross join lateral (
        select cid, last_seq, policy_version from chat.channels where cid = i.cid limit 1 for update) as c),
    -- Joined before it is filtered: of the filter's few expected rows the planner would make a loop over all pairs.
    placed as materialized (
      select i.*, l.last_seq from input i join locked l on l.cid = i.cid where l.policy_version = i.version),
    fresh as materialized (
      select p.*, p.last_seq + row_number() over (partition by p.cid order by p.n) as seq
      from placed p),
    written as (
      insert into chat.messages (cid, seq, id, user_id, kind, text, parent_id, in_channel, quoted_id, extras, created_at)
      select cid, seq, id, user_id, kind, text, parent_id, in_channel, quoted_id, extras, ${now} from fresh),
    totals as materialized (
      select cid, max(seq) as last_seq, count(*) filter (where counts) as counted,
             array_agg(user_id) filter (where counts) as authors
      from fresh group by cid),
    channels as (
      update chat.channels c set last_seq = t.last_seq, last_message_at = greatest(c.last_message_at, ${now})
      from totals t where c.cid = t.cid),
    others as materialized (
      select m.cid, m.user_id, t.counted - coalesce(cardinality(array_positions(t.authors, m.user_id)), 0) as more
      from totals t
      cross join lateral (
        select cid, user_id, sort_minute from chat.members where cid = t.cid order by user_id limit ${chatLimits.membersPerChannel}::int) m
      where m.sort_minute < ${minute}::int or t.counted > coalesce(cardinality(array_positions(t.authors, m.user_id)), 0)),
    members as (
      update chat.members m set
        sort_minute = greatest(m.sort_minute, ${minute}::int),
        unread_count = m.unread_count + o.more,
        has_unread = m.unread_count + o.more > 0,
        read_state_version = m.read_state_version + o.more
      from others o where m.cid = o.cid and m.user_id = o.user_id
      returning m.cid, m.user_id, m.unread_count, m.read_state_version, m.last_read_seq)
    select (select json_agg(json_build_array(n, seq)) from fresh) as sequences,
           (select json_agg(json_build_array(cid, user_id, unread_count, read_state_version, last_read_seq)) from members) as members`)
  return { sequences: new Map(sequences ?? []), members: toUpdatedMembers(members) }
}

/** Writes one message like `append`, in a statement that costs a third of it. */
async function appendOne(db: Queryable, message: NewMessage, now: Date): Promise<AppendResult> {
  const { cid, policyVersion, id, userId, kind, text, parentId, inChannel, quotedId, extras, counts } = message
  const minute = sortMinuteOf(now)
  const { seq, members } = await db.one<{ seq: number | null; members: MemberTuple[] | null }>(sql`
    with channel as (
      update chat.channels set last_seq = last_seq + 1, last_message_at = greatest(last_message_at, ${now})
      where cid = ${cid} and policy_version = ${policyVersion}
      returning last_seq as seq),
    written as (
      insert into chat.messages (cid, seq, id, user_id, kind, text, parent_id, in_channel, quoted_id, extras, created_at)
      select ${cid}, seq, ${id}, ${userId}, ${kind}, ${text}, ${parentId}, ${inChannel}::boolean, ${quotedId},
             ${extras && JSON.stringify(extras)}::jsonb, ${now}
      from channel),
    members as (
      update chat.members m set
        sort_minute = greatest(m.sort_minute, ${minute}::int),
        unread_count = m.unread_count + o.more,
        has_unread = m.unread_count + o.more > 0,
        read_state_version = m.read_state_version + o.more
      from (
        select user_id, (${counts}::boolean and user_id is distinct from ${userId}::text)::int as more
        from chat.members where cid = ${cid} and exists (select from channel)) as o
      where m.cid = ${cid} and m.user_id = o.user_id and (o.more > 0 or m.sort_minute < ${minute}::int)
      returning m.cid, m.user_id, m.unread_count, m.read_state_version, m.last_read_seq)
    select (select seq from channel) as seq,
           (select json_agg(json_build_array(cid, user_id, unread_count, read_state_version, last_read_seq)) from members) as members`)
  return { sequences: new Map(seq === null ? [] : [[0, seq]]), members: toUpdatedMembers(members) }
}

/** Sequence numbers by index, and the members whose read state or list changed. */
interface AppendResult {
  sequences: Map<number, number>
  members: UpdatedMember[]
}

function toUpdatedMembers(members: MemberTuple[] | null): UpdatedMember[] {
  return (members ?? []).map(([cid, userId, unreadCount, version, lastReadSeq]) => ({
    cid,
    userId,
    reading: { version, lastReadSeq, unreadCount },
  }))
}

/** Indexes of those messages whose ids exist in their channels. */
export async function listExisting(
  db: Queryable,
  messages: readonly Pick<NewMessage, 'cid' | 'id'>[],
): Promise<Set<number>> {
  const rows = await db.query<{ index: number }>(sql`
    select (i.n - 1)::int as index
    from unnest(${messages.map(({ cid }) => cid)}::text[], ${messages.map(({ id }) => id)}::text[]) with ordinality as i (cid, id, n)
    cross join lateral (select from chat.messages m where m.cid = i.cid and m.id = i.id limit 1) as m`)
  return new Set(rows.map(({ index }) => index))
}

/** A message with its author's name and picture. From JSON, times are strings. */
export interface MessageRow {
  cid: string
  seq: number
  id: string
  user_id: string | null
  user_name: string | null
  user_image: string | null
  kind: MessageKind
  text: string
  parent_id: string | null
  reply_count: number
  quoted_id: string | null
  /** In its current state. Null also without a quote. */
  quoted: QuotedJson | null
  in_channel: boolean
  last_reply_at: Date | string | null
  repliers: string[] | null
  reactions: Reaction[] | null
  pinned_at: Date | string | null
  pinned_by: string | null
  extras: Partial<Message> | null
  revision: number | null
  created_at: Date | string
  edited_at: Date | string | null
  deleted_at: Date | string | null
}

export interface QuotedJson {
  id: string
  seq: number
  revision: number
  kind: MessageKind
  /** Excerpt, slightly longer than shown. */
  text: string
  userId: string | null
  userName: string | null
  userImage: string | null
}

// Looked up per message: few messages quote, and a join could be planned over the whole table.
const quoted = sql`case when m.quoted_id is not null then (
  select json_build_object('id', q.id, 'seq', q.seq, 'revision', coalesce(q.revision, q.seq), 'kind', q.kind,
    'text', left(q.text, ${limits.messagePreviewLength + 1}::int), 'userId', q.user_id, 'userName', qu.name, 'userImage', qu.image)
  from chat.messages q left join chat.users qu on qu.id = q.user_id where q.cid = m.cid and q.id = m.quoted_id limit 1) end as quoted`

/** Columns for other statements: a message `m` with its author `u`, as a `MessageRow`. */
export const columns = sql`m.cid, m.seq, m.id, m.user_id, u.name as user_name, u.image as user_image, m.kind, m.text, m.parent_id,
  m.in_channel, m.reply_count, m.last_reply_at, m.repliers, m.reactions, m.pinned_at, m.pinned_by, m.quoted_id, ${quoted}, m.extras,
  m.revision, m.created_at, m.edited_at, m.deleted_at`
export const source = sql`chat.messages m left join chat.users u on u.id = m.user_id`

/** Whether the member `me` has not cleared or hidden the message `m`. Everything is visible for non-members. */
export const visibleToUser = sql`m.seq > coalesce(me.truncated_seq, 0)
  and (select true from chat.hidden_messages h where h.cid = m.cid and h.user_id = me.user_id and h.seq = m.seq limit 1) is null`

export async function findMessage(db: Queryable, cid: string, id: string): Promise<MessageRow | undefined> {
  return db.maybeOne<MessageRow>(sql`select ${columns} from ${source} where m.cid = ${cid} and m.id = ${id}`)
}

/** A message as a user sees it. Null: without a user's restrictions. */
export async function findVisible(
  db: Queryable,
  { cid, id }: { cid: string; id: string },
  userId: string | null,
): Promise<MessageRow | undefined> {
  return db.maybeOne<MessageRow>(sql`
    select ${columns} from ${source} left join chat.members me on me.cid = m.cid and me.user_id = ${userId}
    where m.cid = ${cid} and m.id = ${id} and ${visibleToUser}`)
}

/** Messages of a channel by id. Not `isVisible`: cleared by the caller. */
export async function listByIds(
  db: Queryable,
  cid: string,
  ids: readonly string[],
  userId: string | null,
): Promise<(MessageRow & { isVisible: boolean })[]> {
  if (ids.length === 0) return []
  return db.query(sql`
    select ${columns}, ${visibleToUser} as "isVisible"
    from ${source} left join chat.members me on me.cid = m.cid and me.user_id = ${userId}
    where m.cid = ${cid} and m.id = any(${ids})`)
}

/** The newest message that a person wrote in each channel, for channels active within a day of the latest activity. */
export const listNewestSeqs = (db: Queryable): Promise<{ cid: string; seq: number }[]> =>
  db.query(sql`
    select c.cid, m.seq from chat.channels c
    cross join lateral (
      select seq from chat.messages m where m.cid = c.cid and m.in_channel and m.user_id is not null order by seq desc limit 1) m
    where c.last_message_at > (select max(last_message_at) from chat.channels) - interval '1 day'`)

/** Messages after a sequence number, oldest first, for a catch-up. `isVisible` as in `listByIds`. */
export async function listAfter(
  db: Queryable,
  cid: string,
  { after, limit, userId = null }: { after: number; limit: number; userId?: string | null },
): Promise<(MessageRow & { isVisible: boolean })[]> {
  return db.query(sql`
    select ${columns}, ${visibleToUser} as "isVisible"
    from ${source} left join chat.members me on me.cid = m.cid and me.user_id = ${userId}
    where m.cid = ${cid} and m.seq > ${after} order by m.seq limit ${limit}`)
}

/** A message, and whether the caller is a member. */
export type MessageWindowRow = { [Column in keyof MessageRow]: MessageRow[Column] | null } & { member: boolean }
export type MessageWindow = 'newest' | 'before' | 'after'

/**
 * A window of a channel's timeline as one member sees it, in one statement. Messages are limited before authors are
 * joined: otherwise the planner may join all messages of the channel first. No row: no such channel. `member` false:
 * not a member. One row without `seq`: an empty window.
 */
export async function listMessageWindow(
  db: Queryable,
  {
    cid,
    userId,
    parentId,
    window,
    seq,
    limit,
  }: {
    cid: string
    userId: string | null
    /** Thread whose replies are listed. Undefined: the channel itself. */
    parentId?: string | undefined
    window: MessageWindow
    seq: number
    limit: number
  },
): Promise<MessageWindowRow[]> {
  const [bound, order]: [Sql, Sql] =
    window === 'newest'
      ? [empty, sql`desc`]
      : window === 'before'
        ? [sql`and m.seq < ${seq}`, sql`desc`]
        : [sql`and m.seq > ${seq}`, sql`asc`]
  const timeline = parentId === undefined ? sql`m.in_channel` : sql`m.parent_id = ${parentId}`
  return db.query(sql`
    select me.user_id is not null as member, p.*
    from chat.channels c
    left join chat.members me on me.cid = c.cid and me.user_id = ${userId}
    left join lateral (
      select ${columns} from (
        select m.* from chat.messages m
        where m.cid = c.cid and ${timeline} and ${visibleToUser} ${bound}
        order by m.seq ${order} limit ${limit}) m left join chat.users u on u.id = m.user_id
      order by m.seq ${order}) p on true
    where c.cid = ${cid}`)
}

/**
 * Column for other statements: the newest messages of channel `c` that its member `me` may see, newest first, as JSON
 * or null. Limited before authors are joined, as in `listMessageWindow`.
 */
export function newestOf(limit: number): Sql {
  return sql`(
    select json_agg(p order by p.seq desc) from (
      select ${columns} from (
        select m.* from chat.messages m
        where m.cid = c.cid and m.in_channel and ${visibleToUser}
        order by m.seq desc limit ${limit}) m left join chat.users u on u.id = m.user_id) p)`
}
