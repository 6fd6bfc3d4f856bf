import { useLayoutEffect } from 'react'

const holders = new Map<string, number>()

function hold(name: string, by: 1 | -1): void {
  const count = (holders.get(name) ?? 0) + by
  holders.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
}

/**
 * Marks the page for as long as something is shown that the frame around it makes room for: `data-immersive` where it
 * steps back on a phone. A `:has()` of the root would say the same, and have every
 * change anywhere restyle the whole page.
 */
export function usePageMark(name: 'data-immersive', isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return
    hold(name, 1)
    return () => hold(name, -1)
  }, [name, isShown])
}
