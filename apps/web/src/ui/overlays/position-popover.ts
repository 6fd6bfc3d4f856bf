import { isRightToLeft } from '../../lib/i18n/direction.ts'

const GAP_PX = 6
const VIEWPORT_MARGIN_PX = 8

/**
 * Positions a popover below its anchor, aligned at one edge; above it when there is more room. Without an edge it opens
 * towards the wider side.
 */
export function positionPopover(popover: HTMLElement, anchor: HTMLElement, edge?: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect()
  const roomBelow = window.innerHeight - box.bottom
  const up = roomBelow < popover.offsetHeight + GAP_PX + VIEWPORT_MARGIN_PX && box.top > roomBelow
  const isLeft = edge ? (edge === 'start') !== isRightToLeft() : box.left + box.right < window.innerWidth
  const left = isLeft ? box.left : box.right - popover.offsetWidth
  Object.assign(popover.style, {
    left: `${Math.max(VIEWPORT_MARGIN_PX, Math.min(left, window.innerWidth - popover.offsetWidth - VIEWPORT_MARGIN_PX))}px`,
    // Anchored at that edge, so that it grows away from the anchor.
    top: up ? 'auto' : `${box.bottom + GAP_PX}px`,
    bottom: up ? `${window.innerHeight - box.top + GAP_PX}px` : 'auto',
    maxHeight: `${(up ? box.top : roomBelow) - GAP_PX - VIEWPORT_MARGIN_PX}px`,
  })
}
