const GAP_PX = 6
const VIEWPORT_MARGIN_PX = 8

/**
 * Puts a popover below its anchor, one edge of both together; above it when there is no room below and more above.
 * Where no edge is given it opens towards the side that has more room.
 */
export function positionPopover(popover: HTMLElement, anchor: HTMLElement, edge?: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect()
  const below = window.innerHeight - box.bottom
  const up = below < popover.offsetHeight + GAP_PX + VIEWPORT_MARGIN_PX && box.top > below
  const isLeft = edge
    ? (edge === 'start') !== (document.documentElement.dir === 'rtl')
    : box.left + box.right < window.innerWidth
  const left = isLeft ? box.left : box.right - popover.offsetWidth
  Object.assign(popover.style, {
    left: `${Math.max(VIEWPORT_MARGIN_PX, Math.min(left, window.innerWidth - popover.offsetWidth - VIEWPORT_MARGIN_PX))}px`,
    // Held at the edge beside the anchor, so that what arrives later grows away from it.
    top: up ? 'auto' : `${box.bottom + GAP_PX}px`,
    bottom: up ? `${window.innerHeight - box.top + GAP_PX}px` : 'auto',
    maxHeight: `${(up ? box.top : below) - GAP_PX - VIEWPORT_MARGIN_PX}px`,
  })
}
