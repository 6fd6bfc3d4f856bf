/** An observable value for `useSyncExternalStore`. */
export interface Readable<Snapshot> {
  subscribe: (listener: () => void) => () => void
  /** Returns the same object until the state changes. */
  getSnapshot: () => Snapshot
}

/** An observable value that can be set. */
export interface Store<Snapshot> extends Readable<Snapshot> {
  set: (snapshot: Snapshot) => void
}

/** Creates a store. Setting the same value again notifies nobody. */
export function createStore<Snapshot>(initial: Snapshot): Store<Snapshot> {
  let current = initial
  const { on, emit } = createEmitter<void>()
  return {
    subscribe: on,
    getSnapshot: () => current,
    set(snapshot) {
      if (snapshot === current) return
      current = snapshot
      emit()
    },
  }
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
