import { randomBytes, randomInt } from 'node:crypto'
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

export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory(() => randomBytes(1)[0]! / 256)
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now().getTime())}`,
    token: () => randomBytes(32).toString('base64url'),
    code: (digits) => Array.from({ length: digits }, () => randomInt(10)).join(''),
  }
}
