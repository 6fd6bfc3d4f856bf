import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { filterNames, readView, readTab, type BookingFilters, type BookingListView, type BookingTab } from '../model.ts'

/** Long enough not to search for every letter, short enough not to be noticed. */
const SEARCH_DEBOUNCE_MS = 250

/** State of the list, kept in the address, so that back, reload and shared links restore it. */
export interface ListSearchParams {
  tab: BookingTab
  look: BookingListView
  filters: BookingFilters
  /** Number of active filters. */
  narrowed: number
  /** Search text that is applied. */
  q: string
  /** Text in the search field, which is ahead of `q`. */
  typed: string
  /** Day the calendar shows; today by default. */
  day: string | undefined
  chooseTab: (tab: BookingTab) => void
  chooseLook: (look: BookingListView) => void
  chooseDay: (day: string | undefined) => void
  narrow: (filters: BookingFilters) => void
  type: (text: string) => void
  /** Address of a booking that keeps the list's state. */
  href: (id: string) => string
  listHref: string
}

/** Reads and changes the list's state. `fallback` is the tab to show while the address names none. */
export function useListSearchParams(fallback?: BookingTab): ListSearchParams {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const kept = new URLSearchParams(search)
  kept.delete('action')
  const around = kept.size > 0 ? `?${kept}` : ''

  const set = (values: Record<string, string | undefined>) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) params.set(name, value)
          else params.delete(name)
        }
        return params
      },
      { replace: true },
    )

  useEffect(() => {
    if (typed === q) return
    const change = (params: URLSearchParams) => {
      if (typed.trim() === '') params.delete('q')
      else params.set('q', typed)
      return params
    }
    const timer = setTimeout(() => setSearch(change, { replace: true }), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, setSearch])

  const filters: BookingFilters = Object.fromEntries(filterNames.map((name) => [name, search.get(name) ?? undefined]))
  return {
    tab: search.has('tab') || !fallback ? readTab(search.get('tab')) : fallback,
    look: readView(search.get('view')),
    filters,
    narrowed: filterNames.filter((name) => filters[name]).length,
    q,
    typed,
    day: search.get('day') ?? undefined,
    // A status filter belongs to one tab.
    chooseTab: (tab) => set({ tab, status: undefined }),
    chooseLook: (look) => set({ view: look === 'list' ? undefined : look }),
    chooseDay: (day) => set({ day }),
    narrow: (next) => set(Object.fromEntries(filterNames.map((name) => [name, next[name]]))),
    type: setTyped,
    href: (id) => paths.booking(id) + around,
    listHref: paths.bookings + around,
  }
}
