import { sql, type Queryable } from '../../platform/db/db.ts'

/** A confirmed booking that has not started. */
export interface Upcoming {
  id: string
  reference: string
  title: string
  status: string
  customerName: string
  startAt: Date
  endAt: Date
}

const upcomingColumnsAndTables = sql`
  b.id, b.reference, b.title, b.status, c.name as "customerName", b.start_at as "startAt", b.end_at as "endAt"
  from bookings b join customers c on c.id = b.customer_id`

/** Confirmed bookings that start after `from` and before `to`, soonest first. */
export async function listUpcoming(
  db: Queryable,
  providerId: string,
  from: Date,
  to: Date | null,
): Promise<Upcoming[]> {
  return db.query<Upcoming>(sql`
    select ${upcomingColumnsAndTables}
    where b.provider_id = ${providerId} and b.status = 'CONFIRMED' and b.start_at > ${from}
      and (${to}::timestamptz is null or b.start_at < ${to})
    order by b.start_at, b.id`)
}

export async function findUpcoming(
  db: Queryable,
  bookingId: string,
): Promise<(Upcoming & { providerId: string; timeZone: string }) | undefined> {
  return db.maybeOne(sql`
    select b.provider_id as "providerId", b.time_zone as "timeZone", ${upcomingColumnsAndTables}
    where b.id = ${bookingId} and b.status = 'CONFIRMED' and b.start_at is not null`)
}

/** A period in which a provider does not work. */
export interface TimeOffRow {
  id: string
  startAt: Date
  endAt: Date
  reason: string | null
  createdAt: Date
}

const timeOffColumns = sql`id, start_at as "startAt", end_at as "endAt", reason, created_at as "createdAt"`

export const listTimeOff = (db: Queryable, providerId: string, from: Date): Promise<TimeOffRow[]> =>
  db.query<TimeOffRow>(sql`
    select ${timeOffColumns} from time_off
    where provider_id = ${providerId} and end_at > ${from} order by start_at, id`)

export async function countTimeOff(db: Queryable, providerId: string, from: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from time_off where provider_id = ${providerId} and end_at > ${from}`,
  )
  return count
}

export async function insertTimeOff(tx: Queryable, providerId: string, row: TimeOffRow): Promise<void> {
  await tx.execute(sql`
    insert into time_off (id, provider_id, start_at, end_at, reason, created_at)
    values (${row.id}, ${providerId}, ${row.startAt}, ${row.endAt}, ${row.reason}, ${row.createdAt})`)
}

/** Deletes a time-off entry. Returns whether it existed. */
export async function deleteTimeOff(tx: Queryable, providerId: string, id: string): Promise<boolean> {
  return (await tx.executeCount(sql`delete from time_off where provider_id = ${providerId} and id = ${id}`)) > 0
}

/** Deletes hours and time off of a closed account. */
export async function clear(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`delete from availability where provider_id = ${providerId}`)
  await tx.execute(sql`delete from time_off where provider_id = ${providerId}`)
  await tx.execute(sql`delete from slot_holds where provider_id = ${providerId}`)
}
