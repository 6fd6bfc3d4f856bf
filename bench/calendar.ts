import { execFileSync } from 'node:child_process'
import { findSettings } from '../apps/server/src/modules/availability/settings.store.ts'
import { blocksBetween, bookingsBetween } from '../apps/server/src/modules/calendar/calendar.store.ts'
import type { Queryable, Sql } from '../apps/server/src/platform/db.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts'
import { alternate, ratioOf, tell } from './lib/alternate.ts'
import { cacheFolder, prepare, root } from './lib/bookings-database.ts'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, report, type Figure } from './lib/figures.ts'

const LARGE = 1_000_000
const SMALL = 10_000
const POOL = 10
/** A month in the middle of the large table, and one the small table reaches. */
const month = { from: new Date('2026-03-01T00:00:00.000Z'), to: new Date('2026-04-01T00:00:00.000Z') }
const smallMonth = { from: new Date('2020-01-05T00:00:00.000Z'), to: new Date('2020-02-05T00:00:00.000Z') }
const pathOf = ({ from, to }: typeof month) => `/v2/calendar?from=${from.toISOString()}&to=${to.toISOString()}`

/**
 * `GET /v2/calendar` of a month of a provider with 20,000 among 1,000,000 bookings: requests per second against a floor
 * that does the same token check and the same statements, in slices that alternate, and its time against that of a month
 * among 10,000 bookings.
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
    const floor = await startChild(['--import', 'tsx', 'bench/calendar.floor.ts'], {
      DATABASE_URL: large.url,
      POOL: String(POOL),
      STATEMENTS: JSON.stringify(await statementsOf()),
    })
    closers.unshift(() => floor.stop())
    const slices = await alternate({
      month: { port: ours.port, path: pathOf(month), token: large.token },
      floor: { port: floor.port, path: '/month', token: large.token },
      small: { port: oursSmall.port, path: pathOf(smallMonth), token: small.token },
    })
    const ratio = ratioOf(slices)
    tell(slices)
    return [
      atLeast('a month of the calendar, requests/s ÷ floor', ratio('month', 'floor', 'perSecond'), 0.6, 0.8),
      atMost('a month, p50 of 1,000,000 ÷ of 10,000', ratio('month', 'small', 'p50'), 1.3, 1),
    ]
  } finally {
    for (const close of closers) await close()
  }
}

/** The very statements the product runs for a month, with a place for the provider. */
async function statementsOf(): Promise<{ text: string; values: unknown[] }[]> {
  const seen: Sql[] = []
  const spy = {
    maybeOne: async (statement: Sql) => {
      seen.push(statement)
      return undefined
    },
  } as unknown as Queryable
  await findSettings(spy, '$provider')
  const { from, to } = month
  seen.push(bookingsBetween('$provider', from, to), blocksBetween('$provider', from, to, new Date()))
  return seen.map(({ text, values }) => ({ text, values }))
}

report(await bench())
