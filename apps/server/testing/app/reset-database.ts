import type { Client } from 'pg'
import { asAdmin } from './test-postgres.ts'

/** State of a migrated database that nothing has used yet, read once per worker. */
interface InitialState {
  /** Rows written by migrations, as JSON, by table. */
  rows: ReadonlyMap<string, string>
  sequences: readonly { name: string; value: string; isCalled: boolean }[]
  /** Changes when a test creates, drops or analyses tables. */
  schema: string
}

let initial: InitialState | undefined

/** Remembers the state to which `resetDatabase` returns. Call it for a database before its first use. */
export async function rememberInitialState(url: string): Promise<void> {
  initial ??= await asAdmin(url, async (db) => {
    const rows = new Map<string, string>()
    for (const table of await listFilledTables(db)) {
      const { rows: found } = await db.query<{ json: string }>(`select json_agg(t)::text as json from ${table} t`)
      rows.set(table, found[0]?.json ?? '[]')
    }
    const { rows: sequences } = await db.query<{ name: string; value: string; isCalled: boolean }>(
      `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
         last_value is not null as "isCalled" from pg_sequences`,
    )
    return { rows, sequences, schema: await describeSchema(db) }
  })
}

/**
 * Empties a database for the next test, which costs a fraction of copying one again. Returns false when that is not
 * possible, because a test changed its schema or wrote very much.
 */
export async function resetDatabase(url: string): Promise<boolean> {
  const state = initial
  if (!state) return false
  return asAdmin(url, async (db) => {
    await endOtherConnections(db)
    if ((await describeSchema(db)) !== state.schema) return false
    const filled = await listFilledTables(db)
    // A replica runs no triggers: neither foreign keys nor the protection of audit trails.
    await db.query(`begin; set local session_replication_role = replica;
      ${filled.map((table) => `delete from ${table};`).join('')}`)
    for (const [table, json] of state.rows)
      await db.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      )
    for (const { name, value, isCalled } of state.sequences)
      await db.query('select setval($1, $2, $3)', [name, value, isCalled])
    await db.query('commit')
    if (filled.length > 0) await db.query(`vacuum ${filled.join(', ')}`)
    // Vacuum told the planner that they are empty. It knows nothing about new tables.
    await db.query(
      `select pg_clear_relation_stats(nspname::text, relname::text) from pg_class c
         join pg_namespace n on n.oid = relnamespace
       where c.oid = any($1::regclass[])
         or c.oid in (select indexrelid from pg_index where indrelid = any($1::regclass[]))`,
      [filled],
    )
    return true
  })
}

/** Ends connections that a test left open, such as those of a killed process. */
async function endOtherConnections(db: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `select pg_terminate_backend(pid, 1000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    if (rowCount === 0) return
  }
}

const OWN_TABLES = `pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind = 'r'`

async function listFilledTables(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from ${OWN_TABLES}`,
  )
  const { rows: filled } = await db.query<{ name: string }>(
    rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  return filled.map(({ name }) => name)
}

async function describeSchema(db: Client): Promise<string> {
  const { rows } = await db.query<{ schema: string }>(
    `select concat_ws(' ', (select md5(string_agg(oid || relname, ' ' order by oid)) from pg_class),
       (select count(*) from pg_trigger where tgenabled = 'O'), (select count(*) from pg_statistic),
       pg_database_size(current_database()) > 128 * 1024 * 1024) as schema`,
  )
  return rows[0]?.schema ?? ''
}
