import { expect } from 'vitest'
import { sql, type Queryable } from '../../src/platform/db/db.ts'

/** Waits until at least `count` statements of a database wait for a lock that the test holds. */
export async function waitForLocks({ db }: { db: Queryable }, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { waiting } = await db.one<{ waiting: number }>(sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    .toBeGreaterThanOrEqual(count)
}
