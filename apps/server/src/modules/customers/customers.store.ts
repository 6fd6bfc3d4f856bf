import type { Money } from '@fettle/protocol'
import type { CustomerSort } from '@fettle/protocol/common/list-sorts'
import type { CustomerNotes, CustomerRecord } from '@fettle/protocol/workspace/customers'
import { empty, join, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'
import type { Cursor, SortValue } from '../../platform/db/cursor.ts'
import {
  comesAfter,
  containsTerms,
  orderBy,
  type PageRequest,
  type SortColumns,
  type SortedRow,
} from '../../platform/db/list-query.ts'

/** A customer in the provider's list. */
export interface ProviderCustomer {
  id: string
  name: string
  avatar: string | null
  phone: string | null
  timeZone: string
  since: Date
  lastBookingId: string
  lastBookedAt: Date
  lastContactAt: Date
  city: string | null
  completed: number
  paid: Money[]
  tags: string[]
}

/** Records that the two have a booking, and which is the latest. */
export async function linkCustomer(
  tx: Queryable,
  {
    id,
    providerId,
    customer,
    createdAt,
  }: { id: string; providerId: string; customer: { id: string }; createdAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_customers as p (provider_id, customer_id, since, last_booking_id, last_booked_at)
    values (${providerId}, ${customer.id}, ${createdAt}, ${id}, ${createdAt})
    on conflict (provider_id, customer_id) do update
      set last_booking_id = excluded.last_booking_id, last_booked_at = excluded.last_booked_at
      where p.last_booked_at <= excluded.last_booked_at`)
}

/** Latest booking or message. */
const lastContactAt = sql`greatest(p.last_booked_at, (
  select v.last_message_at from conversations v
  where v.provider_id = p.provider_id and v.customer_id = p.customer_id))`

/** Columns of a customer `c` known to a provider as `p`: short reads by key for each row of the page. */
const listedColumns = sql`
  c.id, c.name, c.avatar, c.phone, c.time_zone as "timeZone", p.since,
  p.last_booking_id as "lastBookingId", p.last_booked_at as "lastBookedAt", ${lastContactAt} as "lastContactAt",
  (select b.location ->> 'city' from bookings b where b.id = p.last_booking_id) as city,
  p.completed_count as completed, p.tags,
  (select coalesce(jsonb_agg(jsonb_build_object('amount', sums.amount, 'currency', sums.currency) order by sums.currency), '[]')
   from (
     select i.currency, sum(i.paid) as amount from invoices i
     where i.customer_id = p.customer_id and i.provider_id = p.provider_id and i.paid > 0
     group by i.currency) as sums) as paid`

type SortName = Exclude<CustomerSort, `-${string}`>

/** What a list of customers `c` known as `p` is sorted by. */
export const sorted: Record<SortName, SortColumns> = {
  name: { type: 'text', value: sql`c.normalized_name`, id: sql`p.customer_id` },
  city: {
    type: 'text',
    value: sql`coalesce(normalize_text((select b.location ->> 'city' from bookings b where b.id = p.last_booking_id)), '')`,
    id: sql`p.customer_id`,
  },
  completed: { type: 'number', value: sql`p.completed_count::bigint`, id: sql`p.customer_id` },
  // Amounts of all currencies are added up: nearly every provider has one currency.
  paid: {
    type: 'number',
    value: sql`(
      select coalesce(sum(i.paid), 0)::bigint from invoices i
      where i.customer_id = p.customer_id and i.provider_id = p.provider_id)`,
    id: sql`p.customer_id`,
  },
  lastContactAt: { type: 'time', value: lastContactAt, id: sql`p.customer_id` },
  lastBookedAt: { type: 'time', value: sql`p.last_booked_at`, id: sql`p.customer_id` },
}

/**
 * Latest booking first, read in index order. Deleted customers are excluded. A search by name and the other orders scan
 * all of a provider's customers: a thousand take two milliseconds, and few have more (decision 240).
 */
export function listPage(
  db: Queryable,
  providerId: string,
  {
    text,
    by,
    order,
    after,
    limit,
  }: {
    text: string | undefined
    by: SortName
    order: PageRequest['order']
    after: Cursor<SortValue> | undefined
    limit: number
  },
): Promise<(ProviderCustomer & SortedRow)[]> {
  const columns = sorted[by]
  return db.query<ProviderCustomer & SortedRow>(sql`
    select ${listedColumns}, p."sortValue"
    from (
      select p.*, ${columns.value} as "sortValue" from provider_customers p join customers c on c.id = p.customer_id
      where p.provider_id = ${providerId} and c.left_at is null
        ${text === undefined ? empty : sql`and ${containsTerms(sql`c.normalized_name`, text)}`}
        and ${comesAfter(columns, { order, after })}
      order by ${orderBy(order, columns.value, columns.id)} limit ${limit}::int
    ) as p join customers c on c.id = p.customer_id
    order by ${orderBy(order, sql`p."sortValue"`, columns.id)}`)
}

/** Whether the confirmed booking `b` still shows its contact: it ended after `since`, or is not over. */
export const isContactShown = (since: Date): Sql =>
  sql`coalesce(b.end_at, (b.cancellation ->> 'at')::timestamptz, 'infinity') > ${since}`

/** A customer with the provider's notes. `isPhoneVisible`: a booking of the two shows the number. */
export const find = (
  db: Queryable,
  { providerId, customerId, phoneShownSince }: { providerId: string; customerId: string; phoneShownSince: Date },
) =>
  db.maybeOne<ProviderCustomer & { note: string; notesVersion: number; isPhoneVisible: boolean }>(sql`
    select ${listedColumns}, p.note, p.notes_version as "notesVersion",
      exists (
        select from bookings b
        where b.customer_id = p.customer_id and b.provider_id = p.provider_id and b.confirmed_at is not null
          and ${isContactShown(phoneShownSince)}) as "isPhoneVisible"
    from provider_customers p join customers c on c.id = p.customer_id
    where p.provider_id = ${providerId} and p.customer_id = ${customerId} and c.left_at is null`)

export async function isKnown(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select from provider_customers p join customers c on c.id = p.customer_id
    where p.provider_id = ${providerId} and p.customer_id = ${customerId} and c.left_at is null`)
  return row !== undefined
}

export type RecordRow = Omit<CustomerRecord, 'at' | 'startAt' | 'paidAt' | 'amount'> & {
  at: Date
  startAt: Date | null
  paidAt: Date | null
  amount: number | null
  currency: string | null
}

interface RecordSource {
  from: Sql
  id: Sql
  at: Sql
  /** In the order of `RecordRow`: reference, title, status, amount, currency, rating, start, its time zone and payment. */
  values: Sql
  visible?: Sql
}

const noDates = sql`null::timestamptz, null, null::timestamptz`

/** Currency of the approved extra work of booking `r`. Null: none was approved. */
const extraCurrency = sql`(
  select a.currency::text from price_adjustments a where a.booking_id = r.id and a.status = 'APPROVED' limit 1)`

const recordSources: Record<CustomerRecord['kind'], RecordSource> = {
  BOOKING: {
    from: sql`bookings`,
    id: sql`r.id`,
    at: sql`r.created_at`,
    values: sql`r.reference, r.title, r.status,
      case
        when r.price_model = 'TO_QUOTE' or r.milestone_id is not null
        then case when ${extraCurrency} is not null then r.adjustments_total end
        when r.price_model <> 'HOURLY' or r.final_amount is not null
        then coalesce(r.final_amount, r.price_amount) + greatest(r.adjustments_total, -coalesce(r.final_amount, r.price_amount)) end,
      coalesce(r.price_currency::text, ${extraCurrency}), null::int, r.start_at, r.time_zone, null::timestamptz`,
  },
  OFFER: {
    from: sql`offers`,
    id: sql`r.id`,
    at: sql`r.created_at`,
    values: sql`r.reference, r.title, r.status, r.total, r.currency::text, null::int, ${noDates}`,
  },
  CONTRACT: {
    from: sql`contracts`,
    id: sql`r.id`,
    at: sql`r.created_at`,
    values: sql`r.reference, r.title, r.status, r.total, r.currency::text, null::int, ${noDates}`,
  },
  INVOICE: {
    from: sql`invoices`,
    id: sql`r.id`,
    at: sql`r.created_at`,
    values: sql`r.number, r.title, r.status, r.total, r.currency::text, null::int, null::timestamptz, null,
      case when r.status = 'PAID' then (
        select max(p.paid_at) from payments p where p.invoice_id = r.id and p.status = 'CONFIRMED') end`,
  },
  CONVERSATION: {
    from: sql`conversations`,
    id: sql`r.customer_id`,
    at: sql`r.last_message_at`,
    values: sql`null, '', null, null::bigint, null, null::int, ${noDates}`,
    visible: sql`and r.last_message_at is not null`,
  },
  REVIEW: {
    from: sql`reviews`,
    id: sql`r.id`,
    at: sql`r.published_at`,
    values: sql`r.work_reference, r.work_title, r.status, null::bigint, null, r.rating::int, ${noDates}`,
    visible: sql`and r.published_at is not null`,
  },
}

/** One page of what the two share, newest first: each kind is read from its index by customer, up to the page's size. */
export function listRecords(
  db: Queryable,
  {
    providerId,
    customerId,
    kinds,
    after,
    limit,
  }: {
    providerId: string
    customerId: string
    kinds: readonly CustomerRecord['kind'][]
    after: Cursor | undefined
    limit: number
  },
): Promise<RecordRow[]> {
  const parts = kinds.map((kind) => {
    const { from, id, at, values, visible = empty } = recordSources[kind]
    return sql`
      select ${kind}::text as kind, ${id} as id, ${at} as at, ${values} from ${from} r
      where r.customer_id = ${customerId} and r.provider_id = ${providerId} ${visible}
        ${after ? sql`and (${at}, ${id}) < (${after.at}, ${after.id})` : empty}
      order by ${at} desc, ${id} desc limit ${limit}::int`
  })
  return db.query<RecordRow>(sql`
    select * from (${join(parts, ') union all (', '(', ')')})
      as r (kind, id, at, reference, title, status, amount, currency, rating, "startAt", "timeZone", "paidAt")
    order by at desc, id desc limit ${limit}::int`)
}

export const lockNotes = (tx: Tx, providerId: string, customerId: string) =>
  tx.maybeOne<CustomerNotes>(sql`
    select p.note, p.tags, p.notes_version as version
    from provider_customers p join customers c on c.id = p.customer_id
    where p.provider_id = ${providerId} and p.customer_id = ${customerId} and c.left_at is null
    for update of p`)

export async function saveNotes(
  tx: Tx,
  { providerId, customerId, note, tags, version }: CustomerNotes & { providerId: string; customerId: string },
): Promise<void> {
  await tx.execute(sql`
    update provider_customers set note = ${note}, tags = ${tags}, notes_version = ${version}
    where provider_id = ${providerId} and customer_id = ${customerId}`)
}

/** Every note of a provider, for the data export. */
export const listAllNotes = (db: Queryable, providerId: string) =>
  db.query<{ customerId: string; name: string; note: string; tags: string[] }>(sql`
    select p.customer_id as "customerId", c.name, p.note, p.tags
    from provider_customers p join customers c on c.id = p.customer_id
    where p.provider_id = ${providerId} and (p.note <> '' or p.tags <> '{}')
    order by p.since, p.customer_id`)

/** Deletes the notes of a closed account. */
export async function deleteNotesOf(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`
    update provider_customers set note = '', tags = '{}' where provider_id = ${providerId}`)
}

/** Deletes every provider's notes about a customer who left. */
export async function deleteNotesAbout(tx: Queryable, customerId: string): Promise<void> {
  await tx.execute(sql`
    update provider_customers set note = '', tags = '{}' where customer_id = ${customerId}`)
}
