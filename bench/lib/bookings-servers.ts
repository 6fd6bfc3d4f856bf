import { execFileSync } from 'node:child_process'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { cacheFolder, prepare, root } from './bookings-database.ts'
import { startChild } from './child.ts'
import type { Figure } from './figures.ts'

export const LARGE = 1_000_000
const SMALL = 10_000
const POOL = 10

/** The product on a filled database, with a session of its busy provider. */
interface Served {
  port: number
  token: string
}

export interface Bookings {
  /** Among a million bookings. */
  large: Served
  /** Among ten thousand. */
  small: Served
  /** Starts a floor on the large database, with the statements it is to run; answers its port. */
  startFloor(file: string, statements: object): Promise<number>
}

/** Builds the product, serves it twice, lets `measure` have it and stops all of it again. */
export async function onBookings(measure: (bookings: Bookings) => Promise<Figure[]>): Promise<Figure[]> {
  execFileSync('npx', ['tsc', '-b', 'packages/protocol', 'packages/chat-client', 'apps/server'], {
    cwd: root,
    stdio: 'inherit',
  })
  const dataDir = cacheFolder()
  const postgres = await startPostgres({ dataDir, log: createLog({ logLevel: 'warn' }) })
  const closers = [() => postgres.stop()]
  const start = async (...child: Parameters<typeof startChild>): Promise<number> => {
    const { port, stop } = await startChild(...child)
    closers.unshift(stop)
    return port
  }
  const serve = async (name: string, bookings: number) => {
    const { url, token } = await prepare(postgres.url, name, bookings)
    const port = await start(['apps/server/dist/main.js'], {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL),
      FETTLE_DATA_DIR: dataDir,
      FETTLE_DEMO: 'off',
      FETTLE_ROLES: 'api,chat,inbox,worker',
      LOG_LEVEL: 'warn',
    })
    return { url, port, token }
  }
  try {
    const large = await serve('bench_large', LARGE)
    const small = await serve('bench_small', SMALL)
    const startFloor = (file: string, statements: object) =>
      start(['--import', 'tsx', file], {
        DATABASE_URL: large.url,
        POOL: String(POOL),
        STATEMENTS: JSON.stringify(statements),
      })
    return await measure({ large, small, startFloor })
  } finally {
    for (const close of closers) await close()
  }
}
