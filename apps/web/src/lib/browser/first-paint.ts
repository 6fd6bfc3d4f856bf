import { useDeferredValue, useEffect } from 'react'

let isPainted = false

/**
 * False while the first screen after loading the app is rendered for the first time: a slow phone then paints what it
 * shows at the top before the rest is rendered. Later screens are rendered at once, because going back restores their
 * scroll position.
 */
export function useIsPainted(): boolean {
  useEffect(() => {
    isPainted = true
  }, [])
  return useDeferredValue(true, isPainted)
}
