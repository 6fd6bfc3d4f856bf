import { limits } from '@fettle/protocol/common/limits'
import { clientError, failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'
import { shareRunning } from '../share-running.ts'

/**
 * Brings what the client shows up to date after every connection: loads the channel list and lets open channels catch up.
 */
export interface StateSync {
  isDone(): boolean
  /** Joins the running sync or starts one. Logs and rethrows failures. */
  join(): Promise<void>
  /** Starts another one. Logs and rethrows failures. */
  start(): Promise<void>
  /** Starts another one after something was missed, with retries after temporary failures: no caller would retry it. */
  startWithRetries(): Promise<void>
  /** The connection has ended for good. */
  invalidate(): void
  /** Drops what is running or to be repeated, before another user connects, or the same one again. */
  reset(): void
}

/** Creates the sync of a client, which `load`s what it shows. */
export function createStateSync({
  load,
  done,
  isConnected,
  clock,
  log,
}: {
  load: () => Promise<void>
  done: () => void
  isConnected: () => boolean
  clock: ClientClock
  log: Log
}): StateSync {
  let isDone = false
  /** Counts syncs with retries: only the last one is retried. */
  let series = 0
  let resets = 0

  async function run(): Promise<void> {
    const before = resets
    try {
      await load()
      if (before !== resets) throw clientError('chat-client.disconnected')
      if (!isConnected()) return
      isDone = true
      done()
    } catch (error) {
      if (before === resets) log.warn('Starting the chat failed', error)
      throw error
    }
  }

  const sync = shareRunning(run)

  async function startWithRetries(): Promise<void> {
    series += 1
    const attempt = series
    try {
      await sync.reload()
    } catch (error) {
      const failure = failureOf(error)
      if (failure && !failure.retryable) return
      clock.after(limits.chatReconnectDelayMs, () => {
        if (attempt === series && isConnected()) void startWithRetries()
      })
    }
  }

  return {
    isDone: () => isDone,
    join: sync.load,
    start: sync.reload,
    startWithRetries,
    invalidate() {
      isDone = false
    },
    reset() {
      isDone = false
      sync.forget()
      series += 1
      resets += 1
    },
  }
}
