import { useEffect, useEffectEvent, useRef, type MouseEvent, type PointerEvent } from 'react'
import { dropTargetAt, targetOf } from './layout/drop-target.ts'
import type { CalendarBlock } from './layout/calendar-blocks.ts'
import type { MoveOptions, MoveState } from './move.types.ts'
import { useClickSuppression } from './use-click-suppression.ts'
import { useEdgeScroll } from './use-edge-scroll.ts'

/** A finger must rest this long before a drag starts; less is a scroll. */
const LONG_PRESS_MS = 350
/** Mouse movement before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 5

/** A press on a booking, which becomes a drag. */
interface Drag {
  block: CalendarBlock
  day: string
  pointer: number
  /** Distance of the pointer from the top of the block, in pixels. */
  offsetY: number
  start: { x: number; y: number }
  /** Current pointer position. */
  position: { x: number; y: number }
  /** The pointer has moved far enough, or rested long enough. */
  hasStarted: boolean
  /** Starts the drag by a finger. */
  timer?: ReturnType<typeof setTimeout>
}

/** Drags a booking by mouse, or by a finger after a long press. Escape cancels. */
export function useDragMove([moving, setMoving]: MoveState, options: MoveOptions) {
  const { days, hour, columns, scroller, onMove } = options
  const drag = useRef<Drag>(undefined)
  const { suppressClick, suppressClickAfterRelease, onClickCapture } = useClickSuppression()
  const isDragging = moving?.by === 'pointer'

  const startDrag = () => {
    if (!drag.current) return
    const { block, day, timer } = drag.current
    drag.current.hasStarted = true
    // Haptic feedback, because the finger covers the block.
    if (timer) navigator.vibrate?.(10)
    setMoving({ entry: block.entry, target: targetOf(block, day), by: 'pointer' })
  }
  /** Shows the booking at the place under the pointer. */
  const showTarget = () => {
    if (!drag.current) return
    const { block, position, offsetY } = drag.current
    const boxes = columns().map((column) => column.getBoundingClientRect())
    const corner = { x: position.x, y: position.y - offsetY }
    setMoving({ entry: block.entry, target: dropTargetAt(corner, block, { days, boxes, hour }), by: 'pointer' })
  }
  const endDrag = () => {
    clearTimeout(drag.current?.timer)
    drag.current = undefined
    setMoving(undefined)
  }

  useEdgeScroll({ isDragging, scroller, pointerY: () => drag.current?.position.y, onScroll: showTarget })
  useEscape(isDragging, () => {
    endDrag()
    suppressClickAfterRelease()
  })

  const onPointerDown = (event: PointerEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (!block.entry.movable || event.button !== 0) return
    drag.current = pressOf(event, block, day)
    if (event.pointerType !== 'mouse') drag.current.timer = setTimeout(startDrag, LONG_PRESS_MS)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current
    if (current?.pointer !== event.pointerId) return
    const { start } = current
    if (!current.hasStarted) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) <= DRAG_THRESHOLD_PX) return
      // A finger that moves before a long press scrolls.
      if (event.pointerType !== 'mouse') return endDrag()
      startDrag()
    }
    current.position = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
    showTarget()
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current
    if (current?.pointer !== event.pointerId) return
    endDrag()
    if (!current.hasStarted || !moving) return
    suppressClick()
    const { target, entry } = moving
    if (target.day !== current.day || target.from !== current.block.from) onMove(entry, target)
  }
  // A long press on a link opens the browser's context menu, which would cancel the drag.
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (drag.current?.timer !== undefined) event.preventDefault()
  }
  const surface = useScrollLock(() => drag.current?.hasStarted === true)
  return { surface, onPointerDown, onPointerMove, onPointerUp, endDrag, onClickCapture, onContextMenu }
}

/** A press on a block, before it becomes a drag. */
function pressOf(event: PointerEvent<HTMLElement>, block: CalendarBlock, day: string): Drag {
  const start = { x: event.clientX, y: event.clientY }
  const offsetY = start.y - event.currentTarget.getBoundingClientRect().top
  return { block, day, pointer: event.pointerId, offsetY, start, position: start, hasStarted: false }
}

/** Calls back when Escape is pressed anywhere, while active. */
function useEscape(isActive: boolean, onEscape: () => void) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    if (!isActive) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [isActive])
}

/** Element within which touch does not scroll the page while locked. */
function useScrollLock(isLocked: () => boolean) {
  const surface = useRef<HTMLDivElement>(null)
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    if (isLocked()) event.preventDefault()
  })
  useEffect(() => {
    const element = surface.current
    const listener = (event: TouchEvent) => onTouchMove(event)
    element?.addEventListener('touchmove', listener, { passive: false })
    return () => element?.removeEventListener('touchmove', listener)
  }, [])
  return surface
}
