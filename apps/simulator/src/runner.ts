import type { Time } from './time.ts'

/**
 * A story's steps. Each `yield` gives the milliseconds of story time before the next step; the runner may scale them.
 */
export type StorySteps<Result = void> = AsyncGenerator<number, Result, void>

/** A running story. */
export interface RunningStory {
  readonly id: string
  readonly steps: StorySteps<string>
  /** Milliseconds of story time since its start. */
  elapsed: number
  /** Its ending. Undefined while running. */
  ending?: { outcome: string; failed: boolean }
}

/** Runs stories concurrently, one step at a time in order of time, so that they are reproducible. */
export interface Runner {
  readonly stories: readonly RunningStory[]
  readonly isPlaying: boolean
  speed: number
  start(story: RunningStory, after?: number): void
  play(): void
  /** Stops until resumed or stepped. */
  pause(): void
  /** Runs the next step at once. Returns whether there was one. */
  step(): Promise<boolean>
  /** Forgets every story. */
  clear(): void
  /** Runs until aborted; with `emptied` until every story has ended. */
  run(stop: AbortSignal, until?: 'emptied'): Promise<void>
}

/** Delays beyond this, from sleep or a slow machine, are not caught up. */
const MAX_LAG_MS = 5_000

interface DueStep {
  story: RunningStory
  at: number
  order: number
}

/** `speed`: factor over real time. `onEnd` is called with each ended story. */
export function createRunner({
  time,
  speed: initialSpeed,
  onEnd,
}: {
  time: Time
  speed: number
  onEnd: (story: RunningStory) => void
}): Runner {
  const due: DueStep[] = []
  let order = 0
  /** Incremented by `clear`, so that steps running at that time do not continue. */
  let generation = 0
  let playing = true
  let speed = initialSpeed
  let waking = new AbortController()
  const wake = () => {
    waking.abort()
    waking = new AbortController()
  }
  const schedule = (story: RunningStory, at: number) => {
    order += 1
    due.push({ story, at, order })
    due.sort((one, two) => one.at - two.at || one.order - two.order)
  }
  const now = () => time.now().getTime()

  async function advance({ story, at }: DueStep): Promise<void> {
    const startedIn = generation
    try {
      const { done, value } = await story.steps.next()
      if (generation !== startedIn) return
      if (done) {
        story.ending = { outcome: value, failed: false }
        onEnd(story)
        return
      }
      story.elapsed += value
      schedule(story, Math.max(at, now() - MAX_LAG_MS) + value / speed)
    } catch (error) {
      story.ending = { outcome: error instanceof Error ? error.message : String(error), failed: true }
      onEnd(story)
    }
  }

  return {
    get stories() {
      return due.map(({ story }) => story)
    },
    get isPlaying() {
      return playing
    },
    get speed() {
      return speed
    },
    set speed(next) {
      speed = next
    },
    start(story, after = 0) {
      schedule(story, now() + after / speed)
      wake()
    },
    play() {
      playing = true
      wake()
    },
    pause() {
      playing = false
      wake()
    },
    async step() {
      const next = due.shift()
      if (next) await advance({ ...next, at: now() })
      return next !== undefined
    },
    clear() {
      generation += 1
      due.length = 0
      wake()
    },
    async run(stop, until) {
      stop.addEventListener('abort', wake)
      try {
        const isOver = () => stop.aborted || (until === 'emptied' && due.length === 0)
        while (!isOver()) {
          const next = playing ? due[0] : undefined
          if (!next) await time.until(new Date(now() + 3_600_000), waking.signal)
          else if (next.at > now()) await time.until(new Date(Math.ceil(next.at)), waking.signal)
          else {
            due.shift()
            await advance(next)
          }
        }
      } finally {
        stop.removeEventListener('abort', wake)
      }
    },
  }
}
