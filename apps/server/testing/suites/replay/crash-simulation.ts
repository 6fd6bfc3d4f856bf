import { sql, type Sql } from '../../../src/platform/db/db.ts'
import type { TestApp } from '../../app/test-app.ts'

/** Repeated calls in tests: what must not happen twice, and a crash of the process that serves one. */

/** Counts the effects of writes. */
export const countEffects = (testApp: TestApp): Promise<unknown> =>
  testApp.db.one(sql`
    select (select count(*) from events) as events, (select count(*) from files) as files,
      (select count(*) from notifications) as notifications, (select count(*) from outgoing_messages) as messages,
      (select count(*) from bookings) as bookings, (select count(*) from offers) as offers,
      (select count(*) from contracts) as contracts, (select count(*) from payments) as payments,
      (select count(*) from webhook_endpoints) as endpoints`)

/**
 * Sends a write that fails when it is done but not committed: its response cannot be stored. Whatever it did is undone,
 * because the response is stored in the same transaction.
 */
export const crashBeforeCommit = <T>(testApp: TestApp, send: () => Promise<T>): Promise<T> =>
  withTrigger(testApp, sql`before update`, send)

/** Sends a write whose process dies before the commit, so that it cannot release its claim either. */
export const dieBeforeCommit = <T>(testApp: TestApp, send: () => Promise<T>): Promise<T> =>
  withTrigger(testApp, sql`before update or delete`, send)

async function withTrigger<T>({ db }: TestApp, when: Sql, send: () => Promise<T>): Promise<T> {
  await db.execute(sql`
    create function crash() returns trigger language plpgsql as 'begin raise exception ''crash''; end'`)
  await db.execute(sql`create trigger crash ${when} on idempotency_keys for each row execute function crash()`)
  try {
    return await send()
  } finally {
    await db.execute(sql`drop function crash cascade`)
  }
}
