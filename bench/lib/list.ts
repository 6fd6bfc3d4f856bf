import { Pool } from 'pg'
import type { Queryable, Sql } from '../../apps/server/src/platform/db/db.ts'
import { alternate, ratioOf, printRatio } from './alternate.ts'
import { atLeast, atMost, type Figure } from './figures.ts'
import type { Target } from './load.ts'
import { BUSY_PROVIDER_ID } from './accounts-data.ts'
import { BUSY_PROVIDER_ROWS, type RowServers } from './rows-servers.ts'

/** Page size of every list benchmark. */
export const PAGE_SIZE = 20
/** A word in every title. */
const COMMON_WORD = 'kitchen'
/** Of 20,000 matches the server counts a thousand; of 10,000 rows there are two hundred matches. */
const COUNT_CAP_RATIO = 1000 / 200
export interface Statement {
  text: string
  values: unknown[]
}

/**
 * The statements the product runs, with `$provider` as placeholder. Where one needs another's result, `pool` answers.
 */
async function statementsOf(ask: (db: Queryable) => Promise<unknown>, pool?: Pool): Promise<Statement[]> {
  const seen: Statement[] = []
  const spy: Pick<Queryable, 'query'> = {
    async query<Row>({ text, values }: Sql) {
      seen.push({ text, values })
      const boundValues = values.map((value) => (value === '$provider' ? BUSY_PROVIDER_ID : value))
      return pool ? ((await pool.query(text, boundValues)).rows as Row[]) : []
    },
  }
  await ask(spy as Queryable)
  if (seen.length === 0) throw new Error('The list ran no statement')
  return seen
}

/** Cursor of a page in the middle of a list, reached by paging. */
async function middleCursor(
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
  cursor?: string
  q?: string
}

/**
 * Measures `GET /v2/<noun>?limit=20` for a provider with 20,000 of 1,000,000 rows: first page, middle page, search by
 * reference and by a common word, against a floor with the same statements, and the latency of these and of every
 * tab against 10,000 rows. `tabs` has the statuses of each tab to measure, `ask` runs the product's queries for a page,
 * and `reference` belongs to the measured provider in both databases.
 */
export async function measureList(
  { large, small, startFloor }: RowServers,
  noun: string,
  tabs: Readonly<Record<string, readonly string[]>>,
  ask: (db: Queryable, page: Page) => Promise<unknown>,
  reference: string,
): Promise<Figure[]> {
  const path = `/v2/${noun}?limit=${PAGE_SIZE}`
  const cursor = await middleCursor(large, `/v2/${noun}`, BUSY_PROVIDER_ROWS)
  const pool = new Pool({ connectionString: large.url })
  const search = (text: string) => statementsOf((db) => ask(db, { q: text }), pool)
  const port = await startFloor('bench/floors/list.floor.ts', {
    '/first': await statementsOf((db) => ask(db, {})),
    '/later': await statementsOf((db) => ask(db, { cursor })),
    '/search': await search(reference),
    '/word': await search(COMMON_WORD),
  })
  await pool.end()
  const pages = {
    first: path,
    later: `${path}&cursor=${cursor}`,
    search: `${path}&q=${reference}`,
    word: `${path}&q=${COMMON_WORD}`,
  }
  const tabPages = Object.entries(tabs).map(([tab, statuses]) => [tab, `${path}&status=${statuses.join(',')}`] as const)
  const namedPages = [['first', pages.first], ['search', pages.search], ['word', pages.word], ...tabPages] as const
  const slices = await alternate(
    Object.fromEntries([
      ...Object.entries(pages).flatMap(([name, page]) => [
        [name, { ...large, path: page }],
        [`${name} floor`, { ...large, port, path: `/${name}` }],
      ]),
      ...tabPages.map(([tab, page]) => [tab, { ...large, path: page }]),
      ...namedPages.map(([name, page]) => [`${name} small`, { ...small, path: page }]),
    ]) as Record<string, Target>,
  )
  const ratio = ratioOf(slices)
  printRatio(slices)
  return [
    ...Object.keys(pages).map((name) =>
      atLeast(`${noun}, ${name}: requests/s ÷ floor`, ratio(name, `${name} floor`, 'perSecond'), 0.6, 0.8),
    ),
    ...namedPages.map(([name]) => {
      const [must, aim] = name === 'word' ? [1.3 * COUNT_CAP_RATIO, COUNT_CAP_RATIO] : [1.3, 1]
      return atMost(`${noun}, ${name}: p50 of 1,000,000 ÷ of 10,000`, ratio(name, `${name} small`, 'p50'), must, aim)
    }),
  ]
}
