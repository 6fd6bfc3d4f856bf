import type { KpiKey } from '@fettle/protocol/workspace/dashboard'
import type { Cursor, SortValue } from '../../platform/db/cursor.ts'
import { empty, join, sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import { comesAfter } from '../../platform/db/list-query.ts'
import type { Window } from './range.rules.ts'

/**
 * The statement each KPI counts: `id`, `at` (the time it is counted by), `hit` (in the numerator, or only in the
 * denominator) and `amount`. The KPI and its list of items use the same statement, so they cannot differ.
 */

export interface KpiScope extends Window {
  providerId: string
  now: Date
  /** Of the values that are summed: those in another one are left out. */
  currency: string
}

/** KPIs counted from bookings, offers and the ledger. */
export type CountedKey = Extract<
  KpiKey,
  | 'earnings'
  | 'jobsCompleted'
  | 'upcomingValue'
  | 'acceptanceRate'
  | 'onTimeRate'
  | 'providerCancellationRate'
  | 'repeatCustomers'
  | 'responseTime'
  | 'offerWinRate'
  | 'openOffersValue'
  | 'rating'
>

/** Minutes of an hourly job: the estimate, otherwise its length, at the least the minimum. */
const agreedMinutes = sql`greatest(b.minimum_minutes,
  coalesce(b.estimated_minutes, b.duration_minutes, extract(epoch from b.end_at - b.start_at) / 60))`

/**
 * The agreed price including approved adjustments: the fixed price, or the actual or expected hours. Without a price of
 * its own, a job is worth its extra work.
 */
const agreedValue = sql`case
  when b.price_model = 'TO_QUOTE' or b.milestone_id is not null then nullif(b.adjustments_total, 0)
  when b.price_model = 'FIXED' then b.price_amount + b.adjustments_total
  else coalesce(b.final_amount, round(b.price_amount * ${agreedMinutes} / 60.0)::bigint) + b.adjustments_total
end`

/** Currency of a job's agreed value. */
const agreedCurrency = sql`coalesce(b.price_currency, (
  select a.currency from price_adjustments a where a.booking_id = b.id and a.status = 'APPROVED' limit 1))`

/** Whether booking `b` is a single job or the first visit of a series. The other visits are booked with its answer. */
export const isFirstVisit: Sql = sql`(b.series_id is null or not exists (
  select from series_occurrences o
  where o.series_id = b.series_id and o.position < b.occurrence_index and o.booking_id is not null))`

/** Whether booking `b` began as a customer's request. Instant bookings, accepted offers and further visits did not. */
const isRequest = sql`b.created_by = 'CUSTOMER' and b.source not in ('INSTANT', 'OFFER') and ${isFirstVisit}`

const between = (column: Sql, { from, to }: Window) => sql`${column} >= ${from} and ${column} < ${to}`
const nothing = sql`null::bigint`

const sources: Record<CountedKey, (scope: KpiScope) => Sql> = {
  // Earnings per source, less fees and refunds. A refunded deposit was never earned.
  earnings: (scope) => sql`
    select min(e.id) as id, max(e.at) as at, true as hit, sum(e.amount)::bigint as amount from ledger_entries e
    where e.provider_id = ${scope.providerId} and ${between(sql`e.at`, scope)} and e.source_type <> 'deposit'
      and e.type in ('EARNING', 'TIP', 'CANCELLATION_FEE', 'PLATFORM_FEE', 'REFUND')
    group by e.source_type, e.source_id having sum(e.amount) <> 0`,

  jobsCompleted: (scope) => sql`
    select b.id, b.completed_at as at, true as hit, ${agreedValue} as amount from bookings b
    where b.provider_id = ${scope.providerId} and b.status = 'COMPLETED' and ${between(sql`b.completed_at`, scope)}`,

  // Confirmed jobs, and unapproved milestones of running contracts. Of a visit for a milestone, only its extra work.
  upcomingValue: ({ providerId, currency }) => sql`
    select b.id, b.start_at as at, ${agreedValue} is not null as hit, ${agreedValue} as amount from bookings b
    where b.provider_id = ${providerId} and b.status = 'CONFIRMED'
      and (b.milestone_id is null or b.adjustments_total <> 0)
      and (${agreedValue} is null or ${agreedCurrency} = ${currency})
    union all
    select m.id, m.due_date::timestamp at time zone k.time_zone as at, true as hit, m.amount
    from contracts k join contract_milestones m on m.contract_id = k.id
    where k.provider_id = ${providerId} and k.status = 'ACTIVE' and k.currency = ${currency}
      and m.status in ('PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED')`,

  // Requests withdrawn by customers, declined as unsafe, and answered with an offer that nobody accepted are not counted.
  acceptanceRate: (scope) => sql`
    select b.id, b.created_at as at, b.confirmed_at is not null as hit, ${nothing} as amount from bookings b
    where b.provider_id = ${scope.providerId} and ${between(sql`b.created_at`, scope)} and ${isRequest}
      and (b.confirmed_at is not null or (b.status = 'EXPIRED' and b.offer_id is null)
           or (b.status = 'DECLINED' and b.decline_reason is distinct from 'SAFETY_CONCERN'))`,

  responseTime: (scope) => sql`
    select b.id, b.created_at as at, true as hit, ${nothing} as amount from bookings b
    where b.provider_id = ${scope.providerId} and ${between(sql`b.created_at`, scope)} and ${isRequest}
      and ${firstAnswer} is not null`,

  onTimeRate: (scope) => sql`
    select b.id, b.arrived_at as at,
           b.arrived_at <= ${firstStart} + (b.arrival_window_minutes + 10) * interval '1 minute' as hit,
           ${nothing} as amount
    from bookings b where b.provider_id = ${scope.providerId} and ${between(sql`b.arrived_at`, scope)}`,

  // A cancelled booking counts for nobody while it is or can be contested.
  providerCancellationRate: (scope) => sql`
    select b.id, b.confirmed_at as at,
           b.status in ('CANCELLED', 'NO_SHOW') and b.attributed_to is not distinct from 'PROVIDER' as hit,
           ${nothing} as amount
    from bookings b where b.provider_id = ${scope.providerId} and ${between(sql`b.confirmed_at`, scope)}
      and (b.status not in ('CANCELLED', 'NO_SHOW') or b.counts_from <= ${scope.now})`,

  // Offers sent in this period and decided: accepted, declined or expired.
  offerWinRate: (scope) => sql`
    select o.id, o.sent_at as at, o.acceptance is not null as hit, ${nothing} as amount from offers o
    where o.provider_id = ${scope.providerId} and ${between(sql`o.sent_at`, scope)}
      and (o.acceptance is not null or o.status in ('DECLINED', 'EXPIRED'))`,

  openOffersValue: ({ providerId, currency }) => sql`
    select o.id, coalesce(o.sent_at, o.created_at) as at, true as hit, o.total as amount from offers o
    where o.provider_id = ${providerId} and o.status in ('SENT', 'VIEWED', 'CHANGES_REQUESTED')
      and o.currency = ${currency}`,

  // All visible reviews, because a rating has no period.
  rating: ({ providerId }) => sql`
    select r.id, r.published_at as at, true as hit, r.rating::bigint as amount from reviews r
    where r.provider_id = ${providerId} and r.published_at is not null and r.status in ('PUBLISHED', 'UNDER_REVIEW')`,

  repeatCustomers: (scope) => sql`
    select b.customer_id as id, max(b.completed_at) as at, count(*) >= 2 as hit, count(*)::bigint as amount
    from bookings b
    where b.provider_id = ${scope.providerId} and b.status = 'COMPLETED' and ${between(sql`b.completed_at`, scope)}
    group by b.customer_id`,
}

/**
 * The start that was agreed when the provider arrived. Work resumed on a later day starts then, and the event that
 * moved it has the start before.
 */
const firstStart = sql`coalesce(
  case when b.start_at >= b.arrived_at then (
    select (e.data -> 'from' ->> 'startAt')::timestamptz from events e
    where e.subject_type = 'booking' and e.subject_id = b.id and e.type in ('booking.resumed', 'booking.rescheduled')
      and e.occurred_at > b.arrived_at and e.data -> 'from' ->> 'startAt' is not null
    order by e.subject_seq limit 1) end,
  b.start_at)`

/** The provider's first answer to a request that its customer could see. */
const firstAnswer = sql`(
  select e.at from events e
  where e.subject_type = 'booking' and e.subject_id = b.id and e.actor_type = 'PROVIDER' and e.visibility = 'BOTH'
  order by e.subject_seq limit 1)`

export interface KpiSum {
  key: CountedKey
  period: 'current' | 'before'
  rows: number
  hits: number
  amount: number | null
}

/** All KPIs in one statement: number of rows, number of hits, and their sum. */
export function summarize(
  db: Queryable,
  scopes: readonly { key: CountedKey; period: KpiSum['period']; scope: KpiScope }[],
): Promise<KpiSum[]> {
  const parts = scopes.map(
    ({ key, period, scope }) => sql`
      select ${key}::text as key, ${period}::text as period, count(*) as rows, count(*) filter (where hit) as hits,
             sum(amount) filter (where hit)::bigint as amount
      from (${sources[key](scope)}) as counted`,
  )
  return db.query<KpiSum>(join(parts, ' union all '))
}

interface ItemSource {
  columns: Sql
  joins: Sql
}
const noEntry = sql`null as "bookingId", null as "invoiceId", null as "contractId"`
const ofOffers: ItemSource = {
  columns: sql`o.reference, o.title, c.name as customer, o.currency, o.time_zone as "timeZone", ${noEntry}`,
  joins: sql`join offers o on o.id = counted.id join customers c on c.id = o.customer_id`,
}
const ofBookings: ItemSource = {
  columns: sql`b.reference, b.title, c.name as customer, ${agreedCurrency} as currency, b.time_zone as "timeZone",
            ${noEntry}`,
  joins: sql`join bookings b on b.id = counted.id join customers c on c.id = b.customer_id`,
}
/** Source of item titles, for KPIs that do not count bookings. */
const rowsOf: Partial<Record<CountedKey, ItemSource>> = {
  upcomingValue: {
    columns: sql`coalesce(b.reference, k.reference) as reference, coalesce(b.title, m.title) as title,
              c.name as customer, coalesce(${agreedCurrency}, k.currency) as currency,
              coalesce(b.time_zone, k.time_zone) as "timeZone", null as "bookingId", null as "invoiceId",
              k.id as "contractId"`,
    joins: sql`
      left join bookings b on b.id = counted.id
      left join contract_milestones m on m.id = counted.id
      left join contracts k on k.id = m.contract_id
      join customers c on c.id = coalesce(b.customer_id, k.customer_id)`,
  },
  offerWinRate: ofOffers,
  openOffersValue: ofOffers,
  rating: {
    columns: sql`r.work_reference as reference, r.work_title as title, c.name as customer, null as currency,
              null as "timeZone", ${noEntry}`,
    joins: sql`join reviews r on r.id = counted.id join customers c on c.id = r.customer_id`,
  },
  earnings: {
    columns: sql`e.source_label as reference, coalesce(b.title, i.title, e.source_label) as title,
              coalesce(c.name, i.customer_name) as customer, e.currency, b.time_zone as "timeZone",
              coalesce(b.id, i.booking_id) as "bookingId", i.id as "invoiceId", null as "contractId"`,
    joins: sql`
      join ledger_entries e on e.id = counted.id
      left join bookings b on e.source_type = 'booking' and b.id = e.source_id
      left join customers c on c.id = b.customer_id
      left join payments p on p.id = split_part(e.source_id, ':', 1)
      left join invoices i on i.id = coalesce(p.invoice_id, e.source_id)`,
  },
  repeatCustomers: {
    columns: sql`null as reference, c.name as title, c.name as customer, null as currency, null as "timeZone", ${noEntry}`,
    joins: sql`join customers c on c.id = counted.id`,
  },
}

export interface KpiItemRow {
  id: string
  /** Null for work without a time. */
  at: Date | null
  hit: boolean
  amount: number | null
  reference: string | null
  title: string
  customer: string
  currency: string | null
  timeZone: string | null
  /** The booking or invoice a ledger entry comes from. */
  bookingId: string | null
  invoiceId: string | null
  /** The contract of a milestone. */
  contractId: string | null
}

/** The items of one KPI, newest first. Items without a time come before all others. */
export function listItems(
  db: Queryable,
  key: CountedKey,
  scope: KpiScope,
  { after, limit }: { after: Cursor<SortValue> | undefined; limit: number },
): Promise<KpiItemRow[]> {
  const counted = { value: sql`counted.at`, type: 'optionalTime', id: sql`counted.id` } as const
  const afterCursor = after ? sql`where ${comesAfter(counted, { order: 'latest', after })}` : empty
  const { columns, joins } = rowsOf[key] ?? ofBookings
  return db.query<KpiItemRow>(sql`
    select counted.id, counted.at, counted.hit, counted.amount, ${columns}
    from (${sources[key](scope)}) as counted ${joins} ${afterCursor}
    order by counted.at desc, counted.id desc limit ${limit}::int`)
}

export interface AnsweredRequest {
  id: string
  askedAt: Date
  answeredAt: Date
}

/** Requests of a period with their first answer. */
export const listAnsweredRequests = (db: Queryable, scope: KpiScope): Promise<AnsweredRequest[]> =>
  db.query<AnsweredRequest>(sql`
    select counted.id, b.created_at as "askedAt", ${firstAnswer} as "answeredAt"
    from (${sources.responseTime(scope)}) as counted join bookings b on b.id = counted.id`)
