import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import type { OpenDb } from '../../platform/db/open-db.ts'
import { hasSchema, migrate, migrationsDir } from '../../platform/db/migrate.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Snapshot } from './snapshot.types.ts'

/** Throws a `StartError` if the database has a schema already. */
export async function requireEmpty(db: OpenDb): Promise<void> {
  if (await hasSchema(db.direct))
    throw new StartError('The database is not empty. Create a new one for the data, and name it.')
}

/**
 * Puts a snapshot into an empty database: creates the schema that it fits, loads all rows in one transaction, then
 * applies the migrations that are newer. The database's owner may do all of it; no superuser is needed.
 */
export async function loadSnapshot(db: OpenDb, snapshot: Snapshot, log: Logger): Promise<void> {
  await requireEmpty(db)
  await migrate(db.direct, log, migrationsDir, snapshot.migrations)
  const client = await db.direct.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await loadRows(client, snapshot)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  await db.direct.query('analyze')
  await migrate(db.direct, log)
}

async function loadRows(client: PoolClient, { tables, sequences, read }: Snapshot): Promise<void> {
  const names = tables.map(({ name }) => name)
  // Foreign keys may form circles, and triggers would write what the snapshot already has.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) and conparentid = 0`,
    [names],
  )
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Some migrations write rows.
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) {
    const copy = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
    await pipeline(read(table), copy)
    if (copy.rowCount !== table.rows)
      throw new StartError(`The backup is damaged: ${table.name} has ${copy.rowCount} rows instead of ${table.rows}.`)
  }
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const key of keys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
}
