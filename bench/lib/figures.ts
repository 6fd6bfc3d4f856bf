import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** A measured value beside the figures, such as one side of a ratio. */
interface Measurement {
  name: string
  unit: string
  [side: string]: number | string
}
const measurements: Measurement[] = []

/** Prints a measurement and keeps it for the results. */
export function record(name: string, unit: string, sides: Record<string, number>): void {
  const rounded = Object.fromEntries(Object.entries(sides).map(([side, value]) => [side, Number(value.toPrecision(3))]))
  measurements.push({ name, unit, ...rounded })
  const shown = Object.entries(rounded).map(([side, value]) => `${side} ${value}`)
  console.log(`   ${name}: ${shown.join(', ')} (${unit})`)
}

/** The arguments after the benchmark's name: the parts to run, and `--save`. */
const args = process.argv.slice(2)
const parts = args.filter((arg) => arg !== '--save')

/** Whether a part of the benchmark is to run. Without names: all. */
export const isSelected = (part: string): boolean => parts.length === 0 || parts.includes(part)

/** The machine in one line. */
export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpu?.model.trim() ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`
}

/**
 * Prints the figures; exits with an error when one exceeds its limit. With `--save` they are written to
 * `results/<benchmark>.json` too.
 */
export function report(figures: readonly Figure[]): void {
  for (const { name, value, must, aim, meets } of figures) {
    console.log(`   ${meets ? '✓' : '✗'} ${name}: ${value.toFixed(2)} (must ${must}, aim ${aim})`)
    if (!meets) process.exitCode = 1
  }
  if (!args.includes('--save')) return
  const name = basename(process.argv[1] ?? '', '.ts')
  const file = fileURLToPath(new URL(`../results/${name}.json`, import.meta.url))
  const saved = {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    figures: figures.map((figure) => ({ ...figure, value: Number(figure.value.toPrecision(3)) })),
    measurements,
  }
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
