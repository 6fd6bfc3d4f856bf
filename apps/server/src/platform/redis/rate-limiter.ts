import { withinTime } from './within-time.ts'
import type { Redis } from './redis.ts'

/** Burst size and refill per second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

const PREFIX = 'fettle:bucket:'
/** After this time each process counts for itself. */
const COMMAND_TIMEOUT_MS = 300

// Takes one token. Returns the seconds to wait when the bucket is empty, otherwise nil.
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
 * Takes a token from a bucket shared by processes. Returns 0, or the seconds to wait. Undefined: Redis did not answer.
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

// Increments a counter that expires some time after its first increment.
const COUNT_SCRIPT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`

/** Increments a shared counter that lives for `milliseconds`. Undefined: Redis did not answer. */
export async function incrementCounter(redis: Redis, key: string, milliseconds: number): Promise<number | undefined> {
  const count = await evalScript(redis, COUNT_SCRIPT, `fettle:count:${key}`, [String(milliseconds)])
  return typeof count === 'number' ? count : undefined
}

/** Runs a script. Undefined when Redis is down or too slow. */
async function evalScript(
  { commands }: Redis,
  script: string,
  key: string,
  scriptArguments: string[],
): Promise<unknown> {
  if (!commands.isReady) return undefined
  return withinTime(COMMAND_TIMEOUT_MS, commands.eval(script, { keys: [key], arguments: scriptArguments }))
}
