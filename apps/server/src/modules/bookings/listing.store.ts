import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Place } from '../../platform/cursor.ts'
import { empty, sql, type Queryable, type Sql } from '../../platform/db.ts'
import { listedColumns, toListed, withCustomer, type ListedRow } from './bookings.rows.ts'
import type { ListedBooking } from './bookings.rules.ts'

/** Which bookings of one provider: the same choice for the list, its counts and the export. */
export interface Chosen {
  statuses?: readonly BookingStatus[] | undefined
  /** Those that end after. */
  from?: Date | undefined
  /** Those that begin before. */
  to?: Date | undefined
  customerId?: string | undefined
  serviceCategory?: string | undefined
  /** Text in reference, title or the customer's name. */
  text?: string | undefined
}

/** The choice as it comes in. */
export const toChosen = ({
  status,
  from,
  to,
  q,
  ...rest
}: {
  status?: readonly BookingStatus[] | undefined
  from?: string | undefined
  to?: string | undefined
  customerId?: string | undefined
  serviceCategory?: string | undefined
  q?: string | undefined
}): Chosen => ({
  ...rest,
  text: q,
  statuses: status?.length ? [...new Set(status)] : undefined,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

/** A page of them, and where in the list to begin: after this one. */
export interface Listing extends Chosen {
  providerId: string
  /** By start. */
  order: 'soonest' | 'latest'
  after?: Place | undefined
  limit: number
}

type Counts = Partial<Record<BookingStatus, number>>

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
  const further = sql`${after ? sql`and (b.start_at, b.id) ${beyond} (${after.at}, ${after.id})` : empty} ${matching(listing)}`
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

const isNarrowed = ({ text, from, to, customerId, serviceCategory }: Chosen): boolean =>
  [text, from, to, customerId, serviceCategory].some((filter) => filter !== undefined)

/** What is chosen beside the status, of bookings `b` and their customers `c`. */
export function matching({ text, from, to, customerId, serviceCategory }: Chosen): Sql {
  const pattern = text === undefined ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // No booking is longer than a day: with that the index by start finds what ends after a moment.
  return sql`
    ${from ? sql`and b.end_at > ${from} and b.start_at > ${from}::timestamptz - interval '1 day'` : empty}
    ${to ? sql`and b.start_at < ${to}` : empty}
    ${customerId ? sql`and b.customer_id = ${customerId}` : empty}
    ${serviceCategory ? sql`and b.service_category = ${serviceCategory}` : empty}
    ${pattern ? sql`and (b.reference ilike ${pattern} or b.title ilike ${pattern} or c.name ilike ${pattern})` : empty}`
}

async function countMatching(db: Queryable, listing: Listing): Promise<Counts> {
  const rows = await db.many<{ status: BookingStatus; count: number }>(sql`
    select b.status, count(*) as count from ${withCustomer}
    where b.provider_id = ${listing.providerId} ${matching(listing)} group by b.status`)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
