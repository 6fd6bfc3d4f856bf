import { sql, type Queryable } from '../../platform/db/db.ts'

/** How far a user has read a channel or thread. */
export interface ReadStateRow {
  last_read_seq: number
  unread_count: number
  read_state_version: number
}

/** The read state of one of several users. */
export interface UserReadStateRow extends ReadStateRow {
  user_id: string
}

export interface ReadingRow extends ReadStateRow {
  last_seq: number
  last_read_at: Date | null
  read_receipt_seq: number
}

/** A user's read state, locked, so that messages arriving meanwhile are counted afterwards. */
export async function lockReading(db: Queryable, cid: string, userId: string): Promise<ReadingRow | undefined> {
  return db.maybeOne<ReadingRow>(sql`
    select c.last_seq, m.last_read_seq, m.last_read_at, m.unread_count, m.read_state_version, m.read_receipt_seq
    from chat.members m join chat.channels c on c.cid = m.cid
    where m.cid = ${cid} and m.user_id = ${userId}
    for update of m`)
}

/** Number of others' messages after a sequence number. */
const unreadAfter = (cid: string, userId: string, seq: number) => sql`
  select count(*) as remaining from chat.messages m
  where cid = ${cid} and seq > ${seq} and user_id is distinct from ${userId} and kind in ('regular', 'card') and in_channel
    and (select true from chat.hidden_messages h where h.cid = m.cid and h.user_id = ${userId} and h.seq = m.seq) is null`

/**
 * Saves the read position and recounts. The caller holds the lock. The time of reading, visible to others, only
 * increases.
 */
export async function saveReading(
  db: Queryable,
  { cid, userId, seq, at }: { cid: string; userId: string; seq: number; at: Date },
): Promise<ReadingRow> {
  return db.one<ReadingRow>(sql`
    with unread as materialized (${unreadAfter(cid, userId, seq)})
    update chat.members set
      last_read_seq = ${seq}, last_read_at = case when ${seq} > read_receipt_seq then ${at} else last_read_at end, read_receipt_seq = greatest(read_receipt_seq, ${seq}), delivered_seq = greatest(delivered_seq, ${seq}),
      read_state_version = read_state_version + 1, unread_count = unread.remaining, has_unread = unread.remaining > 0
    from unread where cid = ${cid} and user_id = ${userId}
    returning 0 as last_seq, last_read_seq, last_read_at, unread_count, read_state_version, read_receipt_seq`)
}

/** Moves the read position and recounts. The caller holds the lock. Others do not notice. */
export async function moveReading(
  db: Queryable,
  { cid, userId, seq }: { cid: string; userId: string; seq: number },
): Promise<ReadingRow> {
  return db.one<ReadingRow>(sql`
    with unread as materialized (${unreadAfter(cid, userId, seq)})
    update chat.members set
      last_read_seq = ${seq}, read_state_version = read_state_version + 1, unread_count = unread.remaining,
      has_unread = unread.remaining > 0
    from unread where cid = ${cid} and user_id = ${userId}
    returning 0 as last_seq, last_read_seq, last_read_at, unread_count, read_state_version, read_receipt_seq`)
}

/** Read states of all members of a channel. */
export async function listReadings(
  db: Queryable,
  cid: string,
): Promise<{ userId: string; version: number; lastReadSeq: number; unreadCount: number }[]> {
  return db.query(sql`
    select user_id as "userId", read_state_version as version, last_read_seq as "lastReadSeq", unread_count as "unreadCount"
    from chat.members where cid = ${cid}`)
}

/** Raises the delivered position. False if unchanged, or no such member. */
export async function raiseDelivered(db: Queryable, cid: string, userId: string, seq: number): Promise<boolean> {
  const raised = await db.executeCount(sql`
    update chat.members m set delivered_seq = ${seq}
    where cid = ${cid} and user_id = ${userId} and delivered_seq < ${seq}
      and ${seq} <= (select last_seq from chat.channels c where c.cid = m.cid)`)
  return raised === 1
}

export interface UnreadRow extends UserReadStateRow {
  cid: string
  total_unread: number
  unread_channels: number
}

/** Unread channels of users, newest first and at most `limit` of each, every row with the totals of its user. */
export async function listUnread(db: Queryable, userIds: readonly string[], limit: number): Promise<UnreadRow[]> {
  return db.query<UnreadRow>(sql`
    select u.user_id, unread.*
    from unnest(${userIds}::text[]) as u (user_id) cross join lateral (
      select cid, read_state_version, last_read_seq, unread_count,
             sum(unread_count) over () as total_unread, count(*) over () as unread_channels
      from chat.members m where m.user_id = u.user_id and has_unread
      order by sort_minute desc limit ${limit}) as unread`)
}
