import { setTimeout as sleep } from 'node:timers/promises'

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
  async until(at, sooner) {
    const milliseconds = Math.min(MAX_TIMER_MS, Math.max(0, at.getTime() - Date.now()))
    await sleep(milliseconds, undefined, { signal: sooner }).catch(() => undefined)
  },
}
