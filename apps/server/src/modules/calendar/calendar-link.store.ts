import { sql, type Queryable } from '../../platform/db/db.ts'

/** Replaces the token of a provider's calendar link. */
export async function saveCalendarLink(tx: Queryable, providerId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into calendar_links (provider_id, token_hash, created_at) values (${providerId}, ${tokenHash}, ${now})
    on conflict (provider_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`)
}

export const findCalendarLink = (db: Queryable, providerId: string): Promise<{ createdAt: Date } | undefined> =>
  db.maybeOne<{ createdAt: Date }>(
    sql`select created_at as "createdAt" from calendar_links where provider_id = ${providerId}`,
  )

export async function deleteCalendarLink(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`delete from calendar_links where provider_id = ${providerId}`)
}

/** The provider whose calendar a token opens. None for a closing account. */
export const findCalendarLinkOwner = (
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ providerId: string; name: string } | undefined> =>
  db.maybeOne(sql`
    select f.provider_id as "providerId", a.first_name || ' ' || a.last_name as name
    from calendar_links f join accounts a on a.id = f.provider_id
    where f.token_hash = ${tokenHash} and a.onboarded_at is not null and a.closing_at is null`)

/** A confirmed job or visit for other calendars. */
export interface ICalEventRow {
  /** Stays the same when a visit of a series becomes a booking. */
  uid: string
  id: string
  title: string
  customerName: string
  startAt: Date
  endAt: Date
  updatedAt: Date
  /** Never falls, also when a visit becomes a booking, whose version begins at 1. */
  sequence: number
  isBooking: boolean
  location: { line1?: string; line2?: string; city?: string; state?: string; postalCode?: string }
}

export const listICalEvents = (db: Queryable, providerId: string, from: Date, to: Date): Promise<ICalEventRow[]> =>
  db.query<ICalEventRow>(sql`
    select coalesce(b.series_id || '-' || b.occurrence_index, b.id) as uid, b.id, b.title, c.name as "customerName", b.start_at as "startAt", b.end_at as "endAt",
           b.updated_at as "updatedAt", b.version + coalesce(s.version, 0) as sequence, true as "isBooking", b.location
    from bookings b join customers c on c.id = b.customer_id left join booking_series s on s.id = b.series_id
    where b.provider_id = ${providerId} and b.start_at > ${from} and b.start_at < ${to}
      and b.status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED', 'AWAITING_CONFIRMATION',
                       'COMPLETED', 'DISPUTED')
    union all
    select o.series_id || '-' || o.position, o.series_id, coalesce(o.title, s.title), c.name, o.start_at, o.end_at, s.updated_at, s.version, false,
           s.location
    from series_occurrences o join booking_series s on s.id = o.series_id join customers c on c.id = s.customer_id
    where o.provider_id = ${providerId} and o.state = 'PLANNED' and o.end_at > ${from} and o.start_at < ${to}
      and s.status = 'ACTIVE'
    order by 5, 1`)
