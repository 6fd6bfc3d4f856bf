import { type Foundation, type OpenDb, sql } from '@fettle/server'
import { raw } from 'sql-template-tag'

/** Advisory lock of filling: any number, the same in every process. */
const ADVISORY_LOCK_ID = 4_310_431_044

interface Filling {
  isFinished: boolean
  /** Tables that were empty before. Null if the database was in use already. */
  emptyTables: string[] | null
}

/**
 * Waits until no other process fills this database, and notes that this one does, unless it is filled. What an
 * interrupted process left is deleted first, in a database that was new to it.
 */
export async function claimFilling(
  db: OpenDb,
  { email, log }: { email: string; log: Foundation['log'] },
): Promise<{ isFilled: boolean; release(): void }> {
  // A session's lock: its connection is closed at the end.
  const connection = await db.pool.connect()
  const release = () => connection.release(true)
  try {
    await connection.query('select pg_advisory_lock($1)', [ADVISORY_LOCK_ID])
    return { isFilled: await isFilled(db, email, log), release }
  } catch (error) {
    release()
    throw error
  }
}

async function isFilled(db: OpenDb, email: string, log: Foundation['log']): Promise<boolean> {
  await db.execute(sql`create schema if not exists demo`)
  await db.execute(sql`
    create table if not exists demo.fillings (
      id bool primary key default true, is_finished bool not null default false, empty_tables text[])`)
  const before = await db.maybeOne<Filling>(
    sql`select is_finished as "isFinished", empty_tables as "emptyTables" from demo.fillings`,
  )
  const isThere = (await db.maybeOne(sql`select from accounts where email = ${email}`)) !== undefined
  // Without a note: data of an earlier version.
  if (before?.isFinished || (isThere && !before)) return true
  if (before?.emptyTables) {
    await db.execute(sql`truncate ${raw(before.emptyTables.join(', '))} cascade`)
  } else if (isThere) {
    log.warn('the demo data is incomplete, because filling it was interrupted. Use an empty database for all of it.')
    return true
  }
  const emptyTables = before?.emptyTables ?? (await listEmptyTables(db))
  await db.execute(sql`
    insert into demo.fillings (empty_tables) values (${emptyTables})
    on conflict (id) do update set empty_tables = excluded.empty_tables`)
  return false
}

/** The empty tables of a database without accounts. Null if there are accounts. */
async function listEmptyTables(db: OpenDb): Promise<string[] | null> {
  if (await db.maybeOne(sql`select from accounts limit 1`)) return null
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'chat', 'inbox') and table_type = 'BASE TABLE'`)
  const empty: string[] = []
  for (const { name } of tables) {
    if (!(await db.maybeOne(sql`select from ${raw(name)} limit 1`))) empty.push(name)
  }
  return empty
}

/** Notes that the demo data is complete. */
export const finishFilling = (db: OpenDb): Promise<void> => db.execute(sql`update demo.fillings set is_finished = true`)
