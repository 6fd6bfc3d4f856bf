import type { ChatRole } from '@fettle/protocol/chat/users/users'
import { empty, join, sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import { containsTerms } from '../../platform/db/list-query.ts'
import { newestOf, visibleToUser, type MessageRow } from '../messages/messages.store.ts'
import type { ReadStateRow } from '../reading/reading.store.ts'
import { sortMinuteOf } from './sort-minute.ts'

export interface ChannelPolicyRow {
  type: string
  policy_version: number
  blocked_by: string | null
  slow_mode_seconds: number
  member_ids: string[]
}

export async function findChannelPolicy(db: Queryable, cid: string): Promise<ChannelPolicyRow | undefined> {
  return db.maybeOne<ChannelPolicyRow>(sql`
    select type, policy_version, blocked_by, slow_mode_seconds, array(select user_id from chat.members m where m.cid = c.cid) as member_ids
    from chat.channels c where cid = ${cid}`)
}

/** Inserts a channel. False if it exists. */
export async function insertChannel(
  db: Queryable,
  channel: {
    cid: string
    type: string
    name: string | null
    image: string | null
    custom: object
    createdBy: string | null
    /** Created by the app: its members are linked and may create channels with each other. */
    createdByApp: boolean
  },
  now: Date,
): Promise<boolean> {
  const { cid, type, name, image, custom, createdBy, createdByApp } = channel
  const inserted = await db.executeCount(sql`
    insert into chat.channels (cid, type, name, image, custom, created_by, created_by_app, created_at)
    values (${cid}, ${type}, ${name}, ${image}, ${JSON.stringify(custom)}::jsonb, ${createdBy}, ${createdByApp}, ${now})
    on conflict (cid) do nothing`)
  return inserted === 1
}

/** The users among `ids` who share a channel with this one that the app created and nobody blocked. */
export async function listLinked(db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select distinct o.user_id
    from chat.members o
    join chat.members me on me.cid = o.cid and me.user_id = ${userId}
    join chat.channels c on c.cid = o.cid and c.created_by_app and c.blocked_by is null
    where o.user_id = any(${ids})`)
  return rows.map(({ user_id }) => user_id)
}

/** Inserts members. What was written before they came is read. */
export async function insertMembers(
  db: Queryable,
  cid: string,
  members: readonly { userId: string; role: 'owner' | 'member' }[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into chat.members (cid, user_id, role, joined_at, sort_minute, last_read_seq)
    select ${cid}, user_id, role, ${now}, ${sortMinuteOf(now)}, (select last_seq from chat.channels where cid = ${cid})
    from unnest(${members.map(({ userId }) => userId)}::text[], ${members.map(({ role }) => role)}::text[]) as m (user_id, role)`)
}

/** A member with their user, from JSON: times are strings. */
export interface MemberJson {
  userId: string
  role: 'owner' | 'member'
  joinedAt: string
  readReceiptSeq: number
  lastReadAt: string | null
  deliveredSeq: number
  name: string
  image: string | null
  userRole: ChatRole
  custom: Record<string, unknown>
  lastActiveAt: string | null
}

/** The settings of a member. */
export interface SettingsRow {
  settings_version: number
  pinned_at: Date | null
  archived_at: Date | null
  muted_until: Date | null
  hidden_since: Date | null
  truncated_seq: number
}

type MembershipRow = { me: string; sort_at: Date } & ReadStateRow & SettingsRow

/** A channel, its members, and the caller's membership, which is empty for non-members. */
export type ChannelRow = ChannelWithMembers & (MembershipRow | Record<keyof MembershipRow, null>)

interface ChannelWithMembers {
  cid: string
  type: string
  name: string | null
  image: string | null
  custom: Record<string, unknown>
  created_by: string | null
  created_at: Date
  last_seq: number
  last_message_at: Date | null
  pruned_seq: number
  revision: number
  blocked_by: string | null
  also_blocked_by: string | null
  slow_mode_seconds: number
  members: MemberJson[] | null
  /** Newest first. */
  messages: MessageRow[] | null
}

const members = sql`(
  select json_agg(o) from (
    select o.user_id as "userId", o.role, o.joined_at as "joinedAt", o.read_receipt_seq as "readReceiptSeq",
      o.last_read_at as "lastReadAt", o.delivered_seq as "deliveredSeq", u.name, u.image, u.role as "userRole",
      u.custom, u.last_active_at as "lastActiveAt"
    from chat.members o join chat.users u on u.id = o.user_id where o.cid = c.cid
    order by o.joined_at, o.user_id) o) as members`

// Sort key of the list. The index contains its minute.
const sortAt = sql`greatest(c.last_message_at, me.joined_at)`

const columnsWith = (
  messages: number,
) => sql`c.cid, c.type, c.name, c.image, c.custom, c.created_by, c.created_at, c.last_seq, c.last_message_at, c.pruned_seq, c.revision,
  c.blocked_by, c.also_blocked_by, c.slow_mode_seconds,
  ${members}, me.user_id as me, me.last_read_seq, me.unread_count, me.read_state_version, me.pinned_at, me.archived_at,
  me.muted_until, me.hidden_since, me.settings_version, me.truncated_seq,
  ${sortAt} as sort_at, ${newestOf(messages)} as messages`

/** A channel as `userId` sees it (null: nobody in particular), with its newest messages. */
export async function findChannel(
  db: Queryable,
  { cid, userId, messages }: { cid: string; userId: string | null; messages: number },
): Promise<ChannelRow | undefined> {
  return db.maybeOne<ChannelRow>(sql`
    select ${columnsWith(messages)} from chat.channels c left join chat.members me on me.cid = c.cid and me.user_id = ${userId}
    where c.cid = ${cid}`)
}

/**
 * When somebody last replied in a thread after a message, by channel, as its member `userId` sees it. Replies that are
 * shown in the channel too are messages of the channel.
 */
export async function findLastReplies(
  db: Queryable,
  userId: string | null,
  messages: readonly { cid: string; seq: number }[],
): Promise<Map<string, Date>> {
  if (messages.length === 0) return new Map()
  const rows = await db.query<{ cid: string; created_at: Date }>(sql`
    select c.cid, r.created_at
    from unnest(${messages.map(({ cid }) => cid)}::text[], ${messages.map(({ seq }) => seq)}::bigint[]) as c (cid, seq)
    left join chat.members me on me.cid = c.cid and me.user_id = ${userId}
    cross join lateral (
      select m.created_at from chat.messages m
      where m.cid = c.cid and m.seq > c.seq and not m.in_channel and m.deleted_at is null and ${visibleToUser}
      order by m.seq desc limit 1) r`)
  return new Map(rows.map(({ cid, created_at }) => [cid, created_at]))
}

export interface ChannelQuery {
  userId: string
  type: string | undefined
  members: readonly string[]
  cids: readonly string[] | undefined
  unread: boolean | undefined
  archived: boolean | undefined
  pinned: boolean | undefined
  text: string | undefined
  limit: number
  /** Number of newest messages per channel. */
  messages: number
  /** Last row of the previous page. */
  after: { pinned: boolean; sortAt: Date; cid: string } | undefined
}

/** Channel name and names of the other members, for the search. */
const namesIn = (userId: string) => sql`concat_ws(E'\\n', c.normalized_name, (
  select string_agg(u.normalized_name, E'\\n') from chat.members o join chat.users u on u.id = o.user_id
  where o.cid = me.cid and o.user_id <> ${userId}))`

/** A page of a user's channels: pinned first, then by newest message. */
export async function listChannels(db: Queryable, query: ChannelQuery): Promise<ChannelRow[]> {
  const { userId, type, members, cids, unread, archived, pinned, text, limit, after } = query
  const filters: Sql[] = [
    type === undefined ? empty : sql`and c.type = ${type}`,
    cids === undefined ? empty : sql`and me.cid = any(${cids})`,
    unread === undefined ? empty : unread ? sql`and me.unread_count > 0` : sql`and me.unread_count = 0`,
    after === undefined
      ? empty
      : sql`and ((me.pinned_at is not null), me.sort_minute, ${sortAt}, me.cid)
            < (${after.pinned}, ${sortMinuteOf(after.sortAt)}, ${after.sortAt}, ${after.cid})`,
    archived ? sql`and me.archived_at is not null` : empty,
    pinned === undefined ? empty : pinned ? sql`and me.pinned_at is not null` : sql`and me.pinned_at is null`,
    text === undefined
      ? empty
      : // Scans all of a user's channels: there is one per customer (decision 240).
        sql`and ${containsTerms(namesIn(userId), text)}`,
    ...members.map((id) => sql`and exists (select from chat.members o where o.cid = me.cid and o.user_id = ${id})`),
  ]
  // A channel that is asked for, by its id or its members, is found although the list hides it.
  const listedOnly =
    cids === undefined && members.length === 0 && !archived
      ? sql`and me.archived_at is null and (me.hidden_since is null or c.last_message_at > me.hidden_since)`
      : empty
  return db.query<ChannelRow>(sql`
    select ${columnsWith(query.messages)} from chat.members me join chat.channels c on c.cid = me.cid
    where me.user_id = ${userId} ${listedOnly} ${join(filters, ' ')}
    order by (me.pinned_at is not null) desc, me.sort_minute desc, ${sortAt} desc, me.cid desc
    limit ${limit}`)
}
