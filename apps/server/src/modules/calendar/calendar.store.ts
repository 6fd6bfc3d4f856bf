import type { BookingStatus } from '@fettle/protocol/bookings'
import { RESCHEDULE_LIMIT } from '@fettle/protocol/bookings/reschedules'
import { sql, type Queryable, type Sql } from '../../platform/db/db.ts'

/** The part of a schedule that a calendar shows, and the time by which it decides what has expired. */
export interface CalendarRange {
  from: Date
  to: Date
  now: Date
}

/** A booking in the schedule, with its times as ISO strings. */
export interface ScheduledBooking {
  id: string
  reference: string
  status: BookingStatus
  title: string
  customerId: string
  customerName: string
  customerAvatar: string | null
  startAt: string
  endAt: string
  timeZone: string
  city: string
  line1: string | null
  isConfirmed: boolean
  arrivalWindowMinutes: number
  seriesId: string | null
  occurrenceIndex: number | null
  overlapReason: string | null
  version: number
  canAccept: boolean
  canMove: boolean
  lat: number | null
  lng: number | null
}

/** Bookings in a state that occupies or occupied time. */
const occupiesTime = sql`b.status in ('REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED',
  'AWAITING_CONFIRMATION', 'COMPLETED', 'DISPUTED')`

/** As the guard of `reschedule` decides. An open offer stops the deadline of the request it answers. */
const isMovable = (now: Date): Sql => sql`
  b.status in ('REQUESTED', 'CONFIRMED', 'PAUSED') and b.reschedule_count < ${RESCHEDULE_LIMIT}::integer
  and (b.status <> 'REQUESTED' or b.respond_by is null or b.respond_by > ${now}
       or b.created_by = 'CUSTOMER' and b.awaiting_party = 'CUSTOMER')
  and not exists (select from reschedule_proposals p where p.booking_id = b.id and p.status = 'PENDING'
                  and p.proposed_by = 'PROVIDER' and p.expires_at > ${now})`

/**
 * Bookings between two instants. None is longer than a day, so the index by start finds those that end after `from`.
 * They come as one JSON text built by the database, because parsing a thousand rows value by value dominates the cost of
 * a month.
 */
export async function listBookings(
  db: Queryable,
  providerId: string,
  { from, to, now }: CalendarRange,
): Promise<ScheduledBooking[]> {
  const { bookings } = await db.one<{ bookings: string }>(sql`
    select coalesce(json_agg(m), '[]')::text as bookings from (
      select b.id, b.reference, b.status, b.title, b.customer_id as "customerId", c.name as "customerName",
             c.avatar as "customerAvatar", b.start_at as "startAt", b.end_at as "endAt", b.time_zone as "timeZone", b.location ->> 'city' as city,
             b.location ->> 'line1' as line1, b.confirmed_at is not null as "isConfirmed",
             b.arrival_window_minutes as "arrivalWindowMinutes", b.series_id as "seriesId", b.occurrence_index as "occurrenceIndex", b.overlap_reason as "overlapReason", b.version,
             b.status = 'REQUESTED' and b.awaiting_party = 'PROVIDER' and b.series_id is null and (b.respond_by is null or b.respond_by > ${now})
               as "canAccept",
             ${isMovable(now)} as "canMove",
             (b.location ->> 'lat')::float as lat, (b.location ->> 'lng')::float as lng
      from bookings b join customers c on c.id = b.customer_id
      where b.provider_id = ${providerId} and b.start_at < ${to} and b.start_at > ${from}::timestamptz - interval '1 day'
        and b.end_at > ${from} and ${occupiesTime}
      order by b.start_at, b.id) as m`)
  const parsed = JSON.parse(bookings) as ScheduledBooking[]
  for (const booking of parsed) {
    booking.startAt = toInstant(booking.startAt)
    booking.endAt = toInstant(booking.endAt)
  }
  return parsed
}

/**
 * Converts a timestamp as PostgreSQL prints it. Sessions use UTC and most instants have no fraction, so
 * `2026-03-01T12:00:00+00:00` needs no Date object.
 */
const toInstant = (text: string): string =>
  text.length === 25 && text.endsWith('+00:00') ? `${text.slice(0, 19)}.000Z` : new Date(text).toISOString()

/** Other entries of a schedule. */
export interface ScheduledBlock {
  kind: 'OCCURRENCE' | 'PROPOSED_OCCURRENCE' | 'PROPOSAL' | 'OFFER' | 'TIME_OFF' | 'EXTERNAL'
  id: string
  position: number
  title: string
  reference: string
  customerName: string
  customerAvatar: string | null
  startAt: Date
  endAt: Date
  timeZone: string
}

export const listBlocks = (
  db: Queryable,
  providerId: string,
  { from, to, now }: CalendarRange,
): Promise<ScheduledBlock[]> =>
  db.query<ScheduledBlock>(sql`
    select case s.status when 'ACTIVE' then 'OCCURRENCE' else 'PROPOSED_OCCURRENCE' end as kind, o.series_id as id, o.position, coalesce(o.title, s.title) as title, '' as reference, c.name as "customerName",
           c.avatar as "customerAvatar", o.start_at as "startAt", o.end_at as "endAt", s.time_zone as "timeZone"
    from series_occurrences o join booking_series s on s.id = o.series_id join customers c on c.id = s.customer_id
    where o.provider_id = ${providerId} and o.state = 'PLANNED' and o.end_at > ${from} and o.start_at < ${to}
      and s.status in ('PENDING', 'ACTIVE')
    union all
    select h.kind, coalesce(h.booking_id, h.subject_id), 0, h.title, h.reference, coalesce(c.name, ''), c.avatar,
           h.start_at, h.end_at, h.time_zone
    from slot_holds h left join bookings hb on hb.id = h.booking_id left join offers ho on ho.id = h.subject_id
      left join customers c on c.id = coalesce(hb.customer_id, ho.customer_id)
    where h.provider_id = ${providerId} and h.end_at > ${from} and h.start_at < ${to} and h.expires_at > ${now}
    union all
    select 'TIME_OFF', t.id, 0, coalesce(t.reason, ''), '', '', null, t.start_at, t.end_at, ''
    from time_off t where t.provider_id = ${providerId} and t.end_at > ${from} and t.start_at < ${to}
    union all
    select 'EXTERNAL', e.calendar_id, 0, e.title, '', '', null, e.start_at, e.end_at, ''
    from external_busy e where e.provider_id = ${providerId} and e.end_at > ${from} and e.start_at < ${to}
    order by 8, 2, 3`)

/** A confirmed booking whose time is not agreed. */
export interface UnscheduledBooking {
  id: string
  title: string
  customerName: string
  customerAvatar: string | null
  city: string
  durationMinutes: number
}

export const listUnscheduled = (db: Queryable, providerId: string): Promise<UnscheduledBooking[]> =>
  db.query<UnscheduledBooking>(sql`
    select b.id, b.title, c.name as "customerName", c.avatar as "customerAvatar",
           coalesce(b.location ->> 'city', '') as city, b.duration_minutes as "durationMinutes"
    from bookings b join customers c on c.id = b.customer_id
    where b.provider_id = ${providerId} and b.status = 'CONFIRMED' and b.start_at is null
    order by b.confirmed_at, b.id limit 50`)
