import { MINUTE_MS } from '@fettle/protocol/core/durations'
import type { Clock } from '../clock.ts'
import { incrementCounter } from '../redis/rate-limiter.ts'
import type { Redis } from '../redis/redis.ts'

export interface CallCounter {
  /** Counts a call. Returns the number of calls in this minute and when the next begins. */
  count(caller: string): Promise<{ count: number; resetsAt: number }>
}

/**
 * Counts the calls of each caller in fixed windows of a minute, which the three `RateLimit` headers can describe. All
 * processes share the counts through Redis; without it, or while it is down, each counts its own in memory.
 */
export function createCallCounter({ clock, redis }: { clock: Clock; redis?: Redis | undefined }): CallCounter {
  const counts = new Map<string, number>()
  let current = -1

  function countHere(caller: string, minute: number): number {
    if (minute !== current) {
      current = minute
      counts.clear()
    }
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    return count
  }

  return {
    async count(caller) {
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
      const shared = redis && (await incrementCounter(redis, `${caller} ${minute}`, MINUTE_MS))
      return { count: shared ?? countHere(caller, minute), resetsAt: (minute + 1) * MINUTE_MS }
    },
  }
}
