import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSession } from '../../apps/server/src/modules/auth/sessions/sessions.service.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDb, type OpenDb } from '../../apps/server/src/platform/db/open-db.ts'
import { createIds } from '../../apps/server/src/platform/ids.ts'
import { createLog } from '../../apps/server/src/platform/observability/log.ts'
import { migrate, migrationsDir } from '../../apps/server/src/platform/db/migrate.ts'
import { BUSY_PROVIDER_ID, fillAccounts } from './accounts-data.ts'
import { root } from './production-server.ts'

/** Folder of filled databases, reused until a migration or a data file changes. */
export function cacheFolder(): string {
  const digest = createHash('sha256')
  for (const name of readdirSync(migrationsDir).sort()) digest.update(readFileSync(join(migrationsDir, name)))
  const libFolder = new URL('./', import.meta.url)
  const dataFiles = readdirSync(libFolder).filter((name) => name.endsWith('-data.ts'))
  for (const name of dataFiles.sort()) digest.update(readFileSync(new URL(name, libFolder)))
  const folder = join(root, 'node_modules/.cache/fettle-bench')
  const stamp = join(folder, 'made-of')
  const fingerprint = digest.digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint)
    rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, fingerprint)
  return folder
}

/** Fills a database with rows of one noun. */
export interface DatabaseFiller {
  noun: string
  /**
   * Inserts this many rows in bulk, every fiftieth of the measured provider, with the derived counts. Providers and
   * customers exist already.
   */
  fill: (db: OpenDb, rows: number) => Promise<void>
}

/** Prepares a database with this many rows and a session of the measured provider. */
export async function prepare(server: string, { noun, fill }: DatabaseFiller, rows: number) {
  const log = createLog({ logLevel: 'warn' })
  const admin = await openDb(server, { poolSize: 1, log })
  const name = `bench_${noun}_${rows}`
  const { rowCount } = await admin.pool.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = await openDb(url.href, { poolSize: 2, log })
  try {
    await migrate(db.pool, log)
    const { rows: found } = await db.pool.query<{ there: boolean }>(
      `select to_regclass('bench_filled') is not null as there`,
    )
    if (!found[0]?.there) {
      console.log(`   making ${rows.toLocaleString('en')} ${noun}, once…`)
      await fillAccounts(db)
      await fill(db, rows)
      await db.pool.query('vacuum analyze')
      await db.pool.query('create table bench_filled ()')
    }
    const deps = { clock: systemClock, ids: createIds(systemClock) }
    const { token } = await db.transaction((tx) => startSession(deps, tx, BUSY_PROVIDER_ID))
    return { url: url.href, token }
  } finally {
    await db.close()
  }
}
