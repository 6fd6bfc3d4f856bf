import { useEffect, useRef, useState } from 'react'
import { useLocation, type SetURLSearchParams } from 'react-router'

/** Long enough not to search for every letter, short enough not to be noticed. */
const SEARCH_DEBOUNCE_MS = 250

export interface SearchText {
  /** Search text that is applied: `?q=`. */
  q: string
  /** Text in the search field, which is ahead of `q`. */
  typed: string
  setTyped: (text: string) => void
}

/** Search field of a list. Its text is put into the address shortly after the last letter. */
export function useSearchText(search: URLSearchParams, setSearch: SetURLSearchParams): SearchText {
  const q = search.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const { pathname } = useLocation()
  /** The text the field has put into the address last. */
  const lastSet = useRef(q)

  // A saved filter, or going back, changes the address: the field follows.
  useEffect(() => {
    if (q === lastSet.current) return
    lastSet.current = q
    setTyped(q)
  }, [q])

  useEffect(() => {
    if (typed === q) return
    const change = (params: URLSearchParams) => {
      if (typed.trim() === '') params.delete('q')
      else params.set('q', typed)
      return params
    }
    const timer = setTimeout(() => {
      // A link was pressed meanwhile, and its page is still loading: it must not be left for the list again.
      if (window.location.pathname !== pathname) return
      lastSet.current = typed.trim() === '' ? '' : typed
      setSearch(change, { replace: true })
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, pathname, setSearch])

  return { q, typed, setTyped }
}
