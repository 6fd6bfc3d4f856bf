/** Reproducible random choices. */
export interface RandomChoices {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** An element. Throws if there is none. */
  pick<T>(from: readonly T[]): T
}

/** Mulberry32, which is enough for choices. */
export function createRandomChoices(seed: number): RandomChoices {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.')
      return from[below(from.length)] as T
    },
  }
}
