/**
 * Frames between processes that serve sockets. In-process by default, over Redis when several processes run.
 * Delivery is best effort: whoever misses a frame heals by sequence number.
 */
export interface Bus {
  publish(topic: string, frame: unknown): void
  /** Listens to one topic; the returned function stops. */
  subscribe(topic: string, listener: (frame: unknown) => void): () => void
  /** Resolves once what was subscribed to so far is heard from every process, or cannot be just now. Never rejects. */
  flushSubscriptions(): Promise<void>
  /** Whether the processes hear each other at the moment. What is remembered should not be relied on while they don't. */
  isConnected: () => boolean
  /** Told when frames may have been missed and the processes hear each other again; the returned function stops. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** A bus within this process. Listeners run in a microtask, so that a publisher is never re-entered. */
export function createLocalBus(): Bus {
  const topics = new Map<string, Set<(frame: unknown) => void>>()
  return {
    publish(topic, frame) {
      const listeners = topics.get(topic)
      if (listeners) queueMicrotask(() => listeners.forEach((listener) => listener(frame)))
    },
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    flushSubscriptions: async () => undefined,
    isConnected: () => true,
    onGap: () => () => undefined,
    close: async () => topics.clear(),
  }
}
