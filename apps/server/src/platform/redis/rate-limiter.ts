import type { Redis } from './redis.ts'

/** A burst, and how much of it comes back each second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

const PREFIX = 'fettle:bucket:'
/** Longer than this nobody waits for a count: then each process counts for itself. */
const COMMAND_TIMEOUT_MS = 300

// Counts one; answers the seconds to wait when the bucket is empty, else nothing.
const TAKE_SCRIPT = `
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local burst, rate, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local at = tonumber(kept[2]) or now
local left = math.min(burst, (tonumber(kept[1]) or burst) + math.max(0, now - at) / 1000 * rate)
if left < 1 then return tostring((1 - left) / rate) end
redis.call('HSET', KEYS[1], 'left', tostring(left - 1), 'at', tostring(math.max(now, at)))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - left + 1) / rate * 1000) + 1000)
return false`

/**
 * Token buckets that several processes share. Answers 0, or the seconds to wait; undefined when Redis cannot say.
 */
export async function takeToken(
  redis: Redis,
  key: string,
  { burst, perSecond }: RateLimit,
  now: Date,
): Promise<number | undefined> {
  const wait = await evalScript(redis, TAKE_SCRIPT, PREFIX + key, [
    String(burst),
    String(perSecond),
    String(now.getTime()),
  ])
  return wait === undefined ? undefined : typeof wait === 'string' ? Number(wait) : 0
}

// Counts one, and forgets the count a while after its first.
const COUNT_SCRIPT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`

/** Counts one more of something that several processes count, kept for `milliseconds`; undefined when Redis cannot say. */
export async function incrementCounter(redis: Redis, key: string, milliseconds: number): Promise<number | undefined> {
  const count = await evalScript(redis, COUNT_SCRIPT, `fettle:count:${key}`, [String(milliseconds)])
  return typeof count === 'number' ? count : undefined
}

/** What a script answers; undefined when Redis is away or takes too long. */
async function evalScript({ commands }: Redis, script: string, key: string, given: string[]): Promise<unknown> {
  if (!commands.isReady) return undefined
  const asking = commands.eval(script, { keys: [key], arguments: given })
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), COMMAND_TIMEOUT_MS)
    asking
      .then(
        (answer) => resolve(answer),
        () => resolve(undefined),
      )
      .finally(() => clearTimeout(timer))
  })
}
