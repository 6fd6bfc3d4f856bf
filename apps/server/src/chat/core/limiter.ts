import type { Clock } from '../../platform/clock.ts'
import { ChatRefusal } from './refusal.ts'

/** A burst, and how much of it comes back each second. */
export interface Allowance {
  burst: number
  perSecond: number
}

export type RateLimits = Readonly<Record<string, Allowance>> & { readonly default: Allowance }

/** What one user may do. Generous to people, tight for programs. */
export const defaultRateLimits: RateLimits = {
  default: { burst: 200, perSecond: 20 },
  'messages.send': { burst: 60, perSecond: 5 },
  'typing.set': { burst: 20, perSecond: 2 },
  'channels.create': { burst: 30, perSecond: 0.5 },
}

export interface Limiter {
  /** Counts one call; throws 9 with the seconds to wait when there were too many. */
  take(userId: string, call: string): void
  /** Forgets those who have their whole burst back. */
  sweep(): void
}

/** Token buckets in the memory of this process. A bucket exists only while it is not full. */
export function createLimiter(clock: Clock, limits: RateLimits | false): Limiter {
  const buckets = new Map<string, { left: number; at: number; allowance: Allowance }>()
  if (limits === false) return { take: () => undefined, sweep: () => undefined }
  return {
    take(userId, call) {
      const group = call in limits ? call : 'default'
      const allowance = limits[group] ?? limits.default
      const key = `${group} ${userId}`
      const now = clock.now().getTime()
      const bucket = buckets.get(key)
      const left = bucket ? refilled(bucket, now) : allowance.burst
      if (left < 1) {
        const retryAfter = Math.ceil((1 - left) / allowance.perSecond)
        throw new ChatRefusal('RATE_LIMIT', { details: { retryAfter }, retryAfter })
      }
      if (bucket) Object.assign(bucket, { left: left - 1, at: now })
      else buckets.set(key, { left: left - 1, at: now, allowance })
    },
    sweep() {
      const now = clock.now().getTime()
      for (const [key, bucket] of buckets) if (refilled(bucket, now) >= bucket.allowance.burst) buckets.delete(key)
    },
  }
}

function refilled({ left, at, allowance }: { left: number; at: number; allowance: Allowance }, now: number): number {
  return Math.min(allowance.burst, left + (Math.max(0, now - at) / 1000) * allowance.perSecond)
}
