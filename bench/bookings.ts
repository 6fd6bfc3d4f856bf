import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSession } from '../apps/server/src/modules/auth/sessions.service.ts'
import { listPage } from '../apps/server/src/modules/bookings/bookings.store.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDb, type Queryable, type Sql } from '../apps/server/src/platform/db.ts'
import { createIds } from '../apps/server/src/platform/ids.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { migrate, migrationsDir } from '../apps/server/src/platform/migrate.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts'
import { BUSY, fill } from './lib/bookings-data.ts'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, median, report, type Figure } from './lib/figures.ts'
import { load, type Slice, type Target } from './lib/load.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const LARGE = 1_000_000
const SMALL = 10_000
const PAGE = 20
const CONNECTIONS = 32
const POOL = 10
const ROUNDS = 15
const SLICE = 1_000
const WARM_UP = 2_000

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
    const ratio = (one: keyof typeof slices, other: keyof typeof slices, of: keyof Slice) =>
      median(slices[one].map((slice, round) => slice[of] / (slices[other][round]?.[of] ?? Number.NaN)))
    for (const [name, rounds] of Object.entries(slices)) {
      const of = (key: keyof Slice) => median(rounds.map((slice) => slice[key]))
      say(
        `${name.padEnd(10)} ${of('perSecond').toFixed(0)}/s, p50 ${of('p50').toFixed(2)} ms, p99 ${of('p99').toFixed(2)} ms`,
      )
    }
    return [
      atLeast('first page of bookings, requests/s ÷ floor', ratio('first', 'firstFloor', 'perSecond'), 0.6, 0.8),
      atLeast('a page in the middle, requests/s ÷ floor', ratio('later', 'laterFloor', 'perSecond'), 0.6, 0.8),
      atMost('first page, p50 of 1,000,000 ÷ of 10,000', ratio('first', 'firstSmall', 'p50'), 1.3, 1),
    ]
  } finally {
    for (const close of closers) await close()
  }
}

const say = (line: string) => console.log(`   ${line}`)

/** Filled databases are kept for the next run, until a migration changes. */
function cacheFolder(): string {
  const digest = createHash('sha256')
  for (const name of readdirSync(migrationsDir).sort()) digest.update(readFileSync(join(migrationsDir, name)))
  digest.update(readFileSync(new URL('lib/bookings-data.ts', import.meta.url)))
  const folder = join(root, 'node_modules/.cache/fettle-bench')
  const stamp = join(folder, 'made-of')
  const wanted = digest.digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, wanted)
  return folder
}

async function prepare(server: string, name: string, bookings: number) {
  const log = createLog({ logLevel: 'warn' })
  const admin = await openDb(server, { poolSize: 1, log })
  const { rowCount } = await admin.pool.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = await openDb(url.href, { poolSize: 2, log })
  try {
    await migrate(db.pool, log)
    const { rows } = await db.pool.query<{ there: boolean }>('select exists (select from booking_diaries) as there')
    if (!rows[0]?.there) {
      say(`making ${bookings.toLocaleString('en')} bookings, once…`)
      await fill(db, bookings)
    }
    const deps = { clock: systemClock, ids: createIds(systemClock) }
    const { token } = await db.transaction((tx) => startSession(deps, tx, BUSY))
    return { url: url.href, token }
  } finally {
    await db.close()
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

/** Every target in turn, in another order each round: what disturbs the machine disturbs them alike. */
async function alternate<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Slice[]>> {
  const names = Object.keys(targets) as Name[]
  const slices = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Slice[]>
  for (const name of names) await load(targets[name], CONNECTIONS, WARM_UP)
  say(`${ROUNDS} rounds of ${names.length} slices at ${CONNECTIONS} connections…`)
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round % names.length
    const order = round % 2 === 0 ? names : names.toReversed()
    for (const name of [...order.slice(from), ...order.slice(0, from)]) {
      slices[name].push(await load(targets[name], CONNECTIONS, SLICE))
    }
  }
  return slices
}

report(await bench())
