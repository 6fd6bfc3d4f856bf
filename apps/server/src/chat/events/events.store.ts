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
