import { empty, sql, type Queryable, type Sql } from './db.ts'

/** Lists of one provider's papers, found by any piece of what they are called (decision 205). */

/** Which table is listed, as its statements name it, and the one that holds its words. */
export interface Worded {
  rows: Sql
  id: Sql
  customerId: Sql
  createdAt: Sql
  words: Sql
  /** In the table of words, whose they are. */
  wordsOf: Sql
}

export interface Asked {
  providerId: string
  customerId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  text?: string | undefined
}

/** A listing where what has the text is known by its ids: nothing else narrows it. */
export type Chosen<Listing extends Asked> = Listing & { ids?: readonly string[] | undefined }

type Narrowing = Omit<Chosen<Asked>, 'providerId'>

/** So many that have a text are gone through one by one, and counted. */
const MANY = 1000

/**
 * Those with a text in their reference, their title or their customer's name, in no order; of more than a thousand a
 * thousand. The planner is not told what is looked for: the index is the right one for all of it.
 */
async function findByText(
  db: Queryable,
  list: Worded,
  { providerId, text, customerId, from, to }: Asked,
): Promise<{ ids: string[]; more: boolean }> {
  const narrowing = { customerId, from, to }
  const rows = await db.many<{ id: string }>(sql`
    select ${list.wordsOf} as id from ${list.words} w ${isNarrowed(narrowing) ? sql`join ${list.rows} on ${list.id} = ${list.wordsOf}` : empty}
    where pieces_of(w.provider_id, w.words) @@ (select pieces_asked(${providerId}, plain_words(${text})))
      and w.provider_id = ${providerId} and position((select plain_words(${text})) in w.words) > 0
      ${matching(list, narrowing)}
    limit (select ${MANY + 1}::int)`)
  return { ids: rows.slice(0, MANY).map(({ id }) => id), more: rows.length > MANY }
}

/**
 * One page, and what there is of each state. Where more than a thousand have the text, a thousand of them are counted:
 * there are at least so many. They are not far from each other then, and the page is read from the list in its order.
 */
export async function pageAndCounts<Listing extends Asked, Row, Count>(
  db: Queryable,
  list: Worded,
  listing: Listing,
  read: {
    listPage: (db: Queryable, listing: Chosen<Listing>) => Promise<Row[]>
    countAll: (db: Queryable, listing: Chosen<Listing>) => Promise<Count[]>
  },
) {
  const found = listing.text === undefined ? undefined : await findByText(db, list, listing)
  const [page, counted] = await Promise.all([
    read.listPage(db, found?.more ? listing : { ...listing, ids: found?.ids }),
    read.countAll(db, { ...listing, ids: found?.ids }),
  ])
  return { page, counted, atLeast: found?.more ?? false }
}

/** What narrows a list, each part beginning with `and`. */
export function matching(list: Worded, { ids, text, customerId, from, to }: Narrowing): Sql {
  if (ids) return sql`and ${list.id} = any(${[...ids]})`
  const has = sql`(
    select position((select plain_words(${text})) in w.words) > 0 from ${list.words} w where ${list.wordsOf} = ${list.id})`
  return sql`
    ${customerId ? sql`and ${list.customerId} = ${customerId}` : empty}
    ${from ? sql`and ${list.createdAt} >= ${from}` : empty}
    ${to ? sql`and ${list.createdAt} < ${to}` : empty}
    ${text === undefined ? empty : sql`and ${has}`}`
}

/** Whether some are looked for, and not all: a text is one of these once its ids are known. */
export const isNarrowed = ({ ids, customerId, from, to }: Narrowing): boolean =>
  [ids, customerId, from, to].some((filter) => filter !== undefined)

/** By latest change, or the other way round. */
export const sorted = (order: 'latest' | 'earliest', at: Sql, id: Sql): Sql =>
  order === 'earliest' ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`
