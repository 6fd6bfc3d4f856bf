import { bigJob } from './big-job.ts'
import { docsAndPayout } from './docs-and-payout.ts'
import { expirer } from './expirer.ts'
import { haggler } from './haggler.ts'
import { happyPath } from './happy-path.ts'
import { lateCancel } from './late-cancel.ts'
import { noShow } from './no-show.ts'
import { offlineStorm } from './offline-storm.ts'
import { rescheduler } from './rescheduler.ts'
import { rivals } from './rivals.ts'
import type { Scenario } from './scenario.ts'
import { unhappy } from './unhappy.ts'
import { weeklyClean } from './weekly-clean.ts'

/** All scenarios by name. */
export const scenarios: readonly Scenario[] = [
  happyPath,
  haggler,
  rivals,
  rescheduler,
  lateCancel,
  noShow,
  bigJob,
  weeklyClean,
  expirer,
  unhappy,
  docsAndPayout,
  offlineStorm,
]

export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

/** Throws for an unknown name. */
export function scenarioOf(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (!found) throw new Error(`Unknown scenario ${name}. Known scenarios: ${scenarioNames.join(', ')}.`)
  return found
}
