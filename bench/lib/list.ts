import { Pool } from 'pg'
import { decodeCursor, type Cursor } from '../../apps/server/src/platform/db/cursor.ts'
import type { Queryable, Sql } from '../../apps/server/src/platform/db/db.ts'
import { alternate, ratioOf, printRatio } from './alternate.ts'
import { atLeast, atMost, type Figure } from './figures.ts'
import type { Target } from './load.ts'
import { BUSY_PROVIDER_ID } from './accounts-data.ts'
import { BUSY_PROVIDER_ROWS, type RowServers } from './rows-servers.ts'

/** What every list is measured with. */

export const PAGE = 20
/** In the title of all of them. */
export const WORD = 'kitchen'
/** Of the 20,000 that have it the server counts a thousand and no more; among 10,000 there are two hundred. */
export const COUNT_CAP_RATIO = 1000 / 200
/** There are many pages to turn to. */
const ROUNDS = 7

export interface Statement {
  text: string
  values: unknown[]
}

/**
 * The very statements the product runs for something, with a place for the provider where `$provider` is asked for.
 * Where one needs what another finds, `pool` answers.
 */
export async function statementsOf(ask: (db: Queryable) => Promise<unknown>, pool?: Pool): Promise<Statement[]> {
  const seen: Statement[] = []
  const spy = {
    many: async ({ text, values }: Sql) => {
      seen.push({ text, values })
      const known = values.map((value) => (value === '$provider' ? BUSY_PROVIDER_ID : value))
      return pool ? (await pool.query(text, known)).rows : []
    },
  } as unknown as Queryable
  await ask(spy)
  if (seen.length === 0) throw new Error('The list ran no statement')
  return seen
}

/** The cursor of a page in the middle of a list of so many, walked to as a reader would. */
export async function middleCursor(
  { port, token }: { port: number; token: string },
  path: string,
  rows: number,
): Promise<string> {
  let cursor = ''
  for (let page = 0; page < rows / 2 / 100; page += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { meta } = (await answer.json()) as { meta: { nextCursor: string } }
    cursor = meta.nextCursor
  }
  return cursor
}

interface Page {
  after?: Cursor | undefined
  statuses?: readonly string[] | undefined
  text?: string | undefined
}

/**
 * `GET /v2/<noun>?limit=20` of a provider with 20,000 among 1,000,000: the first page, one in the middle, what has a
 * reference and what has a word that all of them have, against a floor that runs the same statements, and the time of
 * all of them and of every tab against the same among 10,000. `ask` runs what the product runs for a page; `reference`
 * is one of the busy provider's in both.
 */
export async function measureList(
  { large, small, startFloor }: RowServers,
  noun: string,
  tabs: Readonly<Record<string, readonly string[]>>,
  ask: (db: Queryable, page: Page) => Promise<unknown>,
  reference: string,
): Promise<Figure[]> {
  const path = `/v2/${noun}?limit=${PAGE}`
  const cursor = await middleCursor(large, `/v2/${noun}`, BUSY_PROVIDER_ROWS)
  const pool = new Pool({ connectionString: large.url })
  const search = (text: string) => statementsOf((db) => ask(db, { text }), pool)
  const port = await startFloor('bench/list.floor.ts', {
    '/first': await statementsOf((db) => ask(db, {})),
    '/later': await statementsOf((db) => ask(db, { after: decodeCursor(cursor) })),
    '/search': await search(reference),
    '/word': await search(WORD),
  })
  await pool.end()
  const pages = {
    first: path,
    later: `${path}&cursor=${cursor}`,
    search: `${path}&q=${reference}`,
    word: `${path}&q=${WORD}`,
  }
  const tabPages = Object.entries(tabs).map(([tab, statuses]) => [tab, `${path}&status=${statuses.join(',')}`] as const)
  const both = [['first', pages.first], ['search', pages.search], ['word', pages.word], ...tabPages] as const
  const slices = await alternate(
    Object.fromEntries([
      ...Object.entries(pages).flatMap(([name, page]) => [
        [name, { ...large, path: page }],
        [`${name} floor`, { ...large, port, path: `/${name}` }],
      ]),
      ...tabPages.map(([tab, page]) => [tab, { ...large, path: page }]),
      ...both.map(([name, page]) => [`${name} small`, { ...small, path: page }]),
    ]) as Record<string, Target>,
    ROUNDS,
  )
  const ratio = ratioOf(slices)
  printRatio(slices)
  return [
    ...Object.keys(pages).map((name) =>
      atLeast(`${noun}, ${name}: requests/s ÷ floor`, ratio(name, `${name} floor`, 'perSecond'), 0.6, 0.8),
    ),
    ...both.map(([name]) => {
      const [must, aim] = name === 'word' ? [1.3 * COUNT_CAP_RATIO, COUNT_CAP_RATIO] : [1.3, 1]
      return atMost(`${noun}, ${name}: p50 of 1,000,000 ÷ of 10,000`, ratio(name, `${name} small`, 'p50'), must, aim)
    }),
  ]
}
