import type { Clock } from '../clock.ts'
import { incrementCounter } from '../redis/rate-limiter.ts'
import type { Redis } from '../redis/redis.ts'

export interface RateWindows {
  /** Counts a call. Returns the number of calls in this window and the seconds until the next. */
  count(key: string): Promise<{ count: number; seconds: number }>
}

/**
 * Counts calls in fixed windows, which fit into three headers. Shared by all processes through Redis, or in this
 * process's memory without it or while it is down.
 */
export function createRateWindows({
  clock,
  redis,
  length,
}: {
  clock: Clock
  redis?: Redis | undefined
  /** In milliseconds. */
  length: number
}): RateWindows {
  const counts = new Map<string, number>()
  let current = -1

  function countHere(key: string, window: number): number {
    if (window !== current) {
      current = window
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }

  return {
    async count(key) {
      const now = clock.now().getTime()
      const window = Math.floor(now / length)
      const shared = redis && (await incrementCounter(redis, `${key} ${window}`, length))
      return { count: shared ?? countHere(key, window), seconds: Math.ceil(((window + 1) * length - now) / 1000) }
    },
  }
}
