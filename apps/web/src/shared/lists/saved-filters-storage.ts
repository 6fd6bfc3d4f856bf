import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'
import { deviceStorage } from '../../lib/browser/safe-storage.ts'

/** A filter of a list under a name, as parameters of its address. */
export interface SavedFilter {
  name: string
  search: string
}

/** A list of a user. Others who sign in on this device have their own filters. */
export interface ListOfUser {
  list: string
  user: string
}

const keyOf = ({ list, user }: ListOfUser) => `filters.${user}.${list}`
const MAX_FILTERS = 12

const changes = createEmitter<void>()
const none: readonly SavedFilter[] = []
const cache = new Map<string, readonly SavedFilter[]>()

function read(of: ListOfUser): readonly SavedFilter[] {
  const key = keyOf(of)
  const before = cache.get(key)
  if (before) return before
  const found = (deviceStorage.readJson(key) as SavedFilter[] | undefined) ?? none
  cache.set(key, found)
  return found
}

function write(of: ListOfUser, filters: readonly SavedFilter[]): void {
  cache.set(keyOf(of), filters)
  deviceStorage.writeJson(keyOf(of), filters)
  changes.emit()
}

/** Saves a filter. One of the same name is replaced. */
export const saveFilter = (of: ListOfUser, filter: SavedFilter): void =>
  write(of, [...read(of).filter(({ name }) => name !== filter.name), filter].slice(-MAX_FILTERS))

/** Removes the filter of this name. */
export const removeFilter = (of: ListOfUser, name: string): void =>
  write(
    of,
    read(of).filter((each) => each.name !== name),
  )

/** Parameters that filter or sort; the others belong to a visit, and a search text is not a filter. */
export function filterParams(search: URLSearchParams, names: readonly string[]): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = search.get(name)
    if (value) params.set(name, value)
  }
  return String(params)
}

/** Another tab saved or removed one: what is known here is out of date. */
const follow = ({ key }: StorageEvent) => {
  if (key === null) cache.clear()
  else cache.delete(key)
  changes.emit()
}

const subscribe = (listener: () => void) => {
  // Once for the page: what is known stays known when no list is shown.
  window.addEventListener('storage', follow)
  return changes.on(listener)
}

/** Saved filters of a list. Follows changes of other tabs. */
export const useSavedFilters = (of: ListOfUser): readonly SavedFilter[] =>
  useSyncExternalStore(subscribe, () => read(of))
