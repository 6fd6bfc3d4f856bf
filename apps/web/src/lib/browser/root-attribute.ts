import { useLayoutEffect } from 'react'

type RootAttribute = 'data-immersive'

/** Number of mounted components that need an attribute, by attribute. */
const needs = new Map<string, number>()

function changeNeeds(name: string, by: 1 | 0 | -1): void {
  const count = (needs.get(name) ?? 0) + by
  needs.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
}

/**
 * Sets an attribute on the root element while mounted, for the frame's layout: `data-immersive` hides navigation on a
 * phone. A `:has()` selector on the root would restyle the whole page on every change.
 */
export function useRootAttribute(name: RootAttribute, isSet = true): void {
  useLayoutEffect(() => {
    changeNeeds(name, isSet ? 1 : 0)
    return () => changeNeeds(name, isSet ? -1 : 0)
  }, [name, isSet])
}

/**
 * Keeps an attribute that the page's head has set (src/entries/inline/boot.js) until a component calls
 * `useRootAttribute`, or until `isExpected` is false.
 */
export function useInitialRootAttribute(name: RootAttribute, isExpected: boolean): void {
  useLayoutEffect(() => {
    if (!isExpected) changeNeeds(name, 0)
    return () => changeNeeds(name, 0)
  }, [name, isExpected])
}
