import type { ClientClock } from '../ports.ts'

/** Does something at once, then at most every so often; what is asked for in between is done at the end of the wait. */
export interface Throttle {
  ask(): void
  /** Forgets what still waits. */
  cancel(): void
}

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
