import { withinTime } from './within-time.ts'
import { createLocalBus, type Bus } from './bus.ts'
import type { Redis } from './redis.ts'

const PREFIX = 'fettle:bus:'
/** Published by a process whose frames were lost, so that all others resynchronize. */
const GAP_MARKER = `${PREFIX}!gap`
/** How long a new subscription is awaited. */
const SUBSCRIBE_TIMEOUT_MS = 1_000

/**
 * A bus over Redis publish and subscribe. Listeners of this process are called directly, with or without Redis; other
 * processes through Redis. While it is down their frames are lost, and `onGap` reports that afterwards.
 */
export function createRedisBus({ processId, commands, subscriber }: Redis): Bus {
  const local = createLocalBus()
  const counts = new Map<string, number>()
  const pending = new Set<Promise<unknown>>()
  const gapListeners = new Set<() => void>()
  /** Frames of this process did not reach others, who do not know it yet. */
  let hasLostFrames = false
  let isClosed = false

  function receive(message: string, channel: string): void {
    if (channel === GAP_MARKER) {
      if (message !== processId) notifyGap()
      return
    }
    const [from, frame] = JSON.parse(message) as [string, unknown]
    if (from !== processId) local.publish(channel.slice(PREFIX.length), frame)
  }

  function notifyGap(): void {
    for (const listener of gapListeners) listener()
  }

  function wait(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => pending.delete(tracked))
    pending.add(tracked)
  }

  // Includes subscriptions refused while Redis was down.
  subscriber.on('ready', () => {
    const work = subscriber.subscribe([GAP_MARKER, ...Array.from(counts.keys(), (topic) => PREFIX + topic)], receive)
    wait(work.then(notifyGap))
  })
  commands.on('ready', () => void announceGap())

  /** Tells other processes that frames of this one were lost. */
  async function announceGap(): Promise<void> {
    if (!hasLostFrames) return
    try {
      await commands.publish(GAP_MARKER, processId)
      hasLostFrames = false
      notifyGap()
    } catch {
      // Retried on the next reconnect.
    }
  }

  return {
    publish(topic, frame) {
      local.publish(topic, frame)
      if (isClosed) return
      commands.publish(PREFIX + topic, JSON.stringify([processId, frame])).catch(() => {
        hasLostFrames = true
        if (commands.isReady) void announceGap()
      })
    },
    subscribe(topic, listener) {
      const stop = local.subscribe(topic, listener)
      const count = counts.get(topic) ?? 0
      counts.set(topic, count + 1)
      if (count === 0 && subscriber.isReady) wait(subscriber.subscribe(PREFIX + topic, receive))
      let isStopped = false
      return () => {
        if (isStopped) return
        isStopped = true
        stop()
        const remaining = (counts.get(topic) ?? 1) - 1
        if (remaining > 0) counts.set(topic, remaining)
        else {
          counts.delete(topic)
          if (!isClosed && subscriber.isReady) subscriber.unsubscribe(PREFIX + topic, receive).catch(() => undefined)
        }
      }
    },
    async flushSubscriptions() {
      if (pending.size > 0) await withinTime(SUBSCRIBE_TIMEOUT_MS, Promise.all(pending))
    },
    isConnected: () => subscriber.isReady && commands.isReady && !hasLostFrames,
    onGap(listener) {
      gapListeners.add(listener)
      return () => void gapListeners.delete(listener)
    },
    async close() {
      isClosed = true
      gapListeners.clear()
      await local.close()
    },
  }
}
