import { useLayoutEffect } from 'react'

const scrollPositions = new Map<string, number>()

/** Restores the scroll position of a list. */
export function useScrollRestoration(element: HTMLElement | null, name: string): void {
  useLayoutEffect(() => {
    if (!element) return
    element.scrollTo({ top: scrollPositions.get(name) ?? 0, behavior: 'instant' })
    const note = () => void scrollPositions.set(name, element.scrollTop)
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [element, name])
}
