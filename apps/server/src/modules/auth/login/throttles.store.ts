import { sql, type Queryable } from '../../../platform/db/db.ts'

/**
 * Counters in the database, so that a limit holds across processes and restarts. Own statements instead of
 * rate-limiter-flexible, whose stores read the system clock: limits must follow the injected clock.
 */
export interface ThrottleCount {
  count: number
  resetsAt: Date
}

interface CounterHit {
  key: string
  /** Length of the window that starts with the first hit. */
  windowMs: number
  /** Number of hits. */
  by?: number
  /** Another counter, whose count is returned as well. */
  peekKey?: string | undefined
}

/**
 * Adds hits to a counter whose window starts with the first one. Returns the count of `peekKey` too, without
 * incrementing it.
 */
export async function increment(
  db: Queryable,
  { key, windowMs, by = 1, peekKey = '' }: CounterHit,
  now: Date,
): Promise<ThrottleCount & { peekedCount: number }> {
  const end = new Date(now.getTime() + windowMs)
  const row = await db.one<{ count: number; resets_at: Date; peeked_count: number | null }>(sql`
    insert into throttles as t (key, count, resets_at) values (${key}, ${by}, ${end})
    on conflict (key) do update set
      count = case when t.resets_at <= ${now} then excluded.count else t.count + excluded.count end,
      resets_at = case when t.resets_at <= ${now} then excluded.resets_at else t.resets_at end
    returning count, resets_at, (
      select b.count from throttles b where b.key = ${peekKey} and b.resets_at > ${now}
    ) as peeked_count`)
  return { count: row.count, resetsAt: row.resets_at, peekedCount: row.peeked_count ?? 0 }
}

export async function resetCounters(db: Queryable, ...keys: string[]): Promise<void> {
  await db.execute(sql`delete from throttles where key = any(${keys})`)
}

/** Takes one hit back that turned out to be harmless. */
export async function decrement(db: Queryable, key: string): Promise<void> {
  await db.execute(sql`update throttles set count = greatest(count - 1, 0) where key = ${key}`)
}

export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from throttles where resets_at <= ${now}`)
}
