import type { ClientHandle } from './client-handle.ts'
import { failureOf } from './errors.ts'
import type { ClientClock } from './ports.ts'

const RETRY_DELAY_MS = 5_000

/**
 * Loads again after a reconnect, and repeatedly while the service refuses it for now. Another drop is followed by
 * another reconnect. Returns the stop function.
 */
export function reloadOnRecovery(
  { onRecovery }: Pick<ClientHandle, 'onRecovery'>,
  clock: ClientClock,
  load: () => Promise<unknown>,
): () => void {
  let isStopped = false
  let cancelRetry = (): void => undefined
  const reload = (): void => {
    cancelRetry()
    load().catch((error: unknown) => {
      if (isStopped || !failureOf(error)?.retryable) return
      cancelRetry()
      cancelRetry = clock.after(RETRY_DELAY_MS, reload)
    })
  }
  const stop = onRecovery(reload)
  return () => {
    isStopped = true
    cancelRetry()
    stop()
  }
}
