import { sql, type Queryable } from '../../platform/db/db.ts'

/** A kept event as it was written: its payload has the shape the protocol gives its type. */
export interface EventRow {
  seq: number
  type: string
  user_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

/** Kept events after a place, oldest first. Messages are their own events and are not among them. */
export async function listEvents(db: Queryable, cid: string, after: number, limit: number): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select seq, type, user_id, data, created_at from chat.events where cid = ${cid} and seq > ${after} order by seq limit ${limit}`)
}
