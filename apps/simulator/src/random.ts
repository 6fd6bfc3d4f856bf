import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Reproducible randomness: the same seed gives the same draws in order. */
export interface Random {
  /** An integer from `from` to `to`, inclusive. */
  integer(from: number, to: number): number
  /** True with probability `share` (0 to 1). */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** An independent stream, unaffected by draws here. */
  fork(name: string): Random
}

export function createRandom(seed: string): Random {
  const generator = xoroshiro128plus(numberOf(seed))
  const integer = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    integer,
    chance: (share) => integer(0, 9_999) < share * 10_000,
    pick(list) {
      const found = list[integer(0, list.length - 1)]
      if (found === undefined) throw new Error('Cannot pick from an empty list.')
      return found
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/** FNV-1a hash: similar names give different numbers. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
