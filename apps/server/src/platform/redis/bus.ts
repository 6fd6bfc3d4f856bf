/**
 * Sends frames between processes that serve sockets: in process by default, over Redis with several processes. Best
 * effort: receivers detect missed frames by sequence numbers.
 */
export interface Bus {
  publish(topic: string, frame: unknown): void
  /** Subscribes to a topic. Returns the unsubscribe function. */
  subscribe(topic: string, listener: (frame: unknown) => void): () => void
  /** Resolves once current subscriptions are active in every process, or cannot be at the moment. Never rejects. */
  flushSubscriptions(): Promise<void>
  /** Whether processes can hear each other now. Do not rely on caches while they cannot. */
  isConnected: () => boolean
  /**
   * Called when frames may have been missed and processes can hear each other again. Returns the unsubscribe function.
   */
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
