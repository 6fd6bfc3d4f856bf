import { useLayoutEffect } from 'react'

const holders = new Map<string, number>()

function hold(name: string, by: 1 | 0 | -1): void {
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
    hold(name, isShown ? 1 : 0)
    return () => hold(name, isShown ? -1 : 0)
  }, [name, isShown])
}

/**
 * Keeps a mark that the page's head set before any code was there, until what it is for has come to hold it by itself.
 * Takes it away once that is not wanted any more.
 */
export function useMarkAhead(name: 'data-immersive', isWanted: boolean): void {
  useLayoutEffect(() => {
    if (!isWanted) hold(name, 0)
    return () => hold(name, 0)
  }, [name, isWanted])
}
