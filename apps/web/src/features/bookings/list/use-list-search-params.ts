import { getAvailability } from '@fettle/protocol/availability/calls'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../../lib/http/query.ts'
import { paths } from '../../../routing/paths.ts'
import { replaceSearchParams } from '../../../routing/replace-search-params.ts'
import { useSearchText, type SearchText } from '../../../shared/lists/use-search-text.ts'
import { filterNames, defaultSort, type BookingFilters, filterOf, type TabFilter } from './booking-filters.ts'
import { readView, type BookingListView } from './booking-views.ts'
import { readTab, type BookingTab } from './booking-tabs.ts'

/** State of the list, kept in the address, so that back, reload and shared links restore it. */
export interface ListSearchParams extends SearchText {
  tab: BookingTab
  view: BookingListView
  filters: BookingFilters
  /** The list's query parameters. */
  filter: TabFilter
  /** Number of active filters. */
  narrowed: number
  /** Day the calendar shows; today by default. */
  day: string | undefined
  chooseTab: (tab: BookingTab) => void
  chooseView: (view: BookingListView) => void
  chooseDay: (day: string | undefined) => void
  /** Address of another view of a day. */
  viewHref: (view: BookingListView, day: string) => string
  setFilters: (filters: BookingFilters) => void
  sortBy: (sort: string) => void
  /** Address of a booking that keeps the list's state. */
  href: (id: string) => string
  listHref: string
}

/** Reads and changes the list's state. `fallback` is the tab to show while the address names none. */
export function useListSearchParams(fallback?: BookingTab): ListSearchParams {
  const [search, setSearch] = useSearchParams()
  const searchText = useSearchText(search, setSearch)
  const shared = new URLSearchParams(search)
  shared.delete('action')
  shared.delete('new')
  const query = shared.size > 0 ? `?${shared}` : ''

  const set = (values: Record<string, string | undefined>) => replaceSearchParams(setSearch, values)

  const filters: BookingFilters = Object.fromEntries(
    [...filterNames, 'sort'].map((name) => [name, search.get(name) ?? undefined]),
  )
  const tab = search.has('tab') || !fallback ? readTab(search.get('tab')) : fallback
  const hasDays = filters.from !== undefined || filters.to !== undefined
  // The device's time zone, until that of the provider's working hours is loaded.
  const timeZone = useQuery({ ...queryOf(getAvailability, {}), enabled: hasDays, staleTime: Infinity }).data?.timeZone
  return {
    tab,
    view: readView(search.get('view')),
    filters,
    filter: filterOf(tab, filters, timeZone),
    narrowed: filterNames.filter((name) => filters[name]).length,
    ...searchText,
    day: search.get('day') ?? undefined,
    // A status filter and an order belong to one tab.
    chooseTab: (next) => set({ tab: next, status: undefined, sort: undefined }),
    chooseView: (view) => set({ view: view === 'list' ? undefined : view }),
    chooseDay: (day) => set({ day: day || undefined }),
    viewHref: (view, day) => {
      const params = new URLSearchParams(shared)
      params.set('view', view)
      params.set('day', day)
      return `${paths.bookings}?${params}`
    },
    setFilters: (next) => set(Object.fromEntries(filterNames.map((name) => [name, next[name] || undefined]))),
    sortBy: (sort) => set({ sort: sort === defaultSort(tab) ? undefined : sort }),
    href: (id) => paths.booking(id) + query,
    listHref: paths.bookings + query,
  }
}
