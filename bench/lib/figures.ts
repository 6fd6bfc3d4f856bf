/** A measured value and its required limit. */
export interface Figure {
  name: string
  value: number
  must: string
  aim: string
  meets: boolean
}

export const atLeast = (name: string, value: number, must: number, aim: number): Figure => ({
  name,
  value,
  must: `≥ ${must}`,
  aim: `≥ ${aim}`,
  meets: value >= must,
})

export const atMost = (name: string, value: number, must: number, aim: number): Figure => ({
  name,
  value,
  must: `≤ ${must}`,
  aim: `≤ ${aim}`,
  meets: value <= must,
})

/** Prints the figures; exits with an error when one exceeds its limit. */
export function report(figures: readonly Figure[]): void {
  for (const { name, value, must, aim, meets } of figures) {
    console.log(`   ${meets ? '✓' : '✗'} ${name}: ${value.toFixed(2)} (must ${must}, aim ${aim})`)
    if (!meets) process.exitCode = 1
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
