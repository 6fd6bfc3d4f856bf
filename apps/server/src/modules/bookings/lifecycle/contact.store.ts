import type { ContactAttempt, ContactMethod } from '@fettle/protocol/bookings'
import { sql, type Queryable } from '../../../platform/db/db.ts'

export async function listAttempts(db: Queryable, bookingId: string): Promise<ContactAttempt[]> {
  const rows = await db.query<{ id: string; method: ContactMethod; at: Date }>(sql`
    select id, method, at from booking_contact_attempts where booking_id = ${bookingId} order by at, id`)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export async function insertAttempt(
  tx: Queryable,
  bookingId: string,
  { id, method, at }: { id: string; method: ContactMethod; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into booking_contact_attempts (id, booking_id, method, at) values (${id}, ${bookingId}, ${method}, ${at})`)
}
