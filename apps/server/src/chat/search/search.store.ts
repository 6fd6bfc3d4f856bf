import { empty, sql, type Queryable } from '../../platform/db/db.ts'
import { columns, visibleToUser, source, type MessageRow } from '../messages/messages.store.ts'

/** Messages in a user's channels that contain all words as prefixes, newest first. Stop words match nothing. */
export async function search(
  db: Queryable,
  {
    userId,
    words,
    cid,
    limit,
    after,
  }: {
    userId: string
    words: readonly string[]
    cid: string | undefined
    limit: number
    after: { at: Date; cid: string; seq: number } | undefined
  },
): Promise<MessageRow[]> {
  const query = words.map((word) => `'${word.replace(/['\\]/g, (sign) => `${sign}${sign}`)}':*`).join(' & ')
  // The page is found in the index alone; only its messages are loaded.
  return db.query<MessageRow>(sql`
    with page as materialized (
      select m.cid, m.seq from chat.message_search m join chat.members me on me.cid = m.cid and me.user_id = ${userId}
      where m.terms @@ to_tsquery('simple', ${query}) and ${visibleToUser}
        ${cid === undefined ? empty : sql`and m.cid = ${cid}`}
        ${after ? sql`and (m.created_at, m.cid, m.seq) < (${after.at}, ${after.cid}, ${after.seq})` : empty}
      order by m.created_at desc, m.cid desc, m.seq desc limit ${limit})
    select ${columns} from page p join (${source}) on m.cid = p.cid and m.seq = p.seq
    where m.kind = 'regular' order by m.created_at desc, m.cid desc, m.seq desc`)
}
