import { expect } from 'vitest'
import { sql } from '../../src/platform/db/db.ts'
import type { TestApp } from './test-app.ts'

/** Waits until at least `count` statements of a test app's database wait for a lock that the test holds. */
export async function waitForLocks({ db }: Pick<TestApp, 'db'>, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { waiting } = await db.one<{ waiting: number }>(sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    .toBeGreaterThanOrEqual(count)
}
