import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'

/** A story customers can play, from its first word to an end. Answers how it ended, in a few words. */
export interface Scenario {
  name: string
  /** What a provider gets to do in it. */
  about: string
  play(scene: Scene): Steps<string>
}

const HOUR = 3_600_000
/** How long people wait: for an answer, a paper, work to be done, a dispute to end. In their own time. */
export const patience = { answer: HOUR, paper: 24 * HOUR, work: 48 * HOUR, dispute: 9 * 24 * HOUR } as const
