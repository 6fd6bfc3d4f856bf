import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { sql } from './db.ts'
import { openDb, type OpenDb } from './open-db.ts'
import { StartError } from '../start-error.ts'
import { createLog } from '../observability/log.ts'
import { migrate } from './migrate.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb
let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 4, log })
  await db.execute(sql`drop schema public cascade`)
  await db.execute(sql`drop schema graphile_worker cascade`)
  await db.execute(sql`create schema public`)
  folder = mkdtempSync(join(tmpdir(), 'fettle-migrations-'))
  write('0001_things.sql', 'create table things (id int primary key); insert into things values (1);')
  write('0002_more.sql', 'alter table things add column name text; insert into things values (2);')
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.close()
  await database.drop()
})

const things = () => db.query(sql`select id from things order by id`)

describe('migrations', () => {
  it('are applied in order and once, and create the job tables', async () => {
    await migrate(db.pool, log, folder)
    await migrate(db.pool, log, folder)
    expect(await things()).toEqual([{ id: 1 }, { id: 2 }])
    expect(await db.one(sql`select to_regclass('graphile_worker.jobs') is not null as there`)).toEqual({ there: true })
  })

  it('are applied once by concurrent starts', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openDb(database.url, { poolSize: 2, log })))
    await Promise.all([db, ...others].map(({ pool }) => migrate(pool, log, folder)))
    await Promise.all(others.map((other) => other.close()))
    expect(await things()).toHaveLength(2)
  })

  it('that were applied may not be edited', async () => {
    await migrate(db.pool, log, folder)
    write('0001_things.sql', 'create table things (id bigint primary key)')
    await expect(migrate(db.pool, log, folder)).rejects.toThrow('0001_things.sql was edited after it had been applied')
  })

  it('that fail leave nothing behind, and the next attempt continues', async () => {
    write('0003_bad.sql', 'insert into things values (3); select 1/0;')
    await expect(migrate(db.pool, log, folder)).rejects.toThrow(
      '0003_bad.sql failed and was rolled back: division by zero',
    )
    expect(await things()).toHaveLength(2)
    write('0003_bad.sql', 'insert into things values (3)')
    await migrate(db.pool, log, folder)
    expect(await things()).toHaveLength(3)
  })

  it('of a newer version stop an older one', async () => {
    await migrate(db.pool, log, folder)
    rmSync(join(folder, '0002_more.sql'))
    await expect(migrate(db.pool, log, folder)).rejects.toThrow('migrated by a newer version of Fettle (0002_more.sql)')
  })

  it('refuse a database of an earlier pre-release and leave it as it is', async () => {
    await db.execute(sql`create table migrations (name text primary key, checksum text not null)`)
    await db.execute(sql`insert into migrations values ('0001_platform.sql', 'a'), ('0010_outbox.sql', 'b')`)
    await db.execute(sql`create table accounts (id text primary key)`)
    await db.execute(sql`insert into accounts values ('acc_1')`)
    await expect(migrate(db.pool, log, folder)).rejects.toThrow(
      new StartError(
        'The database was made by an earlier pre-release of Fettle and cannot be upgraded. Back it up, then start with an empty FETTLE_DATA_DIR or an empty database in DATABASE_URL; nothing was changed or deleted.',
      ),
    )
    expect(await db.query(sql`select id from accounts`)).toEqual([{ id: 'acc_1' }])
    expect(await db.query(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`)).toEqual(
      [{ name: 'accounts' }, { name: 'migrations' }],
    )
  })

  it('ignore a table of another program that is called like that of a pre-release', async () => {
    await db.execute(sql`create table migrations (id int primary key)`)
    await migrate(db.pool, log, folder)
    expect(await things()).toHaveLength(2)
  })

  it('must have unique numbers', async () => {
    write('0002_again.sql', 'select 1')
    await expect(migrate(db.pool, log, folder)).rejects.toThrow('0002_again.sql and 0002_more.sql have the same number')
  })
})
