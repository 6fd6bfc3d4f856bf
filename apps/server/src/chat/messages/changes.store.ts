import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import { columns, visibleToUser, source, type MessageRow } from './messages.store.ts'
import type { UserReadStateRow } from '../reading/reading.store.ts'

/** Saves a message in the state of the event at `seq`. The caller holds the channel's lock. */
export async function saveMessage(tx: Tx, row: MessageRow, seq: number): Promise<void> {
  await tx.execute(sql`
    update chat.messages set
      kind = ${row.kind}, text = ${row.text}, quoted_id = ${row.quoted_id}, extras = ${json(row.extras)}::jsonb,
      reactions = ${json(row.reactions)}::jsonb, pinned_at = ${row.pinned_at}, pinned_by = ${row.pinned_by},
      edited_at = ${row.edited_at}, deleted_at = ${row.deleted_at}, revision = ${seq}
    where cid = ${row.cid} and seq = ${row.seq}`)
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Decrements the unread counts of members who had not read a removed message. `onlyFor`: for one member. */
export async function lowerUnread(
  tx: Tx,
  { cid, seq, user_id }: MessageRow,
  onlyFor?: string,
): Promise<UserReadStateRow[]> {
  return tx.query<UserReadStateRow>(sql`
    update chat.members m set
      unread_count = greatest(unread_count - 1, 0), has_unread = unread_count > 1, read_state_version = read_state_version + 1
    where cid = ${cid} and last_read_seq < ${seq} and truncated_seq < ${seq} and user_id is distinct from ${user_id}
      ${onlyFor === undefined ? empty : sql`and user_id = ${onlyFor}`}
      and (select true from chat.hidden_messages h where h.cid = m.cid and h.user_id = m.user_id and h.seq = ${seq}) is null
    returning user_id, last_read_seq, unread_count, read_state_version`)
}

/** Hides a message from a member. */
export async function insertHidden(tx: Tx, cid: string, userId: string, seq: number): Promise<void> {
  await tx.execute(sql`
    insert into chat.hidden_messages (cid, user_id, seq) values (${cid}, ${userId}, ${seq}) on conflict do nothing`)
}

export async function countPinned(tx: Tx, cid: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from chat.messages where cid = ${cid} and pinned_at is not null`)
  return count
}

/** The pinned messages of a channel as a user sees them, last pinned first. */
export async function listPinned(
  db: Queryable,
  cid: string,
  userId: string | null,
  limit: number,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(sql`
    select ${columns} from ${source} left join chat.members me on me.cid = m.cid and me.user_id = ${userId}
    where m.cid = ${cid} and m.pinned_at is not null and ${visibleToUser}
    order by m.pinned_at desc, m.seq desc limit ${limit}`)
}
