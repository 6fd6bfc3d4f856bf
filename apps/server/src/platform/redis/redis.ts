import { randomUUID } from 'node:crypto'
import type { RedisClientType } from '@redis/client'
import type { Logger } from 'pino'

/** Redis for the rest of the platform: two connections that reconnect automatically and fail fast meanwhile. */
export interface Redis {
  /** Identifies this process among those that use the same Redis. */
  processId: string
  commands: RedisClientType
  /** Connection for subscriptions only. */
  subscriber: RedisClientType
  close(): Promise<void>
}

/** A connection without an answer for this long is considered dead. */
const SOCKET_TIMEOUT_MS = 10_000
const PING_INTERVAL_MS = 4_000
const MAX_RECONNECT_DELAY_MS = 2_000

/**
 * Opens Redis in the background: an unavailable Redis stops nothing. Imported lazily, because loading the client takes
 * a while.
 */
export async function openRedis(url: string, { log }: { log: Logger }): Promise<Redis> {
  const { createClient } = await import('@redis/client')
  const open = (name: string): RedisClientType => {
    const client: RedisClientType = createClient({
      url,
      // Commands fail at once instead of being queued.
      disableOfflineQueue: true,
      // A timer of five seconds for each command, until it is written. The connection has one already, below.
      commandOptions: { timeout: undefined },
      pingInterval: PING_INTERVAL_MS,
      socket: {
        connectTimeout: 5_000,
        socketTimeout: SOCKET_TIMEOUT_MS,
        reconnectStrategy: (retries) =>
          Math.min(50 * 2 ** Math.min(retries, 10), MAX_RECONNECT_DELAY_MS) + Math.random() * 100,
      },
    })
    let isDown = false
    client.on('error', (error: unknown) => {
      if (!isDown) log.warn({ err: error, connection: name }, 'lost connection to Redis')
      isDown = true
    })
    client.on('ready', () => {
      if (isDown) log.info({ connection: name }, 'reconnected to Redis')
      isDown = false
    })
    client.connect().catch(() => undefined)
    return client
  }
  const commands = open('commands')
  const subscriber = open('subscriber')
  return {
    processId: randomUUID(),
    commands,
    subscriber,
    async close() {
      for (const client of [commands, subscriber]) client.destroy()
    },
  }
}
