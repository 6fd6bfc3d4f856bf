import { randomBytes } from 'node:crypto'
import { rememberInitialState, resetDatabase } from './reset-database.ts'
import { asAdmin, VARIABLE, withDatabase } from './test-postgres.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Databases of this worker that earlier tests have left, empty again. */
const reusable: TestDatabase[] = []

/** Returns a fresh copy of the migrated database, for one test or test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const emptied = reusable.pop()
  if (emptied) return emptied
  const [server, template, strategy = 'wal_log'] = (process.env[VARIABLE] ?? '').split('#')
  if (!server || !template)
    throw new Error(`${VARIABLE} is not set: run this through vitest, whose global setup starts PostgreSQL.`)
  // An external server may not let us reset, and is to be left without our databases.
  const isEmbedded = strategy === 'file_copy'
  const name = `fettle_test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, (admin) => admin.query(`create database ${name} template ${template} strategy ${strategy}`))
  const url = withDatabase(server, name)
  if (isEmbedded) await rememberInitialState(url)
  const database = {
    url,
    async drop() {
      if (isEmbedded && (await resetDatabase(url))) reusable.push(database)
      else await asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
  return database
}

/** Returns a database without any schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await asAdmin(database.url, (admin) =>
    admin.query('drop schema public, chat, inbox, graphile_worker cascade; create schema public'),
  )
  return database
}
