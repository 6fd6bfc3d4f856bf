import { takeToken, type RateLimit } from '../../platform/redis/rate-limiter.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Redis } from '../../platform/redis/redis.ts'
import { ChatRefusal } from './chat-refusal.ts'

export type RateLimits = Readonly<Record<string, RateLimit>> & { readonly default: RateLimit }

/** Rate limits per user: generous for people, tight for programs. */
export const defaultRateLimits: RateLimits = {
  default: { burst: 200, perSecond: 20 },
  'messages.send': { burst: 60, perSecond: 5 },
  'messages.forward': { burst: 30, perSecond: 2 },
  'messages.search': { burst: 30, perSecond: 2 },
  'typing.set': { burst: 20, perSecond: 2 },
  'channels.create': { burst: 30, perSecond: 0.5 },
  // Each of these calls an external server.
  'previews.get': { burst: 20, perSecond: 1 },
  'commands.run': { burst: 20, perSecond: 1 },
  'attachments.start': { burst: 40, perSecond: 1 },
}

/** The default limits times a factor, for installations whose users are programs. */
export function multiplyRateLimits(factor: number): RateLimits {
  const entries = Object.entries(defaultRateLimits).map(([group, { burst, perSecond }]) => [
    group,
    { burst: burst * factor, perSecond: perSecond * factor },
  ])
  return Object.fromEntries(entries) as RateLimits
}

export interface Limiter {
  /** Counts a call. Throws code 9 with the seconds to wait when there were too many. */
  take(userId: string, call: string): Promise<void> | void
  /** Drops buckets that are full again. */
  purge(): void
}

/**
 * Token buckets, shared by all processes through Redis, or in this process's memory without it or while it is down. A
 * bucket exists only while it is not full.
 */
export function createLimiter(clock: Clock, limits: RateLimits | false, redis?: Redis): Limiter {
  const buckets = new Map<string, { tokens: number; at: number; allowance: RateLimit }>()
  if (limits === false) return { take: () => undefined, purge: () => undefined }

  function takeLocally(key: string, allowance: RateLimit, now: Date): void {
    const bucket = buckets.get(key)
    const remaining = bucket ? refilled(bucket, now.getTime()) : allowance.burst
    if (remaining < 1) refuse((1 - remaining) / allowance.perSecond)
    if (bucket) Object.assign(bucket, { tokens: remaining - 1, at: now.getTime() })
    else buckets.set(key, { tokens: remaining - 1, at: now.getTime(), allowance })
  }

  return {
    take(userId, call) {
      const group = call in limits ? call : 'default'
      const allowance = limits[group] ?? limits.default
      const key = `${group} ${userId}`
      const now = clock.now()
      if (!redis) return takeLocally(key, allowance, now)
      return takeToken(redis, key, allowance, now).then((wait) => {
        if (wait === undefined) takeLocally(key, allowance, now)
        else if (wait > 0) refuse(wait)
      })
    },
    purge() {
      const now = clock.now().getTime()
      for (const [key, bucket] of buckets) if (refilled(bucket, now) >= bucket.allowance.burst) buckets.delete(key)
    },
  }
}

function refuse(seconds: number): never {
  const retryAfter = Math.ceil(seconds)
  throw new ChatRefusal('RATE_LIMIT', { details: { retryAfter }, retryAfter })
}

function refilled(
  { tokens, at, allowance }: { tokens: number; at: number; allowance: RateLimit },
  now: number,
): number {
  return Math.min(allowance.burst, tokens + (Math.max(0, now - at) / 1000) * allowance.perSecond)
}
