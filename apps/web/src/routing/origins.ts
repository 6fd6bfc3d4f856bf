import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType, type Location } from 'react-router'

/** The page an entry of the history was opened from. */
export interface PageOrigin {
  path: string
  /** How many entries back it is. */
  steps: number
}

/** Origins by the key of the entry. Lost with the document: a page opened by its address has none. */
const origins = new Map<string, PageOrigin>()

const pathOf = ({ pathname, search }: Location): string => pathname + search

/** Origin of an entry that was opened from `before`. Another state of the same page keeps the page's origin. */
function originFrom(before: Location, after: Location, type: 'PUSH' | 'REPLACE'): PageOrigin | undefined {
  const originBefore = origins.get(before.key)
  if (type === 'REPLACE') return originBefore
  if (before.pathname !== after.pathname) return { path: pathOf(before), steps: 1 }
  return originBefore && { ...originBefore, steps: originBefore.steps + 1 }
}

/** Remembers for every entry of the history which page it was opened from, before its screen is shown. */
export function useOriginTracking(): void {
  const location = useLocation()
  const type = useNavigationType()
  const latest = useRef(location)
  useEffect(() => {
    const before = latest.current
    latest.current = location
    if (before.key === location.key || type === 'POP') return
    const origin = originFrom(before, location, type)
    if (origin) origins.set(location.key, origin)
  }, [location, type])
}

/** The page that the shown one was opened from; undefined when it was opened by its address. */
export const useOrigin = (): PageOrigin | undefined => origins.get(useLocation().key)
