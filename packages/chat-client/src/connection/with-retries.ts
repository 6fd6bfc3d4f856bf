import { failureOf } from '../errors.ts'
import type { ClientClock } from '../ports.ts'

/** Does work again while its error may pass: the service did not answer, or refused it for now. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { clock, attempts, delayMs }: { clock: ClientClock; attempts: number; delayMs: number },
  isCancelled: () => boolean = () => false,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      if (isCancelled() || tries === attempts || (failure && !failure.retryable)) throw error
      await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
    }
  }
}
