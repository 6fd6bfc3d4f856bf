import { randomBytes, randomInt } from 'node:crypto'
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

/** A random number from 0 to below 1. Node fetches the bytes in blocks, which the library of ids does not. */
const randomFraction = () => randomInt(2 ** 32) / 2 ** 32

/** Ids are not secret: `fractions`, numbers from 0 to below 1, may be reproducible. */
export function createIds(clock: Clock, fractions: () => number = randomFraction): Ids {
  const ulid = monotonicFactory(fractions)
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now().getTime())}`,
    token: () => randomBytes(32).toString('base64url'),
    code: (digits) => Array.from({ length: digits }, () => randomInt(10)).join(''),
  }
}
