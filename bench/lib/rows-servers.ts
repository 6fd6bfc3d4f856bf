import { createLog } from '../../apps/server/src/platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { startChild, type Child } from './child.ts'
import type { Figure } from './figures.ts'
import { buildServer, startProduction } from './production-server.ts'
import { cacheFolder, prepare, type DatabaseFiller } from './rows-database.ts'

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
  /** Starts a floor on the large database with these statements; returns its port. */
  startFloor(file: string, statements: object): Promise<number>
}

/** Builds the product, serves both databases, runs `measure` and stops everything. */
export async function withRowServers(
  filling: DatabaseFiller,
  measure: (rows: RowServers) => Promise<Figure[]>,
): Promise<Figure[]> {
  await buildServer()
  const dataDir = cacheFolder()
  const postgres = await startPostgres({ dataDir, log: createLog({ logLevel: 'warn' }) })
  const closers = [() => postgres.stop()]
  const keep = async (starting: Promise<Child>): Promise<number> => {
    const { port, stop } = await starting
    closers.unshift(stop)
    return port
  }
  const serve = async (rows: number) => {
    const { url, token } = await prepare(postgres.url, filling, rows)
    const env = { DATABASE_POOL_SIZE: String(POOL_SIZE) }
    const port = await keep(startProduction({ databaseUrl: url, dataDir }, { env }))
    return { url, port, token }
  }
  try {
    const large = await serve(LARGE_ROW_COUNT)
    const small = await serve(SMALL_ROW_COUNT)
    const startFloor = (file: string, statements: object) =>
      keep(
        startChild(['--import', 'tsx', file], {
          DATABASE_URL: large.url,
          POOL: String(POOL_SIZE),
          STATEMENTS: JSON.stringify(statements),
        }),
      )
    return await measure({ large, small, startFloor })
  } finally {
    for (const close of closers) await close()
  }
}
