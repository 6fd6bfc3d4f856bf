import { sql } from '../../../src/platform/db/db.ts'
import type { TestApp } from '../../app/test-app.ts'

/** Calls that are sent again, in tests: what may not happen twice, and what a crash leaves behind. */

/** How much there is of what a write leaves behind. */
export const countSideEffects = (testApp: TestApp): Promise<unknown> =>
  testApp.db.one(sql`
    select (select count(*) from events) as events, (select count(*) from files) as files,
      (select count(*) from notices) as notices`)

/** What a crash between the work and its answer leaves behind, once the call may be taken over. */
export async function simulateCrashBeforeResponse(testApp: TestApp, key: string): Promise<void> {
  await testApp.db.execute(sql`update idempotency set status = null, body = null where key = ${key}`)
  testApp.clock.advance(60_000)
}

/** What is said to be done beside the answer, and what a minute changes in that: how long a file's address is good for, what jobs gathered. */
export const stableFields = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify((answer as { data?: unknown }).data ?? null), (name, value: unknown) =>
    typeof value === 'string' && value.includes('/files/')
      ? value.replace(/\?.*$/, '')
      : name === 'evidencePack'
        ? undefined
        : value,
  )
