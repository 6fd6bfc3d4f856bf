import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import { columns, visibleToUser, source, type MessageRow } from '../messages/messages.store.ts'
import type { UserReadStateRow } from '../reading/reading.store.ts'

const reading = sql`t.user_id, t.last_read_seq, t.unread_count, t.version as read_state_version`

/** Counts a reply. False if its parent does not exist. The caller holds the channel's lock. */
export async function countReply(
  tx: Tx,
  { cid, parentId, seq, userId }: { cid: string; parentId: string; seq: number; userId: string | null },
  now: Date,
): Promise<boolean> {
  const updatedRows = await tx.executeCount(sql`
    update chat.messages set
      reply_count = reply_count + 1, last_reply_at = ${now}, revision = ${seq},
      repliers = case when ${userId}::text is null or ${userId} = any(repliers) or cardinality(repliers) >= ${chatLimits.repliersShown}
        then repliers else array_append(repliers, ${userId}) end
    where cid = ${cid} and id = ${parentId} and parent_id is null`)
  return updatedRows === 1
}

/** Removes a reply, which is deleted already, from what its parent says of its replies. */
export async function discountReply(tx: Tx, cid: string, parentId: string, seq: number): Promise<void> {
  await tx.execute(sql`
    with others as materialized (
      select user_id, min(seq) as first_seq, max(created_at) as last_at from chat.messages
      where cid = ${cid} and parent_id = ${parentId} and kind <> 'deleted' group by user_id)
    update chat.messages set
      reply_count = reply_count - 1, revision = ${seq},
      last_reply_at = (select max(last_at) from others),
      repliers = (
        select array_agg(user_id order by first_seq) from (
          select user_id, first_seq from others where user_id is not null
          order by first_seq limit ${chatLimits.repliersShown}::int) as shown)
    where cid = ${cid} and id = ${parentId}`)
}

/** Whether the member `me` sees the parent of thread `t`. Without it they can neither open the thread nor read it. */
const isParentVisible = sql`
  exists (select from chat.messages m where m.cid = t.cid and m.id = t.parent_id and ${visibleToUser})`

/**
 * Adds participants to a thread, and counts the new reply for all but its author. Members who no longer see its parent
 * are left out. The caller holds the channel's lock.
 */
export async function raise(
  tx: Tx,
  {
    cid,
    parentId,
    seq,
    authorId,
    joiningIds,
  }: {
    cid: string
    parentId: string
    seq: number
    authorId: string | null
    joiningIds: readonly string[]
  },
  now: Date,
): Promise<UserReadStateRow[]> {
  // New participants start with this reply; earlier ones were visible in the channel. The author has nothing unread.
  return tx.query<UserReadStateRow>(sql`
    insert into chat.thread_members as t (cid, parent_id, user_id, last_reply_seq, last_reply_at, last_read_seq, unread_count, version)
    select ${cid}, ${parentId}, p.user_id, ${seq}, ${now},
           case when p.user_id = ${authorId} then ${seq}::bigint else ${seq}::bigint - 1 end,
           case when p.user_id = ${authorId} then 0 else 1 end, 1
    from (select user_id from chat.thread_members where cid = ${cid} and parent_id = ${parentId}
          union select joining.user_id from unnest(${joiningIds}::text[]) as joining (user_id)) p
    join chat.members me on me.cid = ${cid} and me.user_id = p.user_id
    join chat.messages m on m.cid = ${cid} and m.id = ${parentId}
    where ${visibleToUser}
    on conflict (cid, parent_id, user_id) do update set
      last_reply_seq = excluded.last_reply_seq, last_reply_at = excluded.last_reply_at,
      unread_count = t.unread_count + excluded.unread_count, version = t.version + excluded.unread_count
    returning ${reading}`)
}

/** A participant of a thread. */
interface ThreadMemberKey {
  cid: string
  parentId: string
  userId: string
}

export async function findReading(
  db: Queryable,
  { cid, parentId, userId }: ThreadMemberKey,
): Promise<UserReadStateRow | undefined> {
  return db.maybeOne<UserReadStateRow>(sql`
    select ${reading} from chat.thread_members t where cid = ${cid} and parent_id = ${parentId} and user_id = ${userId}`)
}

/** Locks a participant's read state, so that replies arriving meanwhile are counted afterwards. */
export async function lockReading(
  tx: Tx,
  { cid, parentId, userId }: ThreadMemberKey,
): Promise<(UserReadStateRow & { last_reply_seq: number }) | undefined> {
  return tx.maybeOne(sql`
    select ${reading}, t.last_reply_seq from chat.thread_members t
    where cid = ${cid} and parent_id = ${parentId} and user_id = ${userId} for update`)
}

/** Saves the read position of a thread and recounts. The caller holds the lock. */
export async function saveReading(
  tx: Tx,
  { cid, parentId, userId, seq }: ThreadMemberKey & { seq: number },
): Promise<UserReadStateRow> {
  return tx.one<UserReadStateRow>(sql`
    update chat.thread_members t set last_read_seq = ${seq}, version = version + 1, unread_count = (
      select count(*) from chat.messages m
      where m.cid = ${cid} and m.parent_id = ${parentId} and m.seq > ${seq} and m.user_id is distinct from ${userId}
        and m.kind <> 'deleted' and (
          select true from chat.hidden_messages h where h.cid = m.cid and h.user_id = ${userId} and h.seq = m.seq) is null)
    where cid = ${cid} and parent_id = ${parentId} and user_id = ${userId}
    returning ${reading}`)
}

/** Marks the threads of members who come back as read, up to a sequence number of their channel. */
export async function markThreadsRead(
  tx: Tx,
  { cid, seq, userIds }: { cid: string; seq: number; userIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    update chat.thread_members set last_read_seq = ${seq}, unread_count = 0, version = version + 1
    where cid = ${cid} and user_id = any(${userIds})`)
}

/**
 * Decrements the unread counts of participants who had not read a removed reply. It was not counted for those who no
 * longer see the thread. `onlyFor`: for one user.
 */
export async function lower(
  tx: Tx,
  reply: { cid: string; parentId: string; seq: number; authorId: string | null; onlyFor?: string },
): Promise<UserReadStateRow[]> {
  const { cid, parentId, seq, authorId, onlyFor } = reply
  return tx.query<UserReadStateRow>(sql`
    update chat.thread_members t set unread_count = t.unread_count - 1, version = t.version + 1
    from chat.members me
    where t.cid = ${cid} and t.parent_id = ${parentId} and t.last_read_seq < ${seq}
      and t.user_id is distinct from ${authorId} and me.cid = t.cid and me.user_id = t.user_id and ${isParentVisible}
      ${onlyFor === undefined ? empty : sql`and t.user_id = ${onlyFor}`}
      and (select true from chat.hidden_messages h where h.cid = t.cid and h.user_id = t.user_id and h.seq = ${seq}) is null
    returning ${reading}`)
}

export interface ListedThread extends UserReadStateRow {
  last_reply_seq: number
  last_reply_at: Date
  parent: MessageRow
  last_reply: MessageRow | null
}

/** A page of a user's threads, newest reply first. */
export async function listThreads(
  db: Queryable,
  userId: string,
  {
    unread,
    limit,
    after,
  }: { unread: boolean; limit: number; after: { at: Date; cid: string; parentId: string } | undefined },
): Promise<ListedThread[]> {
  return db.query<ListedThread>(sql`
    select ${reading}, t.last_reply_seq, t.last_reply_at,
      (select row_to_json(p) from (select ${columns} from ${source} where m.cid = t.cid and m.id = t.parent_id) p) as parent,
      (select row_to_json(r) from (
        select ${columns} from ${source}
        where m.cid = t.cid and m.parent_id = t.parent_id and m.kind <> 'deleted' and ${visibleToUser}
        order by m.seq desc limit 1) r) as last_reply
    from chat.thread_members t join chat.members me on me.cid = t.cid and me.user_id = t.user_id
    where t.user_id = ${userId} and ${isParentVisible} ${unread ? sql`and t.unread_count > 0` : empty}
      ${after ? sql`and (t.last_reply_at, t.cid, t.parent_id) < (${after.at}, ${after.cid}, ${after.parentId})` : empty}
    order by t.last_reply_at desc, t.cid desc, t.parent_id desc limit ${limit}`)
}

/** A user's threads with unread replies, newest reply first. */
export const listUnread = (db: Queryable, userId: string, limit: number) =>
  db.query<UserReadStateRow & { cid: string; parent_id: string }>(sql`
    select t.cid, t.parent_id, ${reading}
    from chat.thread_members t join chat.members me on me.cid = t.cid and me.user_id = t.user_id
    where t.user_id = ${userId} and t.unread_count > 0 and ${isParentVisible}
    order by t.last_reply_at desc limit ${limit}`)

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from chat.thread_members t join chat.members me on me.cid = t.cid and me.user_id = t.user_id
    where t.user_id = ${userId} and t.unread_count > 0 and ${isParentVisible}`)
  return count
}
