import { useSyncExternalStore } from 'react'

/** Whether a media query holds, now and after every change of the window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Room for a table, for a list beside its details. In step with the breakpoints of theme.css. */
export const useTableRoom = (): boolean => useMedia('(min-width: 64rem)')
export const useThreePaneRoom = (): boolean => useMedia('(min-width: 88rem)')
export const useTwoPaneRoom = (): boolean => useMedia('(min-width: 80rem)')
