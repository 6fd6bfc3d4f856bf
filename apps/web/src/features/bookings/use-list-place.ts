import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { readTab, type BookingTab } from './model.ts'

/** Long enough not to ask for every letter, short enough not to feel it. */
const PAUSE = 250

/** Where one stands in the list: kept in the address, so that back, reload and a shared link find it again. */
export interface ListPlace {
  tab: BookingTab
  /** What is searched for. */
  q: string
  /** What stands in the search field: a moment ahead of `q`. */
  typed: string
  chooseTab: (tab: BookingTab) => void
  type: (text: string) => void
  /** Where a booking is, with this place around it. */
  href: (id: string) => string
  listHref: string
}

/** `fallback` is the tab to show while the address names none. */
export function useListPlace(fallback?: BookingTab): ListPlace {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const around = search.size > 0 ? `?${search}` : ''

  useEffect(() => {
    if (typed === q) return
    const change = (params: URLSearchParams) => {
      if (typed.trim() === '') params.delete('q')
      else params.set('q', typed)
      return params
    }
    const timer = setTimeout(() => setSearch(change, { replace: true }), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, q, setSearch])

  return {
    tab: search.has('tab') || !fallback ? readTab(search.get('tab')) : fallback,
    q,
    typed,
    chooseTab: (tab) =>
      setSearch(
        (params) => {
          params.set('tab', tab)
          return params
        },
        { replace: true },
      ),
    type: setTyped,
    href: (id) => paths.booking(id) + around,
    listHref: paths.bookings + around,
  }
}
