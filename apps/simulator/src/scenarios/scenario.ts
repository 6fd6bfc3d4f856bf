import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'

/** A scenario from start to end. Returns its outcome in a few words. */
export interface Scenario {
  name: string
  play(context: ScenarioContext): StorySteps<string>
}

/** How long customers wait for an answer, a document, work or a dispute, in story time. */
export const WAIT_LIMITS_MS = {
  answer: HOUR_MS,
  document: 24 * HOUR_MS,
  work: 48 * HOUR_MS,
  dispute: 9 * 24 * HOUR_MS,
} as const
