import { bookingStatuses, type BookingStatus } from '@fettle/protocol/bookings'
import type { BookingSort } from '@fettle/protocol/common/list-sorts'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import {
  orderBy,
  isFiltered,
  matching,
  listPageAndCounts,
  pageInOrder,
  sortedBy,
  toFilters,
  type SelectedListing,
  type PagedList,
  type PageRequest,
  type SortedRow,
} from '../../../platform/db/list-query.ts'
import { listedColumns, overlapOf, toListed, withCustomer, type ListedRow } from './booking-rows.store.ts'
import type { ListedBooking } from '../booking.types.ts'

/** Filter of one provider's bookings, shared by the list, its counts and the export. */
export interface BookingFilter {
  statuses?: readonly BookingStatus[] | undefined
  /** Bookings that end after this time. One without a time is in no period. */
  from?: Date | undefined
  /** Bookings that start before this time. */
  to?: Date | undefined
  customerId?: string | undefined
  serviceCategory?: string | undefined
  /** Words in reference, title or customer name. */
  text?: string | undefined
}

/** Converts the query of the request. */
export const toChoice = ({
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
}): BookingFilter => ({
  ...rest,
  text: q,
  statuses: status?.length ? [...new Set(status)] : undefined,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

/** The filter for one provider. */
export interface BookingScope extends BookingFilter {
  providerId: string
}

type SortName = Exclude<BookingSort, `-${string}`>

/** A page in some order, and its cursor. */
export interface BookingQuery extends BookingScope, PageRequest {
  by: SortName
  statuses?: readonly BookingStatus[] | undefined
}

export const paged: PagedList<BookingScope> = {
  rows: sql`bookings b`,
  from: withCustomer,
  id: sql`b.id`,
  providerId: sql`b.provider_id`,
  status: sql`b.status`,
  value: sql`b.start_at`,
  type: 'optionalTime',
  searchTable: sql`booking_search`,
  searchId: sql`w.booking_id`,
  filters: ({ from, to, customerId, serviceCategory }) =>
    toFilters(
      // No booking is longer than a day, so the index by start finds those that end after a time.
      from && sql`and b.end_at > ${from} and b.start_at > ${from}::timestamptz - interval '1 day'`,
      to && sql`and b.start_at < ${to}`,
      customerId && sql`and b.customer_id = ${customerId}`,
      serviceCategory && sql`and b.service_category = ${serviceCategory}`,
    ),
}

/** Each order has an index, except customer names: for those, all bookings of the provider are read and sorted. */
export const sorted: Record<SortName, PagedList<BookingScope>> = {
  startAt: paged,
  title: sortedBy(paged, 'text', sql`normalize_text(b.title)`),
  customer: sortedBy(paged, 'text', sql`c.normalized_name`),
  price: sortedBy(paged, 'number', sql`coalesce(b.price_amount, -1)`),
  respondBy: sortedBy(paged, 'deadline', sql`coalesce(b.respond_by, 'infinity')`),
}

/** Names every status unless the filter does, because the indexes of all orders but `startAt` begin with the status. */
const withStatuses = <Query extends BookingQuery>(listing: Query): Query => ({
  ...listing,
  statuses: listing.statuses ?? (listing.by === 'startAt' ? undefined : bookingStatuses),
})

/** A row of the list, with the first photo of the job and the job a request overlaps. */
interface EntryRow extends ListedRow, SortedRow {
  thumbnail: string | null
  overlaps: string | null
}

const rowColumns = sql`${listedColumns},
  (select p.thumbnail from booking_photos p where p.booking_id = b.id and p.thumbnail is not null
   order by p.added_at, p.id limit 1) as thumbnail,
  ${overlapOf} as overlaps`

type Entry = ListedBooking & Pick<EntryRow, 'thumbnail' | 'overlaps' | 'sortValue'>

/** Extends the new booking: copies by spread cost the list processor time. */
const toEntry = (row: EntryRow): Entry =>
  Object.assign(toListed(row), { thumbnail: row.thumbnail, overlaps: row.overlaps, sortValue: row.sortValue })

interface BookingPage {
  bookings: Entry[]
  counts: Partial<Record<BookingStatus, number>>
  atLeast: boolean
}

/** One page, and the number of bookings in each status. */
export async function listAndCount(db: Queryable, listing: BookingQuery): Promise<BookingPage> {
  if (listing.text === undefined && !isFiltered(paged, listing)) return listAll(db, listing)
  const { page, counted, atLeast } = await listPageAndCounts(db, paged, listing, { listPage, countAll })
  return {
    bookings: page.map(toEntry),
    counts: Object.fromEntries(counted.map(({ status, count }) => [status, count])),
    atLeast,
  }
}

/**
 * One page without a filter, with counts, from two indexes and one counter.
 *
 * Every plan of this statement must read the index in its order, however many bookings a provider has, and be planned
 * once. So the planner must not see the provider's id: it comes from a table.
 */
async function listAll(db: Queryable, listing: BookingQuery): Promise<BookingPage> {
  const list = sorted[listing.by]
  const rows = await db.query<(EntryRow | { id: null }) & { counts: string }>(sql`
    select d.counts::text as counts, page.*
    from provider_schedules d
      left join lateral (${pageInOrder(list, rowColumns, withStatuses(listing), sql`d.provider_id`)}) as page on true
    where d.provider_id = ${listing.providerId}
    order by ${orderBy(listing.order, sql`page."sortValue"`, sql`page.id`)}`)
  const listed = rows.filter((row): row is EntryRow & { counts: string } => row.id !== null)
  return {
    bookings: listed.map(toEntry),
    counts: JSON.parse(rows[0]?.counts ?? '{}') as BookingPage['counts'],
    atLeast: false,
  }
}

const listPage = (db: Queryable, listing: SelectedListing<BookingQuery>) =>
  db.query<EntryRow>(pageInOrder(sorted[listing.by], rowColumns, withStatuses(listing)))

const countAll = (db: Queryable, listing: SelectedListing<BookingQuery>) =>
  db.query<{ status: BookingStatus; count: number }>(sql`
    select b.status, count(*) as count from bookings b
    where ${matching(paged, listing)} group by b.status`)
