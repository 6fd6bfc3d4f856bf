import { empty, sql, type Queryable } from '../../platform/db/db.ts'
import type { Series, SeriesVisit } from './series.rules.ts'

type SeriesRow = Omit<Series, 'customer'> & {
  customerId: string
  customerName: string
  customerAvatar: string | null
  customerPhone: string | null
}

const seriesColumnsAndTables = sql`
  s.id, s.provider_id as "providerId", s.status, s.created_by as "createdBy", s.title, s.description,
  s.service_category as "serviceCategory", s.location, s.price, s.rule, s.starts_on as "startsOn",
  s.local_start as "localStart", s.duration_minutes as "durationMinutes", s.time_zone as "timeZone",
  s.conflict_policy as "conflictPolicy", coalesce(h.respond_by, s.respond_by) as "respondBy",
  s.head_booking_id as "headBookingId", s.version, s.created_at as "createdAt",
  s.updated_at as "updatedAt", c.id as "customerId", c.name as "customerName", c.avatar as "customerAvatar",
  c.phone as "customerPhone"
  from booking_series s join customers c on c.id = s.customer_id
  left join bookings h on h.id = s.head_booking_id`

const toSeries = ({ customerId, customerName, customerAvatar, customerPhone, ...row }: SeriesRow): Series => ({
  ...row,
  customer: { id: customerId, name: customerName, avatar: customerAvatar, phone: customerPhone },
})

export async function find(db: Queryable, id: string): Promise<Series | undefined> {
  const row = await db.maybeOne<SeriesRow>(sql`select ${seriesColumnsAndTables} where s.id = ${id}`)
  return row && toSeries(row)
}

/** Filter of a provider's series. */
export interface SeriesQuery {
  customerId?: string | undefined
  status?: Series['status'] | undefined
}

/** Newest first, without pages: providers have few. `limit` null: all of them. */
export async function list(
  db: Queryable,
  providerId: string,
  { customerId, status }: SeriesQuery,
  limit: number | null = 200,
): Promise<Series[]> {
  const rows = await db.query<SeriesRow>(sql`
    select ${seriesColumnsAndTables}
    where s.provider_id = ${providerId} ${customerId === undefined ? empty : sql`and s.customer_id = ${customerId}`}
      ${status === undefined ? empty : sql`and s.status = ${status}`}
    order by s.created_at desc, s.id desc limit ${limit}::int`)
  return rows.map(toSeries)
}

const isOpen = sql`status in ('PENDING', 'ACTIVE')`

/** Titles of a customer's active series. */
export async function listOpenTitles(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ title: string }>(sql`
    select title from booking_series where customer_id = ${customerId} and ${isOpen} order by created_at limit 10`)
  return rows.map(({ title }) => title)
}

/** Number of a provider's active series. */
export async function countOpen(db: Queryable, providerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from booking_series where provider_id = ${providerId} and ${isOpen}`)
  return count
}

/** Removes addresses from the series of a deleted customer. */
export async function redactAddresses(tx: Queryable, customerId: string): Promise<void> {
  await tx.execute(sql`
    update booking_series
    set location = jsonb_build_object('line1', '', 'city', location -> 'city', 'country', location -> 'country')
    where customer_id = ${customerId}`)
}

export async function insert(tx: Queryable, series: Series): Promise<void> {
  await tx.execute(sql`
    insert into booking_series (id, provider_id, customer_id, status, created_by, title, description,
      service_category, location, price, rule, starts_on, local_start, duration_minutes, time_zone, conflict_policy,
      respond_by, version, created_at, updated_at)
    values (${series.id}, ${series.providerId}, ${series.customer.id}, ${series.status},
      ${series.createdBy}, ${series.title}, ${series.description}, ${series.serviceCategory},
      ${JSON.stringify(series.location)}::jsonb, ${JSON.stringify(series.price)}::jsonb,
      ${JSON.stringify(series.rule)}::jsonb, ${series.startsOn}, ${series.localStart}, ${series.durationMinutes},
      ${series.timeZone}, ${series.conflictPolicy}, ${series.respondBy}, ${series.version}, ${series.createdAt},
      ${series.updatedAt})`)
}

export async function save(tx: Queryable, series: Series): Promise<void> {
  await tx.execute(sql`
    update booking_series set status = ${series.status}, title = ${series.title}, description = ${series.description},
      local_start = ${series.localStart}, duration_minutes = ${series.durationMinutes},
      conflict_policy = ${series.conflictPolicy}, version = ${series.version}, updated_at = ${series.updatedAt}
    where id = ${series.id}`)
}

/** Saves what happens to visits that conflict, while the series awaits its answer. */
export const saveConflictPolicy = (tx: Queryable, id: string, policy: Series['conflictPolicy']): Promise<void> =>
  tx.execute(sql`update booking_series set conflict_policy = ${policy} where id = ${id} and status = 'PENDING'`)

/** Links a series to the request for its first visit. */
export async function saveHead(tx: Queryable, id: string, position: number, bookingId: string): Promise<void> {
  await tx.execute(sql`update booking_series set head_booking_id = ${bookingId} where id = ${id}`)
  await tx.execute(sql`
    update series_occurrences set state = 'BOOKED', booking_id = ${bookingId} where series_id = ${id} and position = ${position}`)
}

export type NewVisit = Pick<SeriesVisit, 'position' | 'date' | 'startAt' | 'endAt' | 'state' | 'detached'>

export async function insertVisits(
  tx: Queryable,
  { id, providerId }: Series,
  visits: readonly NewVisit[],
): Promise<void> {
  await tx.execute(sql`
    insert into series_occurrences (series_id, provider_id, position, on_date, start_at, end_at, state, detached)
    select ${id}, ${providerId}, v.* from unnest(
      ${visits.map(({ position }) => position)}::int[], ${visits.map(({ date }) => date)}::date[],
      ${visits.map(({ startAt }) => startAt)}::timestamptz[], ${visits.map(({ endAt }) => endAt)}::timestamptz[],
      ${visits.map(({ state }) => state)}::text[], ${visits.map(({ detached }) => detached)}::boolean[]) as v`)
}

export const listVisits = (db: Queryable, seriesId: string): Promise<SeriesVisit[]> =>
  db.query<SeriesVisit>(sql`
    select o.position, o.on_date as date, o.start_at as "startAt", o.end_at as "endAt", o.state, o.detached, o.title,
           o.description, o.booking_id as "bookingId", b.status as "bookingStatus",
           b.confirmed_at is not null as "wasConfirmed", b.start_at as "bookedStart", b.end_at as "bookedEnd"
    from series_occurrences o left join bookings b on b.id = o.booking_id
    where o.series_id = ${seriesId} order by o.position`)

export async function saveVisit(
  tx: Queryable,
  seriesId: string,
  { position, startAt, endAt, state, detached, title, description, bookingId }: SeriesVisit,
): Promise<void> {
  await tx.execute(sql`
    update series_occurrences set start_at = ${startAt}, end_at = ${endAt}, state = ${state}, detached = ${detached},
      title = ${title}, description = ${description}, booking_id = ${bookingId}
    where series_id = ${seriesId} and position = ${position}`)
}

/** Series with visits due to become bookings. */
export const listDue = (db: Queryable, until: Date): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(sql`
    select distinct o.series_id as id from series_occurrences o join booking_series s on s.id = o.series_id
    where o.state = 'PLANNED' and o.start_at < ${until} and s.status = 'ACTIVE' order by 1`)

/** Series whose last visit is over or cancelled. */
export const listOver = (db: Queryable, now: Date): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(sql`
    select s.id from booking_series s
    where s.status = 'ACTIVE' and not exists (
      select from series_occurrences o left join bookings b on b.id = o.booking_id
      where o.series_id = s.id and o.state in ('PLANNED', 'BOOKED') and coalesce(b.end_at, o.end_at) > ${now}
        and b.status is distinct from 'CANCELLED')
    order by 1`)
