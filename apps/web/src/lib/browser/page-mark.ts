import { useLayoutEffect } from 'react'

const holders = new Map<string, number>()

function hold(name: string, by: 1 | 0 | -1): void {
  const count = (holders.get(name) ?? 0) + by
  holders.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
}

/**
 * Sets an attribute on the root element while mounted, for the frame's layout: `data-immersive` hides navigation on a
 * phone. A `:has()` selector on the root would restyle the whole page on every change.
 */
export function usePageMark(name: 'data-immersive', isShown = true): void {
  useLayoutEffect(() => {
    hold(name, isShown ? 1 : 0)
    return () => hold(name, isShown ? -1 : 0)
  }, [name, isShown])
}

/**
 * Keeps an attribute set by the page's head until the component that needs it has mounted. Removes it once it is not
 * wanted any more.
 */
export function useMarkAhead(name: 'data-immersive', isWanted: boolean): void {
  useLayoutEffect(() => {
    if (!isWanted) hold(name, 0)
    return () => hold(name, 0)
  }, [name, isWanted])
}
