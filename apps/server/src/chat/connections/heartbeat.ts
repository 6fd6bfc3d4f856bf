import { limits } from '@fettle/protocol'

/** A connection that is pinged until it is removed. */
export interface PingedConnection {
  /** Set with each ping. The connection resets it when the client sends anything. */
  isAwaited: boolean
  ping(): void
  /** Called when the client has been silent for too long. */
  close(): void
}

export interface Heartbeat {
  /** Returns the function that removes it. */
  add(connection: PingedConnection): () => void
  close(): void
}

const TICK_MS = 1_000
const PING_TICKS = limits.chatPingIntervalMs / TICK_MS
/** Time to answer a ping. */
const ANSWER_TICKS = (limits.chatPingTimeoutMs - limits.chatPingIntervalMs) / TICK_MS

/**
 * Pings every connection every 25 s, and closes those that have been silent for 35 s. One timer serves all: connections
 * are grouped by the second in which they arrived, so that each second has an equal share of the work.
 */
export function createHeartbeat(): Heartbeat {
  const groups = Array.from({ length: PING_TICKS }, () => new Set<PingedConnection>())
  const groupAt = (tick: number) => groups[(tick + PING_TICKS) % PING_TICKS] ?? new Set()
  let tick = 0

  const ticking = setInterval(() => {
    tick = (tick + 1) % PING_TICKS
    for (const connection of groupAt(tick - ANSWER_TICKS)) if (connection.isAwaited) connection.close()
    for (const connection of groupAt(tick)) {
      connection.isAwaited = true
      connection.ping()
    }
  }, TICK_MS).unref()

  return {
    add(connection) {
      const group = groupAt(tick)
      group.add(connection)
      return () => void group.delete(connection)
    },
    close: () => clearInterval(ticking),
  }
}
