import { useSyncExternalStore } from 'react'

/** A filter of a list under a name, as parameters of its address. */
export interface SavedFilter {
  name: string
  search: string
}

/** Saved per list on this device. */
const keyOf = (list: string) => `filters.${list}`
const MAX_FILTERS = 12

const listeners = new Set<() => void>()
const none: readonly SavedFilter[] = []
const known = new Map<string, readonly SavedFilter[]>()

function read(list: string): readonly SavedFilter[] {
  const before = known.get(list)
  if (before) return before
  let found = none
  try {
    found = (JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null') as SavedFilter[] | null) ?? none
  } catch {
    // Unreadable or refused storage: nothing is saved.
  }
  known.set(list, found)
  return found
}

function write(list: string, filters: readonly SavedFilter[]): void {
  known.set(list, filters)
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(filters))
  } catch {
    // Storage failed: kept as long as the page lives.
  }
  listeners.forEach((listener) => listener())
}

/** Saves a filter. One of the same name is replaced. */
export const saveFilter = (list: string, filter: SavedFilter): void =>
  write(list, [...read(list).filter(({ name }) => name !== filter.name), filter].slice(-MAX_FILTERS))

export const removeFilter = (list: string, name: string): void =>
  write(
    list,
    read(list).filter((each) => each.name !== name),
  )

/** Parameters that filter or sort; the others belong to a visit, and a search text is not a filter. */
export function filterParams(search: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = search.get(name)
    if (value) kept.set(name, value)
  }
  return String(kept)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSavedFilters = (list: string): readonly SavedFilter[] =>
  useSyncExternalStore(subscribe, () => read(list))
