import { empty, sql, type Tx } from '../../platform/db/db.ts'
import type { MessageRow } from '../messages/messages.store.ts'

/**
 * Indexes the text of messages written since the last search, in a user's channels or one of them. Ordered by channel
 * and sequence number, so that concurrent searches cannot deadlock.
 */
export async function indexMemberMessages(tx: Tx, userId: string, cid: string | undefined): Promise<void> {
  await tx.execute(sql`
    with due as materialized (
      select c.cid, coalesce(w.seq, 0) as after, c.last_seq
      from chat.members me join chat.channels c on c.cid = me.cid left join chat.search_progress w on w.cid = c.cid
      where me.user_id = ${userId} ${cid === undefined ? empty : sql`and me.cid = ${cid}`} and c.last_seq > coalesce(w.seq, 0)
      order by c.cid),
    written as (
      insert into chat.message_search (cid, seq, created_at, terms)
      select m.cid, m.seq, m.created_at, to_tsvector('simple', m.text)
      from due d cross join lateral (
        select cid, seq, created_at, text from chat.messages
        where cid = d.cid and seq > d.after and seq <= d.last_seq and kind = 'regular' order by seq) m
      order by m.cid, m.seq
      on conflict (cid, seq) do nothing)
    insert into chat.search_progress as w (cid, seq) select cid, last_seq from due order by cid
    on conflict (cid) do update set seq = greatest(w.seq, excluded.seq)`)
}

/**
 * Updates the indexed text of a changed message. The row of a deleted one stays, without words: a search that has read
 * the message before would insert them again.
 */
export async function updateSearchText(
  tx: Tx,
  { cid, seq, created_at }: Pick<MessageRow, 'cid' | 'seq' | 'created_at'>,
  text: string,
): Promise<void> {
  await tx.execute(sql`
    insert into chat.message_search (cid, seq, created_at, terms) values (${cid}, ${seq}, ${created_at}, to_tsvector('simple', ${text}))
    on conflict (cid, seq) do update set terms = excluded.terms`)
}
