import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { announce } from '../../lib/browser/announce.ts'
import { hasReturned } from '../../routing/conversation-path.ts'

const positions = new Map<string, number>()

/**
 * What a browser does by itself when a page changes, for a page that changes in place: the scroll position is
 * kept when going back and is at the top otherwise; the focus goes to the new heading; its title is read aloud.
 */
export function useMain() {
  const ref = useRef<HTMLElement>(null)
  const { key, pathname, state } = useLocation()
  const isBack = hasReturned(state)
  const kind = useNavigationType()
  const first = useRef(true)

  useLayoutEffect(() => {
    const main = ref.current
    if (!main) return
    main.scrollTop = kind === 'POP' ? (positions.get(key) ?? 0) : 0
    const remember = () => void positions.set(key, main.scrollTop)
    main.addEventListener('scroll', remember, { passive: true })
    return () => main.removeEventListener('scroll', remember)
  }, [key, kind])

  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const main = ref.current
    const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
    // Who comes back from where a menu has led them has the focus where they left it.
    if (!isBack) (heading ?? main)?.focus({ preventScroll: true })
    announce(document.title)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [pathname])

  return ref
}
