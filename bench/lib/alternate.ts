import { setTimeout as pause } from 'node:timers/promises'
import { median } from './figures.ts'
import { load, type Slice, type Target } from './load.ts'

const CONNECTIONS = 32
const SLICE_MS = 1_000
const WARM_UP_MS = 2_000
/** Enough for all targets to alternate. */
const ROUNDS = 7

/** Runs all targets in turn, in a different order each round, so that disturbances affect them equally. */
export async function alternate<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Slice[]>> {
  const names = Object.keys(targets) as Name[]
  const slices = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Slice[]>
  for (const name of names) await load(targets[name], CONNECTIONS, pause(WARM_UP_MS))
  console.log(`   ${ROUNDS} rounds of ${names.length} slices at ${CONNECTIONS} connections…`)
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round % names.length
    const order = round % 2 === 0 ? names : names.toReversed()
    for (const name of [...order.slice(from), ...order.slice(0, from)]) {
      slices[name].push(await load(targets[name], CONNECTIONS, pause(SLICE_MS)))
    }
  }
  return slices
}

/** Prints the result of each target. */
export function printRatio(slices: Record<string, Slice[]>): void {
  for (const [name, rounds] of Object.entries(slices)) {
    const of = (key: keyof Slice) => median(rounds.map((slice) => slice[key]))
    console.log(
      `   ${name.padEnd(15)} ${of('perSecond').toFixed(0)}/s, p50 ${of('p50').toFixed(2)} ms, p99 ${of('p99').toFixed(2)} ms`,
    )
  }
}

/** Median of the round-by-round ratios of two targets. */
export const ratioOf =
  <Name extends string>(slices: Record<Name, Slice[]>) =>
  (one: Name, other: Name, of: keyof Slice): number =>
    median(slices[one].map((slice, round) => slice[of] / (slices[other][round]?.[of] ?? Number.NaN)))
