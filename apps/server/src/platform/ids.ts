import { randomBytes, randomFillSync, randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'
import type { Clock } from './clock.ts'

/** The source of random values. Tests inject their own. */
export interface Ids {
  /** `prefix_` + ULID, ascending within a process. */
  next(prefix: string): string
  /** An unguessable 256-bit token, base64url-encoded. */
  token(): string
  /** A code of `digits` random decimal digits. */
  code(digits: number): string
}

/** Fetches random bytes in blocks, because single fetches cost more than an id. */
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

/** Ids are not secret: `fractions`, numbers from 0 to below 1, may be reproducible. */
export function createIds(clock: Clock, fractions: () => number = randomFractions()): Ids {
  const ulid = monotonicFactory(fractions)
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now().getTime())}`,
    token: () => randomBytes(32).toString('base64url'),
    code: (digits) => Array.from({ length: digits }, () => randomInt(10)).join(''),
  }
}
