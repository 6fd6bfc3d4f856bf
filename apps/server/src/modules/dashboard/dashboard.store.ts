import type { BookingStatus } from '@fettle/protocol/bookings'
import { sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import { overlapOf } from '../bookings/index.ts'
import { isFirstVisit } from './kpis.store.ts'
import type { Window } from './range.rules.ts'
import type { RouteStop } from './route.rules.ts'
import { FOLLOW_UP_AFTER_MS, OVERDUE_AFTER_MS, REPLY_TO_REVIEW_WITHIN_MS, type TodoCause } from './todos.rules.ts'

/** A job of the day, or one without a time. */
export type VisitRow = Omit<RouteStop, 'startAt' | 'endAt'> & { startAt: Date | null; endAt: Date | null }

/**
 * Reads of other modules' tables for the dashboard; only snoozes are written here. This one lists today's jobs in order
 * with those already running, tomorrow's jobs, paused ones of earlier days when they resume, and unscheduled ones.
 */
export const listVisits = (db: Queryable, providerId: string, { from, to }: Window): Promise<VisitRow[]> =>
  db.query(sql`
    select b.id as "bookingId", b.reference, b.version, b.title, b.status, c.name as "customerName",
           c.avatar as "customerAvatar", b.begins as "startAt", b.begins + (b.end_at - b.start_at) as "endAt",
           b.time_zone as "timeZone",
           b.arrival_window_minutes as "arrivalWindowMinutes", b.location ->> 'line1' as line1,
           b.location ->> 'city' as city, (b.location ->> 'lat')::float as lat, (b.location ->> 'lng')::float as lng,
           case b.status when 'EN_ROUTE' then b.en_route_at when 'ARRIVED' then b.arrived_at
                         when 'IN_PROGRESS' then b.started_at end as since
    from (
      select *, start_at as begins from bookings
      where provider_id = ${providerId} and start_at >= ${from} and start_at < ${to}
        and status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED', 'AWAITING_CONFIRMATION', 'COMPLETED')
      union all
      select *, start_at from bookings
      where provider_id = ${providerId} and start_at < ${from} and status in ('EN_ROUTE', 'ARRIVED', 'IN_PROGRESS')
      union all
      select *, resume_on from bookings
      where provider_id = ${providerId} and start_at < ${from} and status = 'PAUSED'
        and resume_on >= ${from} and resume_on < ${to}
      union all
      select *, start_at from bookings
      where provider_id = ${providerId} and status = 'CONFIRMED' and start_at is null
    ) as b join customers c on c.id = b.customer_id
    order by b.begins, b.id limit 200`)

/** Causes of to-dos. Each part is a short read of its own index; a requested booking comes with the job it overlaps. */
export const listCauses = (
  db: Queryable,
  providerId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<TodoCause[]> =>
  db.query<TodoCause>(sql`
    select t.*, b.time_zone as "timeZone", ${overlapOf} as overlaps
    from (
    (select 'RESPOND_REQUEST' as kind, b.id as "subjectId", b.title, c.name as "customerName", c.avatar as "customerAvatar",
            b.start_at as "startAt",
            (select count(*)::int from series_occurrences o
             where o.series_id = b.series_id and o.state in ('PLANNED', 'BOOKED')) as visits,
            null as "documentType", b.respond_by as "dueAt"
     from bookings b join customers c on c.id = b.customer_id
     where b.provider_id = ${providerId} and b.status = 'REQUESTED' and b.awaiting_party = 'PROVIDER'
       and (b.respond_by is null or b.respond_by > ${now})
     order by b.respond_by limit 20)
    union all
    (select 'ANSWER_PROPOSAL', b.id, b.title, c.name, c.avatar, null, null, null, p.expires_at from reschedule_proposals p
       join bookings b on b.id = p.booking_id join customers c on c.id = b.customer_id
     where p.provider_id = ${providerId} and p.status = 'PENDING' and p.proposed_by = 'CUSTOMER' and p.expires_at > ${now}
     order by p.expires_at limit 20)
    union all
    (select 'COMPLETE_JOB', b.id, b.title, c.name, c.avatar, null, null, null, b.end_at
     from bookings b join customers c on c.id = b.customer_id
     where b.provider_id = ${providerId} and b.status = 'IN_PROGRESS'
       and b.end_at < ${new Date(now.getTime() - OVERDUE_AFTER_MS)}
     order by b.end_at limit 20)
    union all
    -- What is to be answered, and what the customer proposed.
    (select 'ANSWER_DISPUTE', d.id, d.subject_title, c.name, c.avatar, null, null, null,
            case d.status when 'OPEN' then d.respond_by else d.negotiate_by end
     from disputes d join customers c on c.id = d.customer_id
     where d.provider_id = ${providerId}
       and (d.status = 'OPEN' and d.opened_by = 'CUSTOMER'
            or d.status = 'NEGOTIATION' and d.proposals @> '[{"by": "CUSTOMER", "status": "PENDING"}]'::jsonb)
     order by d.respond_by limit 20)
    union all
    (select 'CONTEST_ATTRIBUTION', b.id, b.title, c.name, c.avatar, null, null, null, b.counts_from
     from bookings b join customers c on c.id = b.customer_id
     where b.provider_id = ${providerId} and b.attributed_to = 'PROVIDER' and b.counts_from > ${now}
       and b.status in ('CANCELLED', 'NO_SHOW')
     order by b.counts_from limit 20)
    union all
    (select case o.status when 'REQUESTED' then 'RESPOND_REQUEST' when 'DRAFT' then 'FINISH_DRAFT_OFFER'
                          when 'CHANGES_REQUESTED' then 'REVISE_OFFER' when 'ACCEPTED' then 'SCHEDULE_ACCEPTED_WORK'
                          else 'FOLLOW_UP_OFFER' end,
            o.id, o.title, c.name, c.avatar, null, null, null,
            case when o.status in ('REQUESTED', 'DRAFT') then o.respond_by
                 when o.status <> 'ACCEPTED' then o.valid_until end
     from offers o join customers c on c.id = o.customer_id
     where o.provider_id = ${providerId}
       and (o.status in ('REQUESTED', 'DRAFT') and (o.respond_by is null or o.respond_by > ${now})
            or o.status = 'CHANGES_REQUESTED' and o.valid_until > ${now} or o.status = 'ACCEPTED'
            or o.status = 'VIEWED' and o.valid_until > ${now}
               and o.last_viewed_at < ${new Date(now.getTime() - FOLLOW_UP_AFTER_MS)}
               and (o.reminded_at is null or o.reminded_at < ${new Date(now.getTime() - FOLLOW_UP_AFTER_MS)}))
     order by o.updated_at desc limit 20)
    union all
    (select 'SCHEDULE_ACCEPTED_WORK', b.id, b.title, c.name, c.avatar, null, null, null, null
     from bookings b join customers c on c.id = b.customer_id
     where b.provider_id = ${providerId} and b.status = 'CONFIRMED' and b.start_at is null
       and not exists (select from reschedule_proposals p where p.booking_id = b.id and p.status = 'PENDING')
     order by b.confirmed_at limit 20)
    union all
    (select 'SIGN_CONTRACT', k.id, k.title, c.name, c.avatar, null, null, null, null
     from contracts k join customers c on c.id = k.customer_id
     where k.provider_id = ${providerId} and k.status in ('DRAFT', 'CHANGES_REQUESTED')
     order by k.updated_at desc limit 20)
    union all
    -- What was sent back, and what is due within days: the first of each contract.
    (select distinct on (k.id) 'SUBMIT_MILESTONE', k.id, m.title, c.name, c.avatar, null, null, null,
            (m.due_date + 1)::timestamp at time zone k.time_zone
     from contracts k join contract_milestones m on m.contract_id = k.id join customers c on c.id = k.customer_id
     where k.provider_id = ${providerId} and k.status = 'ACTIVE'
       and (m.status = 'CHANGES_REQUESTED' or m.status in ('PENDING', 'IN_PROGRESS')
            and m.due_date <= (${now}::timestamptz at time zone k.time_zone)::date + 3)
     order by k.id, m.position limit 20)
    union all
    (select distinct on (k.id) 'ANSWER_CHANGE_ORDER', k.id, k.title, c.name, c.avatar, null, null, null, a.expires_at
     from contracts k join contract_amendments a on a.contract_id = k.id join customers c on c.id = k.customer_id
     where k.provider_id = ${providerId} and a.status = 'PENDING' and a.author = 'CUSTOMER' and a.expires_at > ${now}
     order by k.id, a.expires_at limit 20)
    union all
    (select 'SEND_INVOICE', i.id, i.title, c.name, c.avatar, null, null, null, null
     from invoices i join customers c on c.id = i.customer_id
     where i.provider_id = ${providerId} and i.status = 'DRAFT' order by i.created_at limit 20)
    union all
    -- Only the newest: once another was asked for, what went wrong before is settled.
    (select 'FIX_PAYOUT', p.id, null, null, null, null, null, null, null
     from (select id, status from payouts where provider_id = ${providerId}
           order by requested_at desc, id desc limit 1) as p
     where p.status in ('FAILED', 'RETURNED'))
    union all
    (select 'REPLY_REVIEW', r.id, r.work_title, c.name, c.avatar, null, null, null, null
     from reviews r join customers c on c.id = r.customer_id
     where r.provider_id = ${providerId} and r.reply is null and r.status in ('PUBLISHED', 'UNDER_REVIEW')
       and r.published_at > ${new Date(now.getTime() - REPLY_TO_REVIEW_WITHIN_MS)}
     order by r.published_at desc limit 5)
    union all
    -- Support waits for the provider, and takes it as settled after a week.
    (select 'ANSWER_TICKET', id, subject, null, null, null, null, null, waiting_since + interval '7 days' from tickets
     where provider_id = ${providerId} and status = 'PENDING' order by waiting_since limit 20)
    union all
    -- Once another file was uploaded for it, an operator is awaited.
    (select 'RENEW_DOCUMENT', d.id, null, null, null, null, null, d.type,
            (d.expires_at + 1)::timestamp at time zone ${timeZone}
     from documents d
     where d.provider_id = ${providerId} and d.status in ('APPROVED', 'EXPIRED')
       and d.expires_at <= (${now}::timestamptz at time zone ${timeZone})::date + 30
       and not exists (select from documents n
                       where n.provider_id = d.provider_id and n.supersedes_id = d.id and n.status = 'UNDER_REVIEW')
     order by d.expires_at limit 10)
    ) as t left join bookings b on b.id = t."subjectId" and t.kind = 'RESPOND_REQUEST'`)

export async function listSnoozed(db: Queryable, providerId: string, now: Date): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    sql`select todo_id as id from dashboard_snoozes where provider_id = ${providerId} and until > ${now}`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function snooze(db: Queryable, providerId: string, todoId: string, until: Date): Promise<void> {
  await db.execute(sql`
    insert into dashboard_snoozes (provider_id, todo_id, until) values (${providerId}, ${todoId}, ${until})
    on conflict (provider_id, todo_id) do update set until = excluded.until`)
}

export async function deleteExpiredSnoozes(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from dashboard_snoozes where until <= ${now}`)
}

export interface ChartRow {
  bar: string | null
  status: BookingStatus | null
  weekday: number | null
  hour: number | null
  service: string | null
  part: 'OUTCOME' | 'HOUR' | 'SERVICE'
  jobs: number
}

/** Three charts from one read of the bookings that start in a period. */
export const readCharts = (
  db: Queryable,
  providerId: string,
  { from, to }: Window,
  { bucket, timeZone }: { bucket: string; timeZone: string },
): Promise<ChartRow[]> =>
  db.query<ChartRow>(sql`
    with begun as (
      select date_trunc(${bucket.toLowerCase()}, start_at at time zone ${timeZone})::date::text as bar, status,
             (extract(isodow from start_at at time zone time_zone)::int - 1) as weekday,
             extract(hour from start_at at time zone time_zone)::int as hour, service_category as service,
             status not in ('REQUESTED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW') as stands
      from bookings where provider_id = ${providerId} and start_at >= ${from} and start_at < ${to}
    )
    select bar, status, weekday, hour, service, count(*) as jobs,
           case when grouping(bar) = 0 then 'OUTCOME' when grouping(hour) = 0 then 'HOUR' else 'SERVICE' end as part
    from begun
    group by grouping sets ((bar, status), (weekday, hour, stands), (service, stands))
    having grouping(stands) = 1 or stands`)

/** How far requests and offers got, and the median days of each step. */
export interface FunnelRow {
  requested: number
  sent: number
  viewed: number
  accepted: number
  completed: number
  toSend: number | null
  toView: number | null
  toAccept: number | null
  toComplete: number | null
}

/** Requests and offers of a period. */
export const readFunnel = (db: Queryable, providerId: string, { from, to }: Window): Promise<FunnelRow> =>
  db.one(sql`
    with asked as (
      select created_at as asked_at, null::timestamptz as sent_at, null::timestamptz as viewed_at,
             confirmed_at as accepted_at, case when status = 'COMPLETED' then completed_at end as done_at
      from bookings b
      where provider_id = ${providerId} and created_at >= ${from} and created_at < ${to} and offer_id is null
        and ${isFirstVisit}
      union all
      -- An offer is one way to the work: the booking it became, or the request it answers, is not counted again.
      select o.created_at, o.sent_at, coalesce(o.first_viewed_at, (o.acceptance ->> 'at')::timestamptz), (o.acceptance ->> 'at')::timestamptz,
             case when b.status = 'COMPLETED' then b.completed_at end
      from offers o left join bookings b on o.converted_type = 'BOOKING' and b.id = o.converted_id
      where o.provider_id = ${providerId} and o.created_at >= ${from} and o.created_at < ${to}
    )
    select count(*) as requested, count(sent_at) as sent, count(viewed_at) as viewed, count(accepted_at) as accepted,
           count(done_at) as completed,
           ${medianDays(sql`asked_at`, sql`sent_at`)} as "toSend",
           ${medianDays(sql`sent_at`, sql`viewed_at`)} as "toView",
           ${medianDays(sql`coalesce(viewed_at, sent_at, asked_at)`, sql`accepted_at`)} as "toAccept",
           ${medianDays(sql`accepted_at`, sql`done_at`)} as "toComplete"
    from asked`)

const medianDays = (from: Sql, to: Sql): Sql => sql`
  percentile_cont(0.5) within group (order by greatest(0, extract(epoch from ${to} - ${from})) / 86400)
    filter (where ${to} is not null and ${from} is not null)`

/** Whether a provider was ever booked. */
export async function hasBookings(db: Queryable, providerId: string): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(
    sql`select exists (select from bookings where provider_id = ${providerId}) as has`,
  )
  return has
}
