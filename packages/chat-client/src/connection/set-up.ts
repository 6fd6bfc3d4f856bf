import { limits } from '@fettle/protocol/common/limits'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'

/** What follows on every connection: the channel list is loaded and open channels catch up. */
export interface SetUp {
  isDone(): boolean
  /** Joins the running set-up or starts one. Logs and rethrows failures. */
  join(): Promise<void>
  /** Starts another one. Logs and rethrows failures. */
  start(): Promise<void>
  /** Starts another one after something was missed, again after failures that may pass: nobody else would. */
  startWithRetries(): Promise<void>
  /** The connection has ended for good. */
  undo(): void
  /** Another user follows: nothing is repeated any more. */
  reset(): void
}

/** Creates the set-up of a client, which `load`s what it shows. */
export function createSetUp({
  load,
  done,
  user,
  isConnected,
  clock,
  log,
}: {
  load: () => Promise<void>
  done: () => void
  /** Id of the connecting user. */
  user: () => string | undefined
  isConnected: () => boolean
  clock: ClientClock
  log: Log
}): SetUp {
  let isDone = false
  let running: Promise<void> | undefined
  /** Counts set-ups with retries: only the last one is repeated. */
  let series = 0

  async function run(): Promise<void> {
    const before = user()
    try {
      await load()
      if (user() !== before || !isConnected()) return
      isDone = true
      done()
    } catch (error) {
      log.warn('Starting the chat failed', error)
      throw error
    }
  }

  function start(): Promise<void> {
    const work = run().finally(() => {
      if (running === work) running = undefined
    })
    running = work
    return work
  }

  async function startWithRetries(): Promise<void> {
    series += 1
    const attempt = series
    try {
      await start()
    } catch (error) {
      const failure = failureOf(error)
      if (failure && !failure.retryable) return
      clock.after(limits.chatReconnectRetry, () => {
        if (attempt === series && user() !== undefined && isConnected()) void startWithRetries()
      })
    }
  }

  return {
    isDone: () => isDone,
    join: () => running ?? start(),
    start,
    startWithRetries,
    undo() {
      isDone = false
    },
    reset() {
      isDone = false
      series += 1
    },
  }
}
