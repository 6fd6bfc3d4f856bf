import { empty, sql, type Queryable } from '../../platform/db/db.ts'
import type { ScheduleEntry } from './schedule.rules.ts'
import type { TimeSlot } from './hours.rules.ts'

/**
 * Locks a provider's schedule until the end of the transaction. Take it before reading anything that will be changed.
 */
export async function lockSchedule(tx: Queryable, providerId: string): Promise<void> {
  const lock = sql`select from provider_schedules where provider_id = ${providerId} for update`
  if ((await tx.executeCount(lock)) > 0) return
  await tx.execute(sql`insert into provider_schedules (provider_id) values (${providerId}) on conflict do nothing`)
  await tx.execute(lock)
}

/** Selects entries of a provider's schedule. */
export interface ScheduleWindow {
  providerId: string
  from: Date
  to: Date
  /** Holds that ended before are ignored. */
  now: Date
  /** Include requests that await an answer. */
  withRequests: boolean
  /** The claiming booking. Itself and its holds are ignored. */
  bookingId?: string | null | undefined
  /** The claiming proposal, offer or series. Its holds are ignored. */
  subjectId?: string | null | undefined
}

type EntryRow = Omit<ScheduleEntry, 'location'> & { lat: number | null; lng: number | null }

/** Statuses that block time, those of the exclusion constraint first. */
const isBlocking = sql`b.status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS')`

/**
 * Entries of a provider's schedule in a period, in order. No booking is longer than a day, so each part is a short
 * index read, however many entries there are.
 */
export async function listEntries(db: Queryable, range: ScheduleWindow): Promise<ScheduleEntry[]> {
  const { providerId, from, to, now, withRequests, bookingId = null, subjectId = null } = range
  const rows = await db.query<EntryRow>(sql`
    select case when b.status = 'REQUESTED' then 'REQUEST' else 'BOOKING' end as kind, b.id, b.reference, b.title,
           c.name as "customerName", b.id as "bookingId", b.time_zone as "timeZone", b.start_at as "startAt",
           b.end_at as "endAt",
           (b.location ->> 'lat')::float8 as lat, (b.location ->> 'lng')::float8 as lng,
           case when b.status = 'IN_PROGRESS' and b.end_at < ${now} then ${now}::timestamptz
                when b.status in ('CONFIRMED', 'EN_ROUTE') and b.eta_at > b.start_at
                then b.eta_at + (b.end_at - b.start_at) end as "lateEndAt"
    from bookings b join customers c on c.id = b.customer_id
    where b.provider_id = ${providerId} and b.start_at < ${to} and b.start_at > ${from}::timestamptz - interval '1 day'
      and b.end_at > ${from} and b.id is distinct from ${bookingId}
      and (${isBlocking} ${withRequests ? sql`or (b.status = 'REQUESTED' and (b.respond_by is null or b.respond_by > ${now} or b.created_by = b.awaiting_party))` : empty})
    union all
    -- Visits that were agreed on and are not booked yet.
    select 'SERIES', s.id, s.title, coalesce(o.title, s.title), c.name, null, s.time_zone, o.start_at, o.end_at,
           (s.location ->> 'lat')::float8, (s.location ->> 'lng')::float8, null
    from series_occurrences o join booking_series s on s.id = o.series_id
      join customers c on c.id = s.customer_id
    where o.provider_id = ${providerId} and o.state = 'PLANNED' and o.end_at > ${from} and o.start_at < ${to}
      and (s.status = 'ACTIVE' ${withRequests ? sql`or s.status = 'PENDING'` : empty})
      and o.series_id is distinct from ${subjectId}
    union all
    select h.kind, h.subject_id, h.reference, h.title, c.name, h.booking_id, h.time_zone, h.start_at, h.end_at, null, null,
           null
    from slot_holds h left join bookings hb on hb.id = h.booking_id left join offers ho on ho.id = h.subject_id
      left join customers c on c.id = coalesce(hb.customer_id, ho.customer_id)
    where h.provider_id = ${providerId} and h.end_at > ${from} and h.start_at < ${to} and h.expires_at > ${now}
      and h.booking_id is distinct from coalesce(${bookingId}, '') and h.subject_id is distinct from ${subjectId}
    union all
    select 'TIME_OFF', t.id, '', coalesce(t.reason, ''), null, null, coalesce(v.time_zone, 'UTC'), t.start_at,
           t.end_at, null, null, null
    from time_off t left join availability v on v.provider_id = t.provider_id
    where t.provider_id = ${providerId} and t.end_at > ${from} and t.start_at < ${to}
    union all
    select 'EXTERNAL', e.calendar_id, '', e.title, null, null, coalesce(v.time_zone, 'UTC'), e.start_at, e.end_at, null, null,
           null
    from external_busy e left join availability v on v.provider_id = e.provider_id
    where e.provider_id = ${providerId} and e.end_at > ${from} and e.start_at < ${to}
    order by 8, 2`)
  return rows.map(({ lat, lng, ...entry }) => ({
    ...entry,
    location: lat === null || lng === null ? null : { lat, lng },
  }))
}

/**
 * Starts of jobs in a period that are no bookings among the entries: those that no longer occupy their time, because
 * they are paused, handed over or completed, and agreed visits that are not booked yet.
 */
export async function listStartsOfOtherJobs(
  db: Queryable,
  {
    providerId,
    from,
    to,
    bookingId = null,
    subjectId = null,
  }: Pick<ScheduleWindow, 'providerId' | 'from' | 'to' | 'bookingId' | 'subjectId'>,
): Promise<Date[]> {
  const rows = await db.query<{ startAt: Date }>(sql`
    select start_at as "startAt" from bookings
    where provider_id = ${providerId} and start_at >= ${from} and start_at < ${to} and id is distinct from ${bookingId}
      and status in ('PAUSED', 'AWAITING_CONFIRMATION', 'COMPLETED', 'DISPUTED')
    union all
    select o.start_at from series_occurrences o join booking_series s on s.id = o.series_id
    where o.provider_id = ${providerId} and o.state = 'PLANNED' and o.start_at >= ${from} and o.start_at < ${to}
      and s.status = 'ACTIVE' and s.id is distinct from ${subjectId}`)
  return rows.map(({ startAt }) => startAt)
}

/** The provider's reason for overlapping, from the proposal or the booking. */
export async function findOverlapReason(
  db: Queryable,
  {
    bookingId = null,
    subjectId = null,
    startAt,
    endAt,
  }: TimeSlot & { bookingId?: string | null | undefined; subjectId?: string | null | undefined },
): Promise<string | null> {
  const { reason } = await db.one<{ reason: string | null }>(sql`
    select coalesce(
      (select overlap_reason from slot_holds
       where subject_id = ${subjectId} and (booking_id is null or booking_id = ${bookingId})
         and start_at = ${startAt} and end_at = ${endAt} limit 1),
      (select overlap_reason from bookings where id = ${bookingId} and start_at = ${startAt} and end_at = ${endAt})
    ) as reason`)
  return reason
}

export async function saveOverlapReason(tx: Queryable, bookingId: string, reason: string | null): Promise<void> {
  await tx.execute(sql`
    update bookings set overlap_reason = ${reason} where id = ${bookingId} and overlap_reason is distinct from ${reason}`)
}

/** Time held for one purpose. */
export interface SlotHold {
  providerId: string
  kind: 'PROPOSAL' | 'OFFER'
  /** The proposal or offer it is held for. */
  subjectId: string
  /** The booking it is meant for, if any. */
  bookingId?: string | null
  reference: string
  title: string
  timeZone: string
  expiresAt: Date
  /** Slots with their overlap reasons, if any. */
  slots: readonly (TimeSlot & { overlapReason?: string | null })[]
}

export async function insertHolds(tx: Queryable, hold: SlotHold): Promise<void> {
  const { slots } = hold
  await tx.execute(sql`
    insert into slot_holds (provider_id, kind, subject_id, booking_id, reference, title, time_zone, start_at, end_at,
                             overlap_reason, expires_at)
    select ${hold.providerId}, ${hold.kind}, ${hold.subjectId}, ${hold.bookingId ?? null}, ${hold.reference},
           ${hold.title}, ${hold.timeZone}, slot.start_at, slot.end_at, slot.reason, ${hold.expiresAt}
    from unnest(${slots.map(({ startAt }) => startAt)}::timestamptz[], ${slots.map(({ endAt }) => endAt)}::timestamptz[],
      ${slots.map(({ overlapReason }) => overlapReason ?? null)}::text[]) as slot (start_at, end_at, reason)`)
}

/** The proposals and offers that hold time for these bookings. */
export async function listHoldsOfBookings(
  db: Queryable,
  providerId: string,
  bookingIds: readonly string[],
): Promise<{ bookingId: string; subjectId: string }[]> {
  return db.query(sql`
    select distinct booking_id as "bookingId", subject_id as "subjectId" from slot_holds
    where provider_id = ${providerId} and booking_id = any(${[...bookingIds]})`)
}

/** Releases the slots held by a proposal or offer. Returns them, each with its overlap reason. */
export const releaseSlots = (tx: Queryable, subjectId: string) =>
  tx.query<TimeSlot & { overlapReason: string | null }>(sql`
    delete from slot_holds where subject_id = ${subjectId}
    returning start_at as "startAt", end_at as "endAt", overlap_reason as "overlapReason"`)

export async function deleteExpiredHolds(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from slot_holds where expires_at <= ${now}`)
}
