import type { Time } from './time.ts'

/**
 * What somebody does, one step after the other. Each `yield` says how many milliseconds of the people's own time pass
 * before the next step; the stage may let them pass faster.
 */
export type StorySteps<Result = void> = AsyncGenerator<number, Result, void>

/** One story that is being played. */
export interface RunningStory {
  readonly id: string
  readonly steps: StorySteps<string>
  /** Milliseconds of the people's own time since it began. */
  elapsed: number
  /** How it ended; not yet where it is undefined. */
  ending?: { outcome: string; failed: boolean }
}

/** Where stories are played side by side, one step at a time and in the order of time: that is why they repeat. */
export interface Runner {
  readonly stories: readonly RunningStory[]
  readonly isPlaying: boolean
  speed: number
  start(act: RunningStory, after?: number): void
  play(): void
  /** Nothing more happens until it is played again or stepped. */
  pause(): void
  /** Does what is next at once, whenever it was to happen. Answers whether there was anything. */
  step(): Promise<boolean>
  /** Forgets every story. */
  clear(): void
  /** Plays until it is told to stop; with `emptied` until every story has ended. */
  run(stop: AbortSignal, until?: 'emptied'): Promise<void>
}

/** Whoever falls further behind than this, by sleep or a slow machine, does not hurry after. */
const MAX_LAG_MS = 5_000

interface DueStep {
  act: RunningStory
  at: number
  order: number
}

/** `speed`: how much faster than people live. `onEnd` hears of each story that is over. */
export function createRunner({
  time,
  speed: given,
  onEnd,
}: {
  time: Time
  speed: number
  onEnd: (act: RunningStory) => void
}): Runner {
  const due: DueStep[] = []
  let order = 0
  /** Goes up when all is forgotten: what was being done then does not come back. */
  let era = 0
  let playing = true
  let speed = given
  let waking = new AbortController()
  const wake = () => {
    waking.abort()
    waking = new AbortController()
  }
  const enter = (act: RunningStory, at: number) => {
    order += 1
    due.push({ act, at, order })
    due.sort((one, two) => one.at - two.at || one.order - two.order)
  }
  const now = () => time.now().getTime()

  async function advance({ act, at }: DueStep): Promise<void> {
    const began = era
    try {
      const { done, value } = await act.steps.next()
      if (era !== began) return
      if (done) {
        act.ending = { outcome: value, failed: false }
        onEnd(act)
        return
      }
      act.elapsed += value
      enter(act, Math.max(at, now() - MAX_LAG_MS) + value / speed)
    } catch (error) {
      act.ending = { outcome: error instanceof Error ? error.message : String(error), failed: true }
      onEnd(act)
    }
  }

  return {
    get stories() {
      return due.map(({ act }) => act)
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
    start(act, after = 0) {
      enter(act, now() + after / speed)
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
      era += 1
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
