import { happyPath } from './happy-path.ts'
import type { Scenario } from './scenario.ts'

/** Every story there is, by its name (domain §15). */
export const scenarios: readonly Scenario[] = [happyPath]

export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

/** Throws for a name nobody knows. */
export function scenarioOf(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (!found) throw new Error(`There is no scenario ${name}. There are: ${scenarioNames.join(', ')}.`)
  return found
}
