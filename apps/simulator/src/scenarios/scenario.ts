import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'

/** A story customers can play, from its first word to an end. Answers how it ended, in a few words. */
export interface Scenario {
  name: string
  /** What a provider gets to do in it. */
  about: string
  play(scene: Scene): Steps<string>
}

const MINUTE = 60_000
/** How long people wait: for an answer, for work to be done, for a paper to come. In their own time. */
export const patience = { answer: 60 * MINUTE, work: 2 * 24 * 60 * MINUTE, paper: 24 * 60 * MINUTE } as const
