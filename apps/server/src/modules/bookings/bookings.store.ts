import type { BookingStatus, DeclineReason, Location, Price } from '@fettle/protocol/bookings'
import { empty, sql, type Queryable, type Sql } from '../../platform/db.ts'
import type { Booking, Entry, ListedBooking } from './bookings.rules.ts'

/** Which bookings of one provider, and where in the list to begin: after this one. */
export interface Listing {
  providerId: string
  statuses?: readonly BookingStatus[] | undefined
  /** By start. */
  order: 'soonest' | 'latest'
  /** Those that end after. */
  from?: Date | undefined
  /** Those that begin before. */
  to?: Date | undefined
  customerId?: string | undefined
  /** Text in reference, title or the customer's name. */
  text?: string | undefined
  after?: { startAt: Date; id: string } | undefined
  limit: number
}

export type Counts = Partial<Record<BookingStatus, number>>

interface ListedRow {
  id: string
  reference: string
  status: BookingStatus
  title: string
  service_category: Booking['serviceCategory']
  start_at: Date
  end_at: Date
  time_zone: string
  city: string
  price_model: Price['model']
  price_amount: number | null
  price_currency: string | null
  respond_by: Date | null
  confirmed_at: Date | null
  version: number
  created_at: Date
  customer_id: string
  customer_name: string
  customer_avatar: string | null
  customer_phone: string | null
}

interface BookingRow extends ListedRow {
  provider_id: string
  awaiting_party: Booking['awaitingParty']
  description: string
  location: Location
  decline_reason: DeclineReason | null
  decline_note: string | null
  updated_at: Date
}

const listedColumns = sql`
  b.id, b.reference, b.status, b.title, b.service_category, b.start_at, b.end_at, b.time_zone,
  b.location ->> 'city' as city, b.price_model, b.price_amount, b.price_currency, b.respond_by, b.confirmed_at,
  b.version, b.created_at,
  c.id as customer_id, c.name as customer_name, c.avatar as customer_avatar, c.phone as customer_phone`
const columns = sql`${listedColumns},
  b.provider_id, b.awaiting_party, b.description, b.location, b.decline_reason, b.decline_note, b.updated_at`
// A booking is never shown without its customer, so one statement reads both.
const withCustomer = sql`bookings b join customers c on c.id = b.customer_id`

/**
 * One page by start, and how many there are in each status: all from two indexes and one counter.
 *
 * Every plan of this statement must read the index in its order, however many bookings a provider has, and be made
 * once and kept. So the planner is told neither who the provider is (it comes out of a table) nor how long the page is
 * (it comes out of a subquery): with nothing to gain from knowing them, it stops planning anew each time.
 */
export async function listPage(
  db: Queryable,
  listing: Listing,
): Promise<{ bookings: ListedBooking[]; counts: Counts }> {
  const { providerId, order } = listing
  if (isNarrowed(listing)) {
    const [rows, counts] = await Promise.all([
      db.many<ListedRow>(page(listing, sql`${providerId}`)),
      countMatching(db, listing),
    ])
    return { bookings: rows.map(toListed), counts }
  }
  const rows = await db.many<(ListedRow | { id: null }) & { counts: string }>(sql`
    select d.counts::text as counts, page.*
    from booking_diaries d left join lateral (${page(listing, sql`d.provider_id`)}) as page on true
    where d.provider_id = ${providerId}
    order by ${byStart(order, sql`page.`)}`)
  const listed = rows.filter((row): row is ListedRow & { counts: string } => row.id !== null)
  return { bookings: listed.map(toListed), counts: JSON.parse(rows[0]?.counts ?? '{}') as Counts }
}

const byStart = (order: Listing['order'], of: Sql): Sql =>
  order === 'soonest' ? sql`${of}start_at, ${of}id` : sql`${of}start_at desc, ${of}id desc`

function page(listing: Listing, providerId: Sql): Sql {
  const { statuses, order, after, limit } = listing
  const beyond = order === 'soonest' ? sql`>` : sql`<`
  const sorted = byStart(order, sql`b.`)
  const further = sql`${after ? sql`and (b.start_at, b.id) ${beyond} (${after.startAt}, ${after.id})` : empty} ${matching(listing)}`
  if (!statuses) {
    return sql`
      select ${listedColumns} from ${withCustomer}
      where b.provider_id = ${providerId} ${further}
      order by ${sorted} limit (select ${limit}::int)`
  }
  // Each status is a short read of its own index range, however rare it is among thousands of others.
  return sql`
    select b.* from unnest(${statuses}::text[]) as wanted (status) cross join lateral (
      select ${listedColumns} from ${withCustomer}
      where b.provider_id = ${providerId} and b.status = wanted.status ${further}
      order by ${sorted} limit (select ${limit}::int)
    ) as b
    order by ${sorted} limit (select ${limit}::int)`
}

const isNarrowed = ({ text, from, to, customerId }: Listing): boolean =>
  [text, from, to, customerId].some((filter) => filter !== undefined)

function matching({ text, from, to, customerId }: Listing): Sql {
  const pattern = text === undefined ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // No booking is longer than a day: with that the index by start finds what ends after a moment.
  return sql`
    ${from ? sql`and b.end_at > ${from} and b.start_at > ${from}::timestamptz - interval '1 day'` : empty}
    ${to ? sql`and b.start_at < ${to}` : empty}
    ${customerId ? sql`and b.customer_id = ${customerId}` : empty}
    ${pattern ? sql`and (b.reference ilike ${pattern} or b.title ilike ${pattern} or c.name ilike ${pattern})` : empty}`
}

async function countMatching(db: Queryable, listing: Listing): Promise<Counts> {
  const rows = await db.many<{ status: BookingStatus; count: number }>(sql`
    select b.status, count(*) as count from ${withCustomer}
    where b.provider_id = ${listing.providerId} ${matching(listing)} group by b.status`)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function find(db: Queryable, id: string): Promise<Booking | undefined> {
  const row = await db.maybeOne<BookingRow>(sql`select ${columns} from ${withCustomer} where b.id = ${id}`)
  return row && toBooking(row)
}

/** Takes the lock of a provider's diary until the end of the transaction: before anything in it is read to be changed. */
export async function lockDiary(tx: Queryable, providerId: string): Promise<void> {
  await tx.run(sql`select from booking_diaries where provider_id = ${providerId} for update`)
}

/** The jobs that stand in a booking's time. The status is the one of the exclusion rule, whose index this reads. */
export async function conflictsOf(db: Queryable, { id, providerId, startAt, endAt }: Booking): Promise<Entry[]> {
  const rows = await db.many<Pick<BookingRow, 'id' | 'reference' | 'title' | 'time_zone' | 'start_at' | 'end_at'>>(sql`
    select id, reference, title, time_zone, start_at, end_at from bookings
    where provider_id = ${providerId} and tstzrange(start_at, end_at) && tstzrange(${startAt}, ${endAt})
      and status = 'CONFIRMED' and id <> ${id}
    order by start_at`)
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    title: row.title,
    timeZone: row.time_zone,
    startAt: row.start_at,
    endAt: row.end_at,
  }))
}

/** Adds a booking, unless the same call (`requestKey`) made one before. Answers whether it did. */
export async function insert(tx: Queryable, booking: Booking, requestKey: Buffer | null): Promise<boolean> {
  const { price } = booking
  const inserted = await tx.run(sql`
    insert into bookings (id, reference, provider_id, customer_id, request_key, status, awaiting_party, title,
      description, service_category, start_at, end_at, time_zone, location, price_model, price_amount, price_currency,
      respond_by, confirmed_at, decline_reason, decline_note, version, created_at, updated_at)
    values (${booking.id}, ${booking.reference}, ${booking.providerId}, ${booking.customer.id}, ${requestKey},
      ${booking.status}, ${booking.awaitingParty}, ${booking.title}, ${booking.description}, ${booking.serviceCategory},
      ${booking.startAt}, ${booking.endAt}, ${booking.timeZone}, ${JSON.stringify(booking.location)}::jsonb,
      ${price.model}, ${price.amount?.amount ?? null}, ${price.amount?.currency ?? null}, ${booking.respondBy},
      ${booking.confirmedAt}, ${booking.declined?.reasonCode ?? null}, ${booking.declined?.note ?? null},
      ${booking.version}, ${booking.createdAt}, ${booking.updatedAt})
    on conflict (request_key) where request_key is not null do nothing`)
  if (inserted === 0) return false
  await tx.run(sql`
    insert into booking_diaries as d (provider_id, counts)
    values (${booking.providerId}, jsonb_build_object(${booking.status}::text, 1))
    on conflict (provider_id) do update set counts = d.counts || ${counted(booking.status, 1)}`)
  return true
}

export async function findByRequestKey(db: Queryable, requestKey: Buffer): Promise<Booking | undefined> {
  const row = await db.maybeOne<BookingRow>(
    sql`select ${columns} from ${withCustomer} where b.request_key = ${requestKey}`,
  )
  return row && toBooking(row)
}

/** Writes what a move changed, and keeps the counts. The diary's lock must be held. */
export async function save(tx: Queryable, before: Booking, after: Booking): Promise<void> {
  await tx.run(sql`
    update bookings set status = ${after.status}, awaiting_party = ${after.awaitingParty},
      confirmed_at = ${after.confirmedAt}, decline_reason = ${after.declined?.reasonCode ?? null},
      decline_note = ${after.declined?.note ?? null}, version = ${after.version}, updated_at = ${after.updatedAt}
    where id = ${after.id}`)
  if (before.status === after.status) return
  await tx.run(sql`
    update booking_diaries as d set counts = d.counts || ${counted(before.status, -1)} || ${counted(after.status, 1)}
    where provider_id = ${after.providerId}`)
}

/** The count of a status in diary `d`, changed. */
const counted = (status: BookingStatus, change: 1 | -1): Sql =>
  sql`jsonb_build_object(${status}::text, coalesce((d.counts ->> ${status})::int, 0) + ${change}::int)`

/** Whose booking it is. */
export async function findParties(
  db: Queryable,
  id: string,
): Promise<{ providerId: string; customerId: string } | undefined> {
  return db.maybeOne(sql`
    select provider_id as "providerId", customer_id as "customerId" from bookings where id = ${id}`)
}

/** Whether the two ever had a booking together. */
export async function haveMet(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const { met } = await db.one<{ met: boolean }>(sql`
    select exists (select from bookings where customer_id = ${customerId} and provider_id = ${providerId}) as met`)
  return met
}

function toListed(row: ListedRow): ListedBooking {
  return {
    id: row.id,
    reference: row.reference,
    customer: { id: row.customer_id, name: row.customer_name, avatar: row.customer_avatar, phone: row.customer_phone },
    status: row.status,
    title: row.title,
    serviceCategory: row.service_category,
    startAt: row.start_at,
    endAt: row.end_at,
    timeZone: row.time_zone,
    city: row.city,
    price:
      row.price_amount === null || row.price_currency === null
        ? { model: row.price_model }
        : { model: row.price_model, amount: { amount: row.price_amount, currency: row.price_currency } },
    respondBy: row.respond_by,
    confirmedAt: row.confirmed_at,
    version: row.version,
    createdAt: row.created_at,
  }
}

function toBooking(row: BookingRow): Booking {
  const { city: _, ...listed } = toListed(row)
  return {
    ...listed,
    providerId: row.provider_id,
    awaitingParty: row.awaiting_party,
    description: row.description,
    location: row.location,
    declined: row.decline_reason && { reasonCode: row.decline_reason, note: row.decline_note },
    updatedAt: row.updated_at,
  }
}
