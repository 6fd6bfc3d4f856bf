import { randomBytes } from 'node:crypto'
import { asAdmin, VARIABLE, withDatabase } from './test-postgres.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a fresh copy of the migrated database, for one test or test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const [server, template, strategy = 'wal_log'] = (process.env[VARIABLE] ?? '').split('#')
  if (!server || !template)
    throw new Error(`${VARIABLE} is not set: run this through vitest, whose global setup starts PostgreSQL.`)
  const name = `fettle_test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, (admin) => admin.query(`create database ${name} template ${template} strategy ${strategy}`))
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}
