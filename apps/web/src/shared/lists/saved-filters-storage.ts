import { createDeviceValue, useDeviceValue, type DeviceValue } from '../../lib/browser/device-value.ts'

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

const MAX_FILTERS = 12

const filtersByKey = new Map<string, DeviceValue<readonly SavedFilter[]>>()

function filtersOf({ list, user }: ListOfUser): DeviceValue<readonly SavedFilter[]> {
  const key = `filters.${user}.${list}`
  const filters = filtersByKey.get(key) ?? createDeviceValue<readonly SavedFilter[]>(key, [])
  filtersByKey.set(key, filters)
  return filters
}

/** Saves a filter. One of the same name is replaced. */
export const saveFilter = (of: ListOfUser, filter: SavedFilter): void =>
  filtersOf(of).update((before) => [...before.filter(({ name }) => name !== filter.name), filter].slice(-MAX_FILTERS))

/** Removes the filter of this name. */
export const removeFilter = (of: ListOfUser, name: string): void =>
  filtersOf(of).update((before) => before.filter((each) => each.name !== name))

/** Parameters that filter or sort; the others belong to a visit, and a search text is not a filter. */
export function filterParams(search: URLSearchParams, names: readonly string[]): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = search.get(name)
    if (value) params.set(name, value)
  }
  return String(params)
}

/** Saved filters of a list. Follows changes of other tabs. */
export const useSavedFilters = (of: ListOfUser): readonly SavedFilter[] => useDeviceValue(filtersOf(of))
