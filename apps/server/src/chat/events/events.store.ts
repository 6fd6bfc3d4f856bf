import { sql, type Queryable } from '../../platform/db/db.ts'

/** A stored event. Its payload has the shape of its type in the protocol. */
export interface EventRow {
  seq: number
  type: string
  user_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

/**
 * Stored events after a sequence number, oldest first. New messages are not among them, because the messages themselves
 * are the events.
 */
export async function listEvents(db: Queryable, cid: string, after: number, limit: number): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select seq, type, user_id, data, created_at from chat.events where cid = ${cid} and seq > ${after} order by seq limit ${limit}`)
}

/**
 * Deletes the events of a few channels except the newest, in channels with as many to delete as to keep. Returns the
 * channels. Locked ones are skipped.
 */
export const pruneEvents = (db: Queryable, { keep, channels }: { keep: number; channels: number }) =>
  db.query<{ cid: string }>(sql`
    with long as (
      select cid, last_seq - ${keep} as until from chat.channels where last_seq - pruned_seq >= 2 * ${keep}
      limit ${channels} for update skip locked
    ), gone as (delete from chat.events e using long where e.cid = long.cid and e.seq <= long.until)
    update chat.channels c set pruned_seq = long.until from long where c.cid = long.cid returning c.cid`)
