/** The source of time. Tests inject a manual clock. */
export interface Time {
  now(): Date
  /** Resolves at that time, or when `sooner` is aborted. */
  until(at: Date, sooner: AbortSignal): Promise<void>
}

/** Maximum delay of a timer. */
const MAX_TIMER_MS = 2_000_000_000

export const systemTime: Time = {
  now: () => new Date(),
  until: (at, sooner) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        sooner.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(MAX_TIMER_MS, Math.max(0, at.getTime() - Date.now())))
      if (sooner.aborted) done()
      else sooner.addEventListener('abort', done)
    }),
}
