import { to as copyTo } from 'pg-copy-streams'
import type { OpenDb } from '../../platform/db/open-db.ts'
import type { SequenceValue, Snapshot, TableRows } from './snapshot.types.ts'

/** The schemas that the migrations and the job queue create. The note about demo data is not needed with the data. */
const ALL_SCHEMAS = ['public', 'chat', 'inbox', 'graphile_worker']

/**
 * Calls `work` with all data of the database as it is now, or with that of some schemas. Others read and write meanwhile,
 * which does not change the snapshot.
 */
export async function withSnapshot<T>(
  db: OpenDb,
  work: (snapshot: Snapshot) => Promise<T>,
  schemas: readonly string[] = ALL_SCHEMAS,
): Promise<T> {
  const client = await db.direct.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    // A table is written to a slow disk or sent over a slow network.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )
    const { rows: sequences } = await client.query<{ name: string }>(LIST_SEQUENCES, [schemas])
    const values: SequenceValue[] = []
    for (const { name } of sequences) {
      const { rows } = await client.query<{ value: string; isCalled: boolean }>(
        `select last_value::text as value, is_called as "isCalled" from ${name}`,
      )
      values.push(...rows.map((row) => ({ name, ...row })))
    }
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(LIST_TABLES, [schemas])
    const tablesWithRows: TableRows[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ rows: number }>(`select count(*)::float8 as rows from ${table.name}`)
      tablesWithRows.push({ ...table, rows: rows[0]?.rows ?? 0 })
    }
    const result = await work({
      migrations: migrations.map(({ name }) => name),
      tables: tablesWithRows,
      sequences: values,
      read: ({ name, columns }) => client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)),
    })
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const IS_IN_SCHEMAS = `n.nspname = any($1)
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Tables with data. Which migrations were applied is recorded when they are applied again. */
const LIST_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and ${IS_IN_SCHEMAS} and (n.nspname, c.relname) not in (('public', 'schema_migrations'), ('graphile_worker', 'migrations'))
  group by n.nspname, c.relname order by n.nspname, c.relname`

const LIST_SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${IS_IN_SCHEMAS} order by n.nspname, c.relname`
