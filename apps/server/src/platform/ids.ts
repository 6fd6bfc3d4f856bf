import { randomBytes, randomFillSync, randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'
import type { Clock } from './clock.ts'

/** Everything random the product hands out; tests may inject their own. */
export interface Ids {
  /** `prefix_` + ULID, ascending within a process. */
  next(prefix: string): string
  /** An unguessable token of 256 bits, base64url. */
  token(): string
  /** `digits` random decimal digits. */
  code(digits: number): string
}

/** Random bytes fetched many at a time: one by one they cost more than the id they are for. */
function randomFractions(): () => number {
  const bytes = Buffer.alloc(1024)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes)
      used = 0
    }
    used += 1
    return bytes.readUInt8(used - 1) / 256
  }
}

/** Ids are no secrets: `fractions`, numbers from 0 to below 1, may be such that they come out the same again. */
export function createIds(clock: Clock, fractions: () => number = randomFractions()): Ids {
  const ulid = monotonicFactory(fractions)
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now().getTime())}`,
    token: () => randomBytes(32).toString('base64url'),
    code: (digits) => Array.from({ length: digits }, () => randomInt(10)).join(''),
  }
}
