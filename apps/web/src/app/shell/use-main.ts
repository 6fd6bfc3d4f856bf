import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { announce } from '../../lib/browser/announce.ts'
import { spokenTitle } from '../../lib/browser/title.ts'
import { hasReturned } from '../../routing/conversation-path.ts'

/** The browser focuses and announces a page that it loads. The next screen may be in another frame, as after onboarding. */
let isPageLoad = true

const positions = new Map<string, number>()

/**
 * Does what a browser does on navigation, for a single-page app: restores the scroll position when going back and
 * otherwise scrolls to the top, focuses the new heading, and announces its title.
 */
export function useMain() {
  const ref = useRef<HTMLElement>(null)
  const { key, pathname, state } = useLocation()
  const isBack = hasReturned(state)
  const isAtTop = useRef(true)

  useLayoutEffect(() => {
    const main = ref.current
    if (!main) return
    const top = positions.get(key) ?? 0
    // Scrolling needs the layout of the page at once: the first screen is painted sooner without it.
    if (top > 0 || !isAtTop.current) main.scrollTop = top
    isAtTop.current = false
    const remember = () => void positions.set(key, main.scrollTop)
    main.addEventListener('scroll', remember, { passive: true })
    return () => main.removeEventListener('scroll', remember)
  }, [key])

  useEffect(() => {
    if (isPageLoad) {
      isPageLoad = false
      return
    }
    const main = ref.current
    const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
    // After going back, focus returns to where it was.
    if (!isBack) (heading ?? main)?.focus({ preventScroll: true })
    announce(spokenTitle())
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per page
  }, [pathname])

  return ref
}
