import { hash } from 'node:crypto'
import { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../server/testing/app/test-app.ts'
import { sql } from '@fettle/server'
import { fillDemo } from '../src/fill.ts'

/** Long enough for bookings, money, reviews, photos and chats; the rest of the half year is generated the same way. */
const DAYS = 21
/** Columns that may differ: secrets, values encrypted with one, and database counters. */
const SECRETS = [
  'account_number',
  'code',
  'hash',
  'password_hash',
  'unsubscribe',
  'applied_at',
  'claim',
  'start_code',
  'tx',
]
/** Tables of secrets or shipped data. */
const TABLES_WITHOUT_OWNER = new Set([
  'public.session_tokens',
  'public.api_keys',
  'public.idempotency_keys',
  'public.migrations',
  'public.faqs',
  'public.outgoing_messages',
])

let testApps: TestApp[]
beforeAll(async () => {
  testApps = [await startTestApp(), await startTestApp()]
  for (const testApp of testApps) await fillDemo(testApp.deps, { now: testApp.clock.now(), days: DAYS })
}, 900_000)
afterAll(() => Promise.all(testApps.map((testApp) => testApp.close())))

/** One hash per table. */
async function tablesOf({ db }: TestApp): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(sql`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'chat', 'inbox') and table_type = 'BASE TABLE' order by 1`)
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter((each) => !TABLES_WITHOUT_OWNER.has(each.name))) {
    const rows = await db.query<{ row: string }>(
      sql`select (to_jsonb(t) - ${SECRETS}::text[])::text as row from ${raw(name)} as t order by 1`,
    )
    hashes[name] = `${rows.length} ${hash('sha256', rows.map(({ row }) => row).join('\n')).slice(0, 12)}`
  }
  return hashes
}

describe('demo data for one moment', () => {
  it('is deterministic, including ids and times', async () => {
    const [one, other] = await Promise.all(testApps.map(tablesOf))
    expect(other).toEqual(one)
    expect(Object.keys(one ?? {}).length).toBeGreaterThan(50)
    expect(one?.['public.bookings']).toMatch(/^[1-9]/)
  })
})
