import type { Cursor, SortType, SortValue } from './cursor.ts'
import { empty, join, sql, type Queryable, type Sql } from './db.ts'

/** The listed table and its search table. Lists of one provider are searched by words (decisions 205 and 240). */
export interface SearchIndex<Listing> {
  rows: Sql
  id: Sql
  providerId: Sql
  searchTable: Sql
  /** Provider column of the search table. */
  searchId: Sql
  /** Further filters, each starting with `and`. Empty without any. */
  filters: (listing: Listing) => Sql[]
}

/** A table whose pages are read from an index by status and time. */
export interface PagedList<Listing> extends SearchIndex<Listing> {
  /** The rows of the table with joined tables. */
  from: Sql
  status: Sql
  /** What the rows are sorted by. A row without a time is last among the earliest, first among the latest, as in the index. */
  value: Sql
  type: SortType
}

/** A list in the order of another value. */
export const sortedBy = <Listing>(list: PagedList<Listing>, type: SortType, value: Sql): PagedList<Listing> => ({
  ...list,
  type,
  value,
})

/** A row with what its list is sorted by. */
export interface SortedRow {
  id: string
  sortValue: SortValue
}

/** Cursor of a row. */
export const cursorOf = ({ id, sortValue }: SortedRow): Cursor<SortValue> => ({ id, at: sortValue })

/** Sort key and direction of a list: `-total` is the largest total first. */
export const readSort = <Name extends string>(sort: Name | `-${Name}`): { by: Name; order: PageRequest['order'] } =>
  sort.startsWith('-') ? { by: sort.slice(1) as Name, order: 'latest' } : { by: sort as Name, order: 'earliest' }

export interface TextQuery {
  providerId: string
  /** Words, or parts of words. */
  text?: string | undefined
}

export interface PageRequest {
  statuses?: readonly string[] | undefined
  order: 'latest' | 'earliest'
  /** Cursor: start after this row. */
  after?: Cursor<SortValue> | undefined
  limit: number
}

/** A listing with the ids that match its text. Nothing else filters. */
export type SelectedListing<Listing> = Listing & { ids?: readonly string[] | undefined }

/** Matches are counted up to this number. */
const COUNT_CAP = 1000

/**
 * Ids of rows that contain every word of a text, unordered, at most a thousand; `more`: there are more. A subquery
 * hides the text from the planner, so that it always uses the index.
 */
async function findByText<Listing extends TextQuery>(
  db: Queryable,
  list: SearchIndex<Listing>,
  listing: Listing,
  text: string,
): Promise<{ ids: string[]; more: boolean }> {
  const { providerId } = listing
  const filters = list.filters(listing)
  const rows = await db.query<{ id: string }>(sql`
    select ${list.searchId} as id
    from ${list.searchTable} w ${filters.length > 0 ? sql`join ${list.rows} on ${list.id} = ${list.searchId}` : empty}
    where search_grams(w.provider_id, w.text) @@ (select search_grams_query(${providerId}, normalize_text(${text})))
      and w.provider_id = ${providerId} and ${containsTerms(sql`w.text`, text)} ${joinFilters(filters)}
    limit (select ${COUNT_CAP + 1}::int)`)
  return { ids: rows.slice(0, COUNT_CAP).map(({ id }) => id), more: rows.length > COUNT_CAP }
}

/**
 * Adds the ids that match the text. Beyond a thousand matches only `some` are known, and the listing stays unfiltered
 * by ids.
 */
export async function selectByText<Listing extends TextQuery>(
  db: Queryable,
  list: SearchIndex<Listing>,
  listing: Listing,
): Promise<{ chosen: SelectedListing<Listing>; some: SelectedListing<Listing>; atLeast: boolean }> {
  // Callers cannot pass ids: only those found here count.
  const all = { ...listing, ids: undefined }
  if (listing.text === undefined) return { chosen: all, some: all, atLeast: false }
  const { ids, more } = await findByText(db, list, listing, listing.text)
  const some = { ...listing, ids }
  return { chosen: more ? all : some, some, atLeast: more }
}

/**
 * One page with counts by status. Beyond a thousand matches, a thousand are counted, so the count is a lower bound;
 * matches are dense then, so the page is read in list order.
 */
export async function listPageAndCounts<Listing extends TextQuery, Row, Count>(
  db: Queryable,
  list: SearchIndex<Listing>,
  listing: Listing,
  read: {
    listPage: (db: Queryable, listing: SelectedListing<Listing>) => Promise<Row[]>
    countAll: (db: Queryable, listing: SelectedListing<Listing>) => Promise<Count[]>
  },
) {
  const { chosen, some, atLeast } = await selectByText(db, list, listing)
  const [page, counted] = await Promise.all([read.listPage(db, chosen), read.countAll(db, some)])
  return { page, counted, atLeast }
}

/**
 * One page in index order, each row with its `sortValue`; each status is a short read of its own part of the index,
 * however rare it is. The limit comes from a subquery so that the planner keeps one plan for all limits. `providerId` may
 * come from a table for the same reason.
 */
export function pageInOrder<Listing extends TextQuery>(
  list: PagedList<Listing>,
  columns: Sql,
  listing: SelectedListing<Listing> & PageRequest,
  providerId: Sql = sql`${listing.providerId}`,
): Sql {
  const { statuses, order, limit, text, ids } = listing
  // For a text search, the planner should know how many rows to read.
  const limitSql = text === undefined ? sql`(select ${limit}::int)` : sql`${limit}::int`
  const inOrder = sql`order by ${orderBy(order, sql`p."sortValue"`, sql`p.id`)} limit ${limitSql}`
  const ranges = rangesAfter(list, listing)
  const page = (ofStatus: Sql) => {
    const parts = ranges.map(
      (range) => sql`
        select ${columns}, ${list.value} as "sortValue" from ${list.from}
        where ${matching(list, listing, providerId)} ${ofStatus} and ${range}
        order by ${orderBy(order, list.value, list.id)} limit ${limitSql}`,
    )
    if (parts.length === 1) return join(parts)
    return sql`select p.* from (${join(parts, ') union all (', '(', ')')}) as p ${inOrder}`
  }
  if (!statuses) return page(empty)
  if (ids) return page(sql`and ${list.status} = any(${[...statuses]})`)
  return sql`
    select p.* from unnest(${[...statuses]}::text[]) as wanted (status)
    cross join lateral (${page(sql`and ${list.status} = wanted.status`)}) as p
    ${inOrder}`
}

/** Sort columns of a list. */
export type SortColumns = Pick<PagedList<never>, 'value' | 'type' | 'id'>

/**
 * The rows after a cursor, as ranges of the index by value and id. Two, where rows without a time follow or precede the
 * others: the index returns each range in order, but not both together.
 */
function rangesAfter(
  { value, type, id }: SortColumns,
  { order, after }: Pick<PageRequest, 'order' | 'after'>,
): [Sql, ...Sql[]] {
  if (!after) return [sql`true`]
  const comparison = order === 'earliest' ? sql`>` : sql`<`
  if (after.at === null) {
    const isAfter = sql`${value} is null and ${id} ${comparison} ${after.id}`
    return order === 'latest' ? [isAfter, sql`${value} is not null`] : [isAfter]
  }
  const isAfter = sql`(${value}, ${id}) ${comparison} (${after.at}, ${after.id})`
  return type === 'optionalTime' && order === 'earliest' ? [isAfter, sql`${value} is null`] : [isAfter]
}

/** Whether a row comes after a cursor. For short lists; a page of a long one is read with `pageInOrder`. */
export const comesAfter = (columns: SortColumns, position: Pick<PageRequest, 'order' | 'after'>): Sql =>
  sql`(${join(rangesAfter(columns, position), ' or ')})`

/** Order by value, then id. */
export const orderBy = (order: PageRequest['order'], value: Sql, id: Sql): Sql =>
  order === 'earliest' ? sql`${value}, ${id}` : sql`${value} desc, ${id} desc`

/**
 * Conditions of a list. Known ids belong to the provider; filtering by provider again could make the planner read all
 * their rows for the few ids.
 */
export function matching<Listing extends TextQuery>(
  list: SearchIndex<Listing>,
  listing: SelectedListing<Listing>,
  providerId: Sql = sql`${listing.providerId}`,
): Sql {
  const { ids, text } = listing
  // The number of ids is hidden from the planner, so that it keeps one plan: planning each search takes longer than
  // running it.
  if (ids) return sql`${list.id} = any((select ${[...ids]}::text[])::text[])`
  const has = (terms: string) => sql`
    and (select ${containsTerms(sql`w.text`, terms)} from ${list.searchTable} w
         where ${list.searchId} = ${list.id} and w.provider_id = ${providerId})`
  return sql`${list.providerId} = ${providerId} ${joinFilters(list.filters(listing))} ${text === undefined ? empty : has(text)}`
}

/** Whether normalized words contain every word of a text. */
export const containsTerms = (words: Sql, text: string): Sql =>
  sql`${words} like all ((select search_patterns(normalize_text(${text})))::text[])`

/** Whether a listing is filtered. A text counts once its ids are known. */
export const isFiltered = <Listing>(list: SearchIndex<Listing>, listing: SelectedListing<Listing>): boolean =>
  listing.ids !== undefined || list.filters(listing).length > 0

/** Filters of offers and contracts: customer and creation time. */
export const byCustomerAndCreation =
  (customerId: Sql, createdAt: Sql) =>
  (listing: { customerId?: string | undefined; from?: Date | undefined; to?: Date | undefined }): Sql[] =>
    toFilters(
      listing.customerId && sql`and ${customerId} = ${listing.customerId}`,
      listing.from && sql`and ${createdAt} >= ${listing.from}`,
      listing.to && sql`and ${createdAt} < ${listing.to}`,
    )

/** The filters that are present. */
export const toFilters = (...conditions: (Sql | '' | false | undefined)[]): Sql[] =>
  conditions.filter((part) => part instanceof Object)

const joinFilters = (filters: readonly Sql[]): Sql => (filters.length > 0 ? join([...filters], ' ') : empty)
