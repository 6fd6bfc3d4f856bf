/** An observable value for `useSyncExternalStore`. */
export interface Readable<Snapshot> {
  subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  getSnapshot: () => Snapshot
}

/** An observable value that can be set. */
export interface Store<Snapshot> extends Readable<Snapshot> {
  set: (snapshot: Snapshot) => void
}

/** Creates a store. Setting the same value again notifies nobody. */
export function createStore<Snapshot>(initial: Snapshot): Store<Snapshot> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => current,
    set(snapshot) {
      if (snapshot === current) return
      current = snapshot
      for (const listener of listeners) listener()
    },
  }
}

/** Sets a snapshot if one of its fields has changed, so that nobody renders the same again. */
export function setIfChanged<Snapshot extends object>(store: Store<Snapshot>, next: Snapshot): void {
  const before = store.getSnapshot()
  if ((Object.keys(next) as (keyof Snapshot)[]).some((key) => next[key] !== before[key])) store.set(next)
}

/** A list of listeners, called one after another. */
export interface Emitter<Value> {
  on: (listener: (value: Value) => void) => () => void
  emit: (value: Value) => void
}

/** Creates an emitter without listeners. */
export function createEmitter<Value>(): Emitter<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (value) => listeners.forEach((listener) => listener(value)),
  }
}
