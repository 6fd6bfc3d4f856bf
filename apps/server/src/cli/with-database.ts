import { findRunning, startPostgres } from '@fettle/local-postgres'
import { mkdirSync } from 'node:fs'
import { systemClock, type Clock } from '../platform/clock.ts'
import { loadConfig } from '../platform/config.ts'
import type { Db } from '../platform/db/db.ts'
import { openDb } from '../platform/db/open-db.ts'
import { createIds, type Ids } from '../platform/ids.ts'
import { createLog } from '../platform/observability/log.ts'
import { migrate, migrateEmpty } from '../platform/db/migrate.ts'
import type { CommandEnvironment } from './usage.ts'

/** Dependencies of commands that work on the database. */
export interface DatabaseDeps {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Does some work on the server's database: the one `DATABASE_URL` names, the embedded one of a server that is running, or
 * the embedded one started for this alone. Throws an error that says what to do, see `isStartError`.
 */
export async function withDatabase<T>(env: CommandEnvironment, work: (deps: DatabaseDeps) => Promise<T>): Promise<T> {
  // The output is the result, so only errors are logged.
  const config = loadConfig({ ...env, LOG_LEVEL: 'error' })
  const log = createLog(config)
  const found = config.databaseDirectUrl ?? config.databaseUrl ?? findRunning(config.dataDir)
  if (!found) mkdirSync(config.dataDir, { recursive: true })
  const ownServer = found ? undefined : await startPostgres({ dataDir: config.dataDir, log })
  try {
    const db = await openDb(found ?? ownServer?.url ?? '', {
      poolSize: 2,
      log,
      applicationName: 'fettle-cli',
      setting: config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
    })
    try {
      // Nobody else uses an embedded database that was started here.
      if (ownServer) await migrate(db.direct, log)
      else await migrateEmpty(db.direct, log)
      return await work({ db, clock: systemClock, ids: createIds(systemClock) })
    } finally {
      await db.close()
    }
  } finally {
    await ownServer?.stop()
  }
}
