import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDb } from '../src/platform/db.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { startPostgres } from '../src/platform/postgres/index.ts'

const log = createLog({ logLevel: 'warn' })

/** Where `createTestDatabase` finds the server and the migrated database it copies: an address and how to copy it. */
export const VARIABLE = 'FETTLE_TEST_POSTGRES'

export interface TestPostgres {
  /** For the variable of this name. */
  address: string
  stop(): Promise<void>
}

/**
 * One PostgreSQL with one migrated database, to be copied for each test: an embedded one that gives up durability for
 * speed and is gone when we are, or the one named by `TEST_DATABASE_URL`.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const external = process.env['TEST_DATABASE_URL']
  const dataDir = external ? undefined : mkdtempSync(join(tmpdir(), 'fettle-test-'))
  const postgres = dataDir ? await startPostgres({ dataDir, log, temporary: true }) : undefined
  const url = external ?? postgres?.url ?? ''
  const template = `fettle_template_${randomBytes(6).toString('hex')}`
  await asAdmin(url, (admin) => admin.query(`create database ${template}`))
  const db = await openDb(withDatabase(url, template), { poolSize: 2, log })
  await migrate(db.pool, log)
  await db.close()
  return {
    // Copying files is several times faster than copying through the log, but only where nothing waits for the disk.
    address: [url, template, external ? 'wal_log' : 'file_copy'].join('#'),
    async stop() {
      if (external) await asAdmin(url, (admin) => admin.query(`drop database if exists ${template} with (force)`))
      await postgres?.stop()
      if (dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function asAdmin<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
