/** `device`: stored here, sent when connected. `refused`: rejected by the server. */
export type AutosaveState = 'saved' | 'changed' | 'saving' | 'device' | 'refused'

/** Autosave state as a store: it changes twice per save, which must not re-render the editor. */
export interface AutosaveStore {
  get: () => AutosaveState
  subscribe: (listener: () => void) => () => void
}

export function createAutosaveStore(state: AutosaveState) {
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next: AutosaveState) => {
      state = next
      listeners.forEach((listener) => listener())
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
