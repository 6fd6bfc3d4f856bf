import { execFileSync } from 'node:child_process'
import { createLog } from '../../apps/server/src/platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { startChild } from './child.ts'
import type { Figure } from './figures.ts'
import { cacheFolder, prepare, root, type DatabaseFiller } from './rows-database.ts'

const LARGE_ROW_COUNT = 1_000_000
/** Number of rows of the measured provider. */
export const BUSY_PROVIDER_ROWS = LARGE_ROW_COUNT / 50
const SMALL_ROW_COUNT = 10_000
const POOL_SIZE = 10

/** The product on a filled database, with a session of the measured provider. */
interface RunningServer {
  /** Address of its database. */
  url: string
  port: number
  token: string
}

export interface RowServers {
  /** With a million rows. */
  large: RunningServer
  /** With ten thousand rows. */
  small: RunningServer
  /** Starts a baseline on the large database with these statements; returns its port. */
  startFloor(file: string, statements: object): Promise<number>
}

/** Builds the product, serves both databases, runs `measure` and stops everything. */
export async function withRowServers(
  filling: DatabaseFiller,
  measure: (rows: RowServers) => Promise<Figure[]>,
): Promise<Figure[]> {
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
  const serve = async (rows: number) => {
    const { url, token } = await prepare(postgres.url, filling, rows)
    const port = await start(['apps/server/dist/main.js'], {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      FETTLE_DATA_DIR: dataDir,
      FETTLE_DEMO: 'off',
      FETTLE_ROLES: 'api,chat,inbox,worker',
      LOG_LEVEL: 'warn',
    })
    return { url, port, token }
  }
  try {
    const large = await serve(LARGE_ROW_COUNT)
    const small = await serve(SMALL_ROW_COUNT)
    const startFloor = (file: string, statements: object) =>
      start(['--import', 'tsx', file], {
        DATABASE_URL: large.url,
        POOL: String(POOL_SIZE),
        STATEMENTS: JSON.stringify(statements),
      })
    return await measure({ large, small, startFloor })
  } finally {
    for (const close of closers) await close()
  }
}
