import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { sql } from '../../src/platform/db/db.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createTestDatabase, type TestDatabase } from '../app/test-database.ts'

const script = readFileSync(join(rootDir, 'deploy/citus/chat.sql'), 'utf8')
const references = [...script.matchAll(/create_reference_table\('chat\.(\w+)'\)/g)].map(([, table = '']) => table)
const distributed = new Map(
  [...script.matchAll(/create_distributed_table\('chat\.(\w+)', '(\w+)'/g)].map(([, table = '', column = '']) => [
    table,
    column,
  ]),
)

let database: TestDatabase
let db: OpenDb
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 1, log: createLog({ logLevel: 'silent' }) })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('deploy/citus/chat.sql', () => {
  it('places every table of the chat once', async () => {
    const tables = await db.query<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'chat'::regnamespace and relkind in ('r', 'p')`,
    )
    const placed = [...references, ...distributed.keys()]
    expect(placed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('distributes each table by a column of its primary key and of every unique index', async () => {
    const keys = await db.query<{ table: string; name: string; columns: string[] }>(sql`
      select c.relname as "table", i.relname as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where c.relnamespace = 'chat'::regnamespace and x.indisunique`)
    const broken = keys.filter(({ table, columns }) => !columns.includes(distributed.get(table) ?? columns[0] ?? ''))
    expect(broken).toEqual([])
    const withKey = new Set(keys.map(({ table }) => table))
    expect([...distributed.keys()].filter((table) => !withKey.has(table))).toEqual([])
  })

  it('separates no foreign key, trigger or exclusion constraint', async () => {
    const constraints = await db.query<{ from: string; to: string | null; type: string }>(sql`
      select c.relname as "from", f.relname as "to", k.contype as type
      from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class f on f.oid = k.confrelid
      where c.relnamespace = 'chat'::regnamespace and k.contype in ('f', 't', 'x')`)
    const isApart = ({ from, to }: { from: string; to: string | null }) =>
      !references.includes(from) || to === null || !references.includes(to)
    expect(constraints.filter(isApart)).toEqual([])
    expect(
      await db.query(sql`
        select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = 'chat'::regnamespace and not tgisinternal`),
    ).toEqual([])
  })

  it('needs no sequence of a whole table', async () => {
    expect(
      await db.query(
        sql`select relname from pg_class where relnamespace = 'chat'::regnamespace and relkind = 'S'
            union all
            select attname from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'chat'::regnamespace and a.attidentity <> ''`,
      ),
    ).toEqual([])
  })
})
