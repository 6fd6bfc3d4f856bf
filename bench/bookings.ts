import { execFileSync } from 'node:child_process'
import { listPage } from '../apps/server/src/modules/bookings/bookings.store.ts'
import type { Queryable, Sql } from '../apps/server/src/platform/db.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts'
import { alternate, ratioOf, tell } from './lib/alternate.ts'
import { cacheFolder, prepare, root } from './lib/bookings-database.ts'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, report, type Figure } from './lib/figures.ts'

const LARGE = 1_000_000
const SMALL = 10_000
const PAGE = 20
const POOL = 10

/**
 * `GET /v2/bookings?limit=20` of a provider with 20,000 among 1,000,000 bookings: requests per second against a floor
 * that does the same token check and the same statement, in slices that alternate, and its time against the same with
 * 10,000 bookings.
 */
async function bench(): Promise<Figure[]> {
  execFileSync('npx', ['tsc', '-b', 'packages/protocol', 'packages/chat-client', 'apps/server'], {
    cwd: root,
    stdio: 'inherit',
  })
  const log = createLog({ logLevel: 'warn' })
  const dataDir = cacheFolder()
  const postgres = await startPostgres({ dataDir, log })
  const closers = [() => postgres.stop()]
  try {
    const large = await prepare(postgres.url, 'bench_large', LARGE)
    const small = await prepare(postgres.url, 'bench_small', SMALL)
    const serve = (url: string) =>
      startChild(['apps/server/dist/main.js'], {
        DATABASE_URL: url,
        DATABASE_POOL_SIZE: String(POOL),
        FETTLE_DATA_DIR: dataDir,
        FETTLE_DEMO: 'off',
        FETTLE_ROLES: 'api,chat,inbox,worker',
        LOG_LEVEL: 'warn',
      })
    const ours = await serve(large.url)
    closers.unshift(() => ours.stop())
    const oursSmall = await serve(small.url)
    closers.unshift(() => oursSmall.stop())
    const cursor = await middleOf(ours.port, large.token)
    const floor = await startChild(['--import', 'tsx', 'bench/bookings.floor.ts'], {
      DATABASE_URL: large.url,
      POOL: String(POOL),
      STATEMENTS: JSON.stringify({ '/first': await statementOf(), '/later': await statementOf(cursor) }),
    })
    closers.unshift(() => floor.stop())

    const first = `/v2/bookings?limit=${PAGE}`
    const later = `${first}&cursor=${cursor}`
    const slices = await alternate({
      first: { port: ours.port, path: first, token: large.token },
      firstFloor: { port: floor.port, path: '/first', token: large.token },
      firstSmall: { port: oursSmall.port, path: first, token: small.token },
      later: { port: ours.port, path: later, token: large.token },
      laterFloor: { port: floor.port, path: '/later', token: large.token },
    })
    const ratio = ratioOf(slices)
    tell(slices)
    return [
      atLeast('first page of bookings, requests/s ÷ floor', ratio('first', 'firstFloor', 'perSecond'), 0.6, 0.8),
      atLeast('a page in the middle, requests/s ÷ floor', ratio('later', 'laterFloor', 'perSecond'), 0.6, 0.8),
      atMost('first page, p50 of 1,000,000 ÷ of 10,000', ratio('first', 'firstSmall', 'p50'), 1.3, 1),
    ]
  } finally {
    for (const close of closers) await close()
  }
}

/** The cursor of a page in the middle of the list, walked to as a reader would. */
async function middleOf(port: number, token: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < LARGE / 50 / 2 / 100; page += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/bookings?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { meta } = (await answer.json()) as { meta: { nextCursor: string } }
    cursor = meta.nextCursor
  }
  return cursor
}

/** The very statement the product runs for a page, with a place for the provider. */
async function statementOf(cursor?: string): Promise<{ text: string; values: unknown[] }> {
  let seen: Sql | undefined
  const spy = {
    many: async (statement: Sql) => {
      seen = statement
      return []
    },
  } as unknown as Queryable
  const [time, id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split('.')
  const after = cursor ? { startAt: new Date(Number(time)), id } : undefined
  await listPage(spy, { providerId: '$provider', order: 'latest', after, limit: PAGE + 1 })
  if (!seen) throw new Error('The list ran no statement')
  return { text: seen.text, values: seen.values }
}

report(await bench())
