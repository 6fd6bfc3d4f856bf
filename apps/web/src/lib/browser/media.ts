import { useSyncExternalStore } from 'react'

/** Whether a media query matches; updates with the window. `prerendered` is the answer in prerendered HTML. */
export function useMedia(query: string, prerendered = false): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => prerendered,
  )
}

/** Whether the navigation is a rail at the side. Otherwise it is a bar at the bottom. */
export const useRail = (): boolean => useMedia('(min-width: 48rem)')

/** Whether a table, or a list beside its details, fits. Keep in step with the breakpoints of theme.css. */
export const useTableRoom = (): boolean => useMedia('(min-width: 64rem)')

/** Whether a list, a conversation and a side pane fit beside each other. */
export const useThreePaneRoom = (): boolean => useMedia('(min-width: 88rem)')

/** Whether a list and the details of one record fit beside each other. */
export const useTwoPaneRoom = (): boolean => useMedia('(min-width: 80rem)')

/** Whether a week of readable columns and a list fit beside each other. */
export const useWeekAndListRoom = (): boolean => useMedia('(min-width: 105rem)')

/** Whether the user prefers less motion. Style sheets ask themselves. */
export const prefersLessMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** How a script scrolls, which no style sheet slows down or stops. */
export const scrollBehavior = (): ScrollBehavior => (prefersLessMotion() ? 'instant' : 'smooth')
