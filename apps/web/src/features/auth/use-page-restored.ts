import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser restores the page from its back/forward cache, as it was when it was left: busy. */
export function usePageRestored(onRestored: () => void) {
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && restored()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
