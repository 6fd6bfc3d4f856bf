import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations as migrateJobs } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { rootDir } from '../config.ts'
import { errorCodeOf, StartError } from '../start-error.ts'
import { workerLogger } from '../jobs/worker-logger.ts'

export const migrationsDir = join(rootDir, 'apps/server/migrations')

/** Advisory lock of migrations: any number, the same in every process. */
const LOCK_ID = 4_310_431_043

/** Pre-releases recorded their migrations in a table `migrations`, of which this name shows that it is theirs. */
const PRE_RELEASE_MIGRATION = '0001_platform.sql'

interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * Applies the files of `folder` the database has not seen, in order, each in its own transaction, then the job queue's
 * tables. Safe for concurrent processes: one migrates, the others wait. An applied file must never change. `only` names
 * the files to apply, which makes the schema that a backup's data fits.
 */
export async function migrate(
  pool: pg.Pool,
  log: Logger,
  folder: string = migrationsDir,
  only?: readonly string[],
): Promise<void> {
  const all = readMigrations(folder)
  const newer = only?.find((name) => !all.some((migration) => migration.name === name))
  if (newer)
    throw new StartError(
      `The data comes from a newer version of Fettle, with the migration ${newer}. Use that version.`,
    )
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all
  const client = await pool.connect()
  let broken: Error | boolean = false
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
    await apply(client, migrations, log)
    await migrateJobs({ pgPool: pool, logger: workerLogger(log) })
    await client.query('select pg_advisory_unlock($1)', [LOCK_ID])
    await client.query('reset statement_timeout')
  } catch (error) {
    // The lock is released with the connection.
    broken = true
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether a database has been migrated before. */
export async function hasSchema(db: Pick<pg.Pool | pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`)
  return rows[0]?.exists === true
}

/**
 * Migrates an empty database. Of another only checks that it has the schema of this version: a server may be running
 * on it, which migrates when it starts. Throws a StartError.
 */
export async function migrateEmpty(pool: pg.Pool, log: Logger, folder: string = migrationsDir): Promise<void> {
  if (!(await hasSchema(pool))) return migrate(pool, log, folder)
  const [pending] = await listPending(pool, readMigrations(folder))
  if (pending)
    throw new StartError(
      `The database has the schema of an older version of Fettle, without ${pending.name}. Start the server of this version first, or use the version that is running.`,
    )
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const seen = new Map<string, string>()
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (!number) throw new StartError(`The migration ${name} has an invalid name. Name it like 0012_what_it_adds.sql.`)
    const earlier = seen.get(number)
    if (earlier)
      throw new StartError(
        `The migrations ${earlier} and ${name} have the same number. Give the newer one the next free number.`,
      )
    seen.set(number, name)
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: hash('sha256', text) }
  })
}

async function apply(client: pg.PoolClient, migrations: readonly Migration[], log: Logger): Promise<void> {
  await prepare(client)
  const pending = await listPending(client, migrations)
  const started = Date.now()
  for (const migration of pending) await applyOne(client, migration)
  if (pending.length > 0) {
    log.info(
      { migrations: pending.length, newest: pending.at(-1)?.name, ms: Date.now() - started },
      'migrated the database',
    )
  }
}

/** The migrations that a database has not run. Throws if it has run unknown ones. */
async function listPending(
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} was edited after it had been applied. Restore it, and put the change into a new migration.`,
      )
    }
  }
  const migrationNames = new Set(migrations.map(({ name }) => name))
  const unknown = rows.find(({ name }) => !migrationNames.has(name))
  if (unknown) {
    throw new StartError(
      `The database was migrated by a newer version of Fettle (${unknown.name}). Start that version, or restore a backup made before it.`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function prepare(client: pg.PoolClient): Promise<void> {
  try {
    if (await hasSchema(client)) return
    if (await isOfPreRelease(client)) throw new StartError(PRE_RELEASE_MESSAGE)
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
  } catch (error) {
    if (errorCodeOf(error) !== '42501') throw error
    throw new StartError('The database user may not create tables. Make it the owner of the database.', {
      cause: error,
    })
  }
}

const PRE_RELEASE_MESSAGE =
  'The database was made by an earlier pre-release of Fettle and cannot be upgraded. Back it up, then start with an empty FETTLE_DATA_DIR or an empty database in DATABASE_URL; nothing was changed or deleted.'

/** Whether an earlier pre-release created this database, whose migrations were replaced by the baseline. */
async function isOfPreRelease(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0]?.exists) return false
  const { rowCount } = await client.query(`select from migrations m where to_jsonb(m) ->> 'name' = $1`, [
    PRE_RELEASE_MIGRATION,
  ])
  return rowCount === 1
}

async function applyOne(client: pg.PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The migration ${name} failed and was rolled back: ${reason}.`, { cause: error })
  }
}
