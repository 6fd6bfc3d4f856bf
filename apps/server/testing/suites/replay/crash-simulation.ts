import { sql } from '../../../src/platform/db/db.ts'
import type { TestApp } from '../../app/test-app.ts'

/** Repeated calls in tests: what must not happen twice, and the state after a crash. */

/** Counts the side effects of writes. */
export const countSideEffects = (testApp: TestApp): Promise<unknown> =>
  testApp.db.one(sql`
    select (select count(*) from events) as events, (select count(*) from files) as files,
      (select count(*) from notifications) as notices`)

/** Sets the state after a crash between commit and response, once the call can be taken over. */
export async function simulateCrashBeforeResponse(testApp: TestApp, key: string): Promise<void> {
  await testApp.db.execute(
    sql`update idempotency_keys set response_status = null, response_body = null where key = ${key}`,
  )
  testApp.clock.advance(60_000)
}

/** The response without fields that change within a minute, such as file URLs. */
export const stableFields = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify((answer as { data?: unknown }).data ?? null), (name, value: unknown) =>
    typeof value === 'string' && value.includes('/files/')
      ? value.replace(/\?.*$/, '')
      : name === 'evidencePack'
        ? undefined
        : value,
  )
