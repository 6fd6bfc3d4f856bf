import { sortMinuteOf } from '../channels/sort-minute.ts'
import { sql, type Queryable } from '../../platform/db/db.ts'

/** The users among `userIds` in whose channels something was written since. */
export async function listUsersWithNewMessages(
  db: Queryable,
  userIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select distinct m.user_id from chat.members m join chat.channels c on c.cid = m.cid
    where m.user_id = any(${userIds}) and m.sort_minute >= ${sortMinuteOf(since)} and c.last_message_at >= ${since}`)
  return rows.map(({ user_id }) => user_id)
}
