import type { ChatContext } from '../core/context.ts'
import { listUsersWithNewMessages } from './resync.store.ts'
import { encodeFrame } from './encode.ts'

/** Polling interval while the bus between processes is down. */
const POLL_INTERVAL_MS = 5_000
/** Messages are timestamped before their commit; this covers the difference. */
const COMMIT_MARGIN_MS = 10_000
/** Limits a batch, so that clients do not all reconnect at once. */
const BATCH_SIZE = 200
const BATCH_PAUSE_MS = 100

export interface ResyncMonitor {
  close(): void
}

/**
 * Creates the fallback for bus failures: while it is down, users of this process with new messages are found in the
 * database and sent a `resync` frame; once it is back, everybody is.
 */
export function createResyncMonitor({
  bus,
  clock,
  connections,
  db,
  log,
  options,
}: Pick<ChatContext, 'bus' | 'clock' | 'connections' | 'db' | 'log' | 'options'>): ResyncMonitor {
  const resync = encodeFrame({ type: 'resync' })
  let lastPolledAt: Date | undefined
  let isClosed = false

  async function poll(): Promise<void> {
    const polledAt = clock.now()
    lastPolledAt ??= polledAt
    const users = new Set(Array.from(connections.all(), ({ userId }) => userId))
    const since = new Date(lastPolledAt.getTime() - COMMIT_MARGIN_MS)
    const missed = new Set(await listUsersWithNewMessages(db, [...users], since))
    // After a failure the next poll covers this one's time too.
    lastPolledAt = polledAt
    for (const connection of connections.all()) if (missed.has(connection.userId)) connection.send(resync)
  }

  function resyncAll(): void {
    lastPolledAt = undefined
    const pending = [...connections.all()]
    const resyncBatch = (): void => {
      if (isClosed) return
      for (const connection of pending.splice(0, BATCH_SIZE)) connection.send(resync)
      if (pending.length > 0) setTimeout(resyncBatch, BATCH_PAUSE_MS).unref()
    }
    resyncBatch()
  }

  const stop = bus.onGap(resyncAll)
  const polling = setInterval(() => {
    if (!bus.isConnected())
      poll().catch((error: unknown) => log.warn({ err: error }, 'polling for missed messages failed'))
  }, options.resyncIntervalMs ?? POLL_INTERVAL_MS)
  polling.unref()

  return {
    close() {
      isClosed = true
      clearInterval(polling)
      stop()
    },
  }
}
