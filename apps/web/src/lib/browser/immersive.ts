import { useLayoutEffect } from 'react'

/** Number of mounted components that need the whole screen. */
let needs = 0

function changeNeeds(by: 1 | 0 | -1): void {
  needs += by
  document.documentElement.toggleAttribute('data-immersive', needs > 0)
}

/**
 * Hides the navigation on a phone while mounted, by `data-immersive` on the root element. A `:has()` selector there
 * would restyle the whole page on every change.
 */
export function useImmersive(isImmersive: boolean): void {
  useLayoutEffect(() => {
    changeNeeds(isImmersive ? 1 : 0)
    return () => changeNeeds(isImmersive ? -1 : 0)
  }, [isImmersive])
}

/**
 * Keeps the attribute as the page's head has set it (src/entries/inline/boot.js) until a component calls `useImmersive`,
 * or until `isExpected` is false.
 */
export function useInitialImmersive(isExpected: boolean): void {
  useLayoutEffect(() => {
    if (!isExpected) changeNeeds(0)
    return () => changeNeeds(0)
  }, [isExpected])
}
