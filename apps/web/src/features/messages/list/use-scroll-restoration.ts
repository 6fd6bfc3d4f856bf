import { useLayoutEffect } from 'react'

const scrollPositions = new Map<string, number>()

/** Where a list was scrolled to is where it stands when one comes back to it. */
export function useScrollRestoration(element: HTMLElement | null, name: string): void {
  useLayoutEffect(() => {
    if (!element) return
    element.scrollTo({ top: scrollPositions.get(name) ?? 0, behavior: 'instant' })
    const note = () => void scrollPositions.set(name, element.scrollTop)
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [element, name])
}
