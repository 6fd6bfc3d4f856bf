import { sql, type Tx } from '../../platform/db/db.ts'

/** Appends an event and returns its sequence number. Locks the channel, so that the order is that of commits. */
export async function appendChannelEvent(
  tx: Tx,
  cid: string,
  { type, userId, data }: { type: string; userId: string | null; data: object },
  now: Date,
): Promise<number> {
  const { seq } = await tx.one<{ seq: number }>(sql`
    with placed as (update chat.channels set last_seq = last_seq + 1 where cid = ${cid} returning last_seq)
    insert into chat.events (cid, seq, type, user_id, data, created_at)
    select ${cid}, last_seq, ${type}, ${userId}, ${JSON.stringify(data)}::jsonb, ${now} from placed
    returning seq`)
  return seq
}
