import { timingSafeEqual } from 'node:crypto'

/**
 * Whether a text or bytes from outside equal a secret or a signature. Takes the same time wherever they differ, so that
 * nobody can guess it byte by byte.
 */
export function equalsInConstantTime(actual: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
