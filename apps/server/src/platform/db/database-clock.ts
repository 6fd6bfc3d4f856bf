import type { Logger } from 'pino'
import { systemClock, type Clock } from '../clock.ts'
import { sql, type Queryable } from './db.ts'

export interface DatabaseClock extends Clock {
  /** Seconds that this machine's clock is ahead of the database's; negative when behind. 0 within two seconds. */
  aheadSeconds(): number
  /** Compares again now, which otherwise happens every minute. */
  compare(): Promise<void>
  close(): void
}

const COMPARE_INTERVAL_MS = 60_000
/** Differences up to this are left alone: a slow answer of the database looks like one. */
const TOLERATED_MS = 2_000

/**
 * This machine's clock, corrected to the database's when they differ by more than two seconds, so that processes on
 * several machines agree on what is due and partners accept signatures. While the database is away the last correction
 * holds.
 */
export async function createDatabaseClock(
  db: Queryable,
  log: Pick<Logger, 'warn' | 'info'>,
  machine: Clock = systemClock,
): Promise<DatabaseClock> {
  let aheadMs = 0

  async function compare(): Promise<void> {
    const askedAt = machine.now().getTime()
    const { now } = await db.one<{ now: Date }>(sql`select clock_timestamp() as now`)
    const answeredAt = machine.now().getTime()
    const difference = Math.round((askedAt + answeredAt) / 2 - now.getTime())
    const isWrong = Math.abs(difference) > TOLERATED_MS + (answeredAt - askedAt) / 2
    if (isWrong && aheadMs === 0)
      log.warn({ aheadMs: difference }, "using the database's time: this machine's clock is wrong")
    if (!isWrong && aheadMs !== 0) log.info("using this machine's clock again")
    aheadMs = isWrong ? difference : 0
  }
  await compare()
  const timer = setInterval(() => void compare().catch(() => undefined), COMPARE_INTERVAL_MS)
  timer.unref()

  return {
    now: () => new Date(machine.now().getTime() - aheadMs),
    aheadSeconds: () => aheadMs / 1_000,
    compare,
    close: () => clearInterval(timer),
  }
}
