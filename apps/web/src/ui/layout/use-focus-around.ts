import { useLayoutEffect, type RefObject } from 'react'

/**
 * Moves the focus from an element that is removed to the heading of the dialog or pane around it, else to the tab, popover
 * or page around it.
 */
export function useFocusAround(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element || document.activeElement !== element) return
      const room = element.closest<HTMLElement>('dialog, aside, [popover], [role=tabpanel], #main')
      const heading = room?.matches('dialog, aside') ? room.querySelector<HTMLElement>('h2[tabindex]') : null
      ;(heading ?? room)?.focus({ preventScroll: true })
    }
  }, [ref])
}
