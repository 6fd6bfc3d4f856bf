import type { Bus } from '../../platform/redis/bus.ts'

/** A cache of what the database has. Changes evict it in every process. */
export interface SharedCache<Value> {
  get(key: string): Promise<Value>
  /** Caches a value that its caller loads. */
  put(key: string, loading: Promise<Value>): Promise<Value>
  /** Evicts a value that proved outdated, in this process only. */
  evict(key: string): void
  /** Evicts a value that was changed, in every process. */
  invalidate(key: string): void
  close(): void
}

const MAX_CACHED = 20_000

/** Creates a cache. `changed`: called after a value was evicted, or without a key after all were. */
export function createSharedCache<Value>({
  bus,
  topic,
  load,
  changed,
}: {
  bus: Bus
  topic: string
  load: (key: string) => Promise<Value>
  changed?: (key?: string) => void
}): SharedCache<Value> {
  const values = new Map<string, Promise<Value>>()
  const stops = [
    bus.subscribe(topic, (frame) => {
      const key = frame as string
      values.delete(key)
      changed?.(key)
    }),
    bus.onGap(() => {
      values.clear()
      changed?.()
    }),
  ]

  function put(key: string, loading: Promise<Value>): Promise<Value> {
    // While the bus is down, changes of other processes are not noticed, so nothing is cached.
    if (!bus.isConnected()) return loading
    values.set(key, loading)
    // A missing record may be created at any moment, and a failed read says nothing.
    loading.then(
      (value) => value === undefined && values.delete(key),
      () => values.delete(key),
    )
    const oldest = values.size > MAX_CACHED ? values.keys().next().value : undefined
    if (oldest !== undefined) values.delete(oldest)
    return loading
  }

  return {
    get: (key) => (bus.isConnected() ? values.get(key) : undefined) ?? put(key, load(key)),
    put,
    evict: (key) => void values.delete(key),
    invalidate(key) {
      values.delete(key)
      bus.publish(topic, key)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
