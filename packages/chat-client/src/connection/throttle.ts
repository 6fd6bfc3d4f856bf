import type { ClientClock } from '../ports.ts'

/** Runs at once, then at most once per interval; calls in between run at its end. */
export interface Throttle {
  ask(): void
  /** Drops a pending run. */
  cancel(): void
}

/** Creates a throttle of `work` with this interval in milliseconds. */
export function createThrottle(clock: ClientClock, milliseconds: number, work: () => void): Throttle {
  let waiting: (() => void) | undefined
  let isAsked = false
  const ask = () => {
    if (waiting) {
      isAsked = true
      return
    }
    isAsked = false
    waiting = clock.after(milliseconds, () => {
      waiting = undefined
      if (isAsked) ask()
    })
    work()
  }
  return {
    ask,
    cancel() {
      waiting?.()
      waiting = undefined
      isAsked = false
    },
  }
}
