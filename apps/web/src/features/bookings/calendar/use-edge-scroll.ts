import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Distance from the upper or lower edge within which dragging scrolls, and its maximum speed. */
const SCROLL_EDGE_PX = 56
const MAX_SCROLL_PX_PER_FRAME = 9

/** Pixels to scroll in a frame: the further, the nearer the pointer is to an edge or beyond it. */
function scrollStep(pointerY: number, { top, bottom }: { top: number; bottom: number }): number {
  const nearness = (distance: number) => Math.max(0, Math.min(1, 1 - distance / SCROLL_EDGE_PX))
  return Math.round((nearness(bottom - pointerY) - nearness(pointerY - top)) * MAX_SCROLL_PX_PER_FRAME)
}

/** Scrolls an element while something is dragged near its upper or lower edge. */
export function useEdgeScroll(options: {
  isDragging: boolean
  scroller: RefObject<HTMLElement | null>
  pointerY: () => number | undefined
  onScroll: () => void
}) {
  const { isDragging, scroller, pointerY, onScroll } = options
  const scroll = useEffectEvent(() => {
    const y = pointerY()
    const element = scroller.current
    if (!element || y === undefined) return
    const { top, bottom } = element.getBoundingClientRect()
    // On a phone the grid ends below the visible page.
    const pageBottom = element.closest('main')?.getBoundingClientRect().bottom ?? bottom
    const step = scrollStep(y, { top, bottom: Math.min(bottom, pageBottom) })
    if (step === 0) return
    element.scrollBy(0, step)
    onScroll()
  })
  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function onFrame() {
      scroll()
      frame = requestAnimationFrame(onFrame)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])
}
