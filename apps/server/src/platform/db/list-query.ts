import type { Cursor } from './cursor.ts'
import { empty, join, sql, type Queryable, type Sql } from './db.ts'

/** Lists of one provider, found by the words of what they are called (decisions 205 and 240). */

/** Which table is listed, as its statements name it, and the one that holds its words. */
export interface SearchIndex<Listing> {
  rows: Sql
  id: Sql
  providerId: Sql
  searchTable: Sql
  /** In the table of words, whose they are. */
  searchId: Sql
  /** What narrows it beside a text and a state, each part beginning with `and`; none where nothing does. */
  filters: (listing: Listing) => Sql[]
}

/** A table whose pages come from its index of every state, by time. */
export interface PagedList<Listing> extends SearchIndex<Listing> {
  /** Its rows with what else its columns are read from. */
  from: Sql
  status: Sql
  /** The time it is sorted by, in the table and as it is read. */
  at: Sql
  readAt: Sql
}

export interface TextQuery {
  providerId: string
  /** Words, or beginnings or other pieces of some. */
  text?: string | undefined
}

export interface PageRequest {
  statuses?: readonly string[] | undefined
  order: 'latest' | 'earliest'
  /** Where in the list to begin: after this one. */
  after?: Cursor | undefined
  limit: number
}

/** A listing where what has the text is known by its ids: nothing else narrows it. */
export type SelectedListing<Listing> = Listing & { ids?: readonly string[] | undefined }

/** So many that have a text are gone through one by one, and counted. */
const COUNT_CAP = 1000

/**
 * Those that have every word of a text, in no order; of more than a thousand a thousand. The planner is not told what is
 * looked for: the index is the right one for all of it.
 */
async function findByText<Listing extends TextQuery>(
  db: Queryable,
  list: SearchIndex<Listing>,
  listing: Listing,
  text: string,
): Promise<{ ids: string[]; more: boolean }> {
  const { providerId } = listing
  const narrowing = list.filters(listing)
  const rows = await db.query<{ id: string }>(sql`
    select ${list.searchId} as id
    from ${list.searchTable} w ${narrowing.length > 0 ? sql`join ${list.rows} on ${list.id} = ${list.searchId}` : empty}
    where pieces_of(w.provider_id, w.words) @@ (select pieces_asked(${providerId}, plain_words(${text})))
      and w.provider_id = ${providerId} and ${containsTerms(sql`w.words`, text)} ${joinFilters(narrowing)}
    limit (select ${COUNT_CAP + 1}::int)`)
  return { ids: rows.slice(0, COUNT_CAP).map(({ id }) => id), more: rows.length > COUNT_CAP }
}

/** A listing with the ids of what has its text; of more than a thousand they are `some`, and it stays as it is. */
export async function selectByText<Listing extends TextQuery>(
  db: Queryable,
  list: SearchIndex<Listing>,
  listing: Listing,
): Promise<{ chosen: SelectedListing<Listing>; some: SelectedListing<Listing>; atLeast: boolean }> {
  // Ids are what was found here, and nothing a caller could have brought along.
  const all = { ...listing, ids: undefined }
  if (listing.text === undefined) return { chosen: all, some: all, atLeast: false }
  const { ids, more } = await findByText(db, list, listing, listing.text)
  const some = { ...listing, ids }
  return { chosen: more ? all : some, some, atLeast: more }
}

/**
 * One page, and what there is of each state. Where more than a thousand have the text, a thousand of them are counted:
 * there are at least so many. They are not far from each other then, and the page is read from the list in its order.
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
 * One page by time, from the index in its order; each state is a short read of its own part of it, however rare it is
 * among thousands of others. How long a page is comes out of a subquery: with nothing to gain from knowing it, the planner
 * keeps one plan for all of them. `providerId` may come out of a table for the same reason.
 */
export function pageInOrder<Listing extends TextQuery>(
  list: PagedList<Listing>,
  columns: Sql,
  listing: SelectedListing<Listing> & PageRequest,
  providerId: Sql = sql`${listing.providerId}`,
): Sql {
  const { statuses, order, after, limit, text, ids } = listing
  // Where words are looked for, the planner had better know how many there are to go through.
  const most = text === undefined ? sql`(select ${limit}::int)` : sql`${limit}::int`
  const beyond = order === 'earliest' ? sql`>` : sql`<`
  const page = (ofStatus: Sql) => sql`
    select ${columns} from ${list.from}
    where ${matching(list, listing, providerId)} ${ofStatus}
      ${after ? sql`and (${list.at}, ${list.id}) ${beyond} (${after.at}, ${after.id})` : empty}
    order by ${orderBy(order, list.at, list.id)} limit ${most}`
  if (!statuses) return page(empty)
  if (ids) return page(sql`and ${list.status} = any(${[...statuses]})`)
  return sql`
    select p.* from unnest(${[...statuses]}::text[]) as wanted (status)
    cross join lateral (${page(sql`and ${list.status} = wanted.status`)}) as p
    order by ${orderBy(order, sql`p.${list.readAt}`, sql`p.id`)} limit ${most}`
}

/** By time, and by id where that is the same. */
export const orderBy = (order: PageRequest['order'], at: Sql, id: Sql): Sql =>
  order === 'earliest' ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`

/**
 * Which rows of a list. Those whose ids are known are the provider's own: not asked for that again, the planner cannot come
 * to read all the provider has for the few of them.
 */
export function matching<Listing extends TextQuery>(
  list: SearchIndex<Listing>,
  listing: SelectedListing<Listing>,
  providerId: Sql = sql`${listing.providerId}`,
): Sql {
  const { ids, text } = listing
  // How many they are is not told: with nothing to gain from knowing it, the planner keeps one plan, where planning each
  // search anew takes longer than the search.
  if (ids) return sql`${list.id} = any((select ${[...ids]}::text[])::text[])`
  const has = (asked: string) => sql`
    and (select ${containsTerms(sql`w.words`, asked)} from ${list.searchTable} w
         where ${list.searchId} = ${list.id} and w.provider_id = ${providerId})`
  return sql`${list.providerId} = ${providerId} ${joinFilters(list.filters(listing))} ${text === undefined ? empty : has(text)}`
}

/** Whether every word of a text stands somewhere in some words, which are plain. */
export const containsTerms = (words: Sql, text: string): Sql =>
  sql`${words} like all ((select words_asked(plain_words(${text})))::text[])`

/** Whether some are looked for, and not all: a text is one of these once its ids are known. */
export const isFiltered = <Listing>(list: SearchIndex<Listing>, listing: SelectedListing<Listing>): boolean =>
  listing.ids !== undefined || list.filters(listing).length > 0

/** What papers are narrowed by: whose they are, and when they were begun. */
export const byCustomerAndBeginning =
  (customerId: Sql, createdAt: Sql) =>
  (listing: { customerId?: string | undefined; from?: Date | undefined; to?: Date | undefined }): Sql[] =>
    toFilters(
      listing.customerId && sql`and ${customerId} = ${listing.customerId}`,
      listing.from && sql`and ${createdAt} >= ${listing.from}`,
      listing.to && sql`and ${createdAt} < ${listing.to}`,
    )

/** Those parts of a statement that there are. */
export const toFilters = (...given: (Sql | '' | false | undefined)[]): Sql[] =>
  given.filter((part) => part instanceof Object)

const joinFilters = (narrowing: readonly Sql[]): Sql => (narrowing.length > 0 ? join([...narrowing], ' ') : empty)
