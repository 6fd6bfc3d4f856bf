const GAP = 6
const EDGE = 8

/**
 * Puts a popover below its anchor, one edge of both together; above it when there is no room below and more above.
 * Where no edge is given it opens towards the side that has more room.
 */
export function placeBy(popover: HTMLElement, anchor: HTMLElement, edge?: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect()
  const below = window.innerHeight - box.bottom
  const up = below < popover.offsetHeight + GAP + EDGE && box.top > below
  const isLeft = edge
    ? (edge === 'start') !== (document.documentElement.dir === 'rtl')
    : box.left + box.right < window.innerWidth
  const left = isLeft ? box.left : box.right - popover.offsetWidth
  Object.assign(popover.style, {
    left: `${Math.max(EDGE, Math.min(left, window.innerWidth - popover.offsetWidth - EDGE))}px`,
    // Held at the edge beside the anchor, so that what arrives later grows away from it.
    top: up ? 'auto' : `${box.bottom + GAP}px`,
    bottom: up ? `${window.innerHeight - box.top + GAP}px` : 'auto',
    maxHeight: `${(up ? box.top : below) - GAP - EDGE}px`,
  })
}
