import { findRunning, startPostgres } from '@fettle/local-postgres'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openDb, type OpenDb } from '../../platform/db/open-db.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/observability/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { runAudited } from '../audit.ts'

/** The address of the installation's database. Undefined: the embedded one, which exists. */
export function databaseUrlOf({ dataDir, databaseDirectUrl, databaseUrl }: Config): string | undefined {
  const url = databaseDirectUrl ?? databaseUrl
  if (!url && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(
      `${dataDir} has no embedded database. Set DATABASE_URL, or name the data folder with FETTLE_DATA_DIR.`,
    )
  return url
}

/**
 * Opens the database at `url`, or the embedded one, which is started for this where it does not run. `setting` is what
 * holds `url`, as errors call it.
 */
export async function withDatabaseAt<T>(
  url: string | undefined,
  dataDir: string,
  work: (db: OpenDb, log: ReturnType<typeof createLog>) => Promise<T>,
  setting = 'DATABASE_URL',
): Promise<T> {
  const log = createLog({ logLevel: 'error' })
  const found = url ?? findRunning(dataDir)
  const ownServer = found ? undefined : await startPostgres({ dataDir, log })
  try {
    const db = await openDb(found ?? ownServer?.url ?? '', {
      poolSize: 2,
      log,
      applicationName: 'fettle-backup',
      setting,
    })
    try {
      return await work(db, log)
    } finally {
      await db.close()
    }
  } finally {
    await ownServer?.stop()
  }
}

/** Records in the audit trail what was done with the whole installation. */
export const record = (db: OpenDb, type: string, data: Record<string, unknown>): Promise<void> =>
  runAudited(
    { db, clock: systemClock, ids: createIds(systemClock) },
    type,
    async () => undefined,
    () => ({ subject: { type: 'installation', id: 'this' }, data }),
  )
