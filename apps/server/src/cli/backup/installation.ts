import { findRunning, startPostgres } from '@fettle/local-postgres'
import { systemClock } from '../../platform/clock.ts'
import { openDb, type OpenDb } from '../../platform/db/open-db.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/observability/log.ts'
import { recorded } from '../audit.ts'

export type CommandEnvironment = Record<string, string | undefined>

/** Opens the database at `url`, or the embedded one, which is started for this where it does not run. */
export async function withDatabaseAt<T>(
  url: string | undefined,
  dataDir: string,
  work: (db: OpenDb, log: ReturnType<typeof createLog>) => Promise<T>,
): Promise<T> {
  const log = createLog({ logLevel: 'error' })
  const found = url ?? findRunning(dataDir)
  const own = found ? undefined : await startPostgres({ dataDir, log })
  try {
    const db = await openDb(found ?? own?.url ?? '', { poolSize: 2, log, applicationName: 'fettle-backup' })
    try {
      return await work(db, log)
    } finally {
      await db.close()
    }
  } finally {
    await own?.stop()
  }
}

/** Notes in the audit trail what was done with the whole installation. */
export const record = (db: OpenDb, type: string, data: Record<string, unknown>): Promise<void> =>
  recorded(
    { db, clock: systemClock, ids: createIds(systemClock) },
    type,
    async () => undefined,
    () => ({ subject: { type: 'installation', id: 'this' }, data }),
  )
