import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { announce } from '../../../lib/browser/announce.ts'
import { clockText } from '../../../lib/format/dates.ts'
import {
  columnAt,
  DAY_MINUTES,
  STEP_MINUTES,
  moveByKey,
  type CalendarBlock,
  type CalendarEntry,
  type DropTarget,
} from './model.ts'

/** How long a finger must rest before a drag starts; less is a scroll. */
const LONG_PRESS_MS = 350
/** Mouse movement before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 5
/** Distance from the upper or lower edge within which dragging scrolls, and its maximum speed. */
const SCROLL_EDGE_PX = 56
const MAX_SCROLL_PX_PER_FRAME = 9

export interface CalendarMove {
  entry: CalendarEntry
  target: DropTarget
  by: 'pointer' | 'keys'
}

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
  timer?: ReturnType<typeof setTimeout>
}

/** Drags a booking by mouse, by long press, or with M and the arrow keys. Dropping only opens a reschedule proposal. */
export function useMove(options: {
  days: readonly string[]
  hour: number
  columns: () => readonly HTMLElement[]
  scroller: RefObject<HTMLElement | null>
  nameOf: (day: string) => string
  onMove: (entry: CalendarEntry, target: DropTarget) => void
}) {
  const { days, hour, columns, scroller, nameOf, onMove } = options
  const [moving, setMoving] = useState<CalendarMove>()
  const drag = useRef<Drag>(undefined)
  const suppressesClick = useRef(false)
  const surface = useRef<HTMLDivElement>(null)

  // Prevent the page from scrolling during a drag.
  useEffect(() => {
    const element = surface.current
    const preventScroll = (event: TouchEvent) => drag.current?.hasStarted && event.preventDefault()
    element?.addEventListener('touchmove', preventScroll, { passive: false })
    return () => element?.removeEventListener('touchmove', preventScroll)
  }, [])

  const allowClicks = () => setTimeout(() => (suppressesClick.current = false), 0)
  const isDragging = moving?.by === 'pointer'
  useEffect(() => {
    if (!isDragging) return
    // Auto-scroll while dragging near an edge.
    let frame = requestAnimationFrame(function follow() {
      const box = scroller.current?.getBoundingClientRect()
      const current = drag.current
      if (box && current) {
        const above = Math.max(0, SCROLL_EDGE_PX - (current.position.y - box.top))
        // On a phone the grid ends below the visible page.
        const page = scroller.current?.closest('main')?.getBoundingClientRect().bottom ?? box.bottom
        const below = Math.max(0, SCROLL_EDGE_PX - (Math.min(box.bottom, page) - current.position.y))
        const by = Math.round(
          ((Math.min(below, SCROLL_EDGE_PX) - Math.min(above, SCROLL_EDGE_PX)) / SCROLL_EDGE_PX) *
            MAX_SCROLL_PX_PER_FRAME,
        )
        if (by !== 0) {
          scroller.current?.scrollBy(0, by)
          moveTo(current)
        }
      }
      frame = requestAnimationFrame(follow)
    })
    const cancelOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      endDrag()
      // The button is still down: suppress the click that follows.
      suppressesClick.current = true
      window.addEventListener('pointerup', allowClicks, { once: true })
    }
    window.addEventListener('keydown', cancelOnEscape)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', cancelOnEscape)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- runs while a booking is dragged and reads only refs and columns
  }, [isDragging])

  /** Shows the booking at the place under the pointer. */
  const moveTo = ({ block, position, offsetY }: Drag) => {
    const boxes = columns().map((column) => column.getBoundingClientRect())
    const index = columnAt(position.x, boxes)
    const top = boxes[index]?.top ?? 0
    const minutes = block.to - block.from
    const raw = ((position.y - offsetY - top) / hour) * 60
    const from = Math.max(0, Math.min(DAY_MINUTES - minutes, Math.round(raw / STEP_MINUTES) * STEP_MINUTES))
    setMoving({ entry: block.entry, target: { day: days[index] ?? '', from, minutes }, by: 'pointer' })
  }

  const startDrag = () => {
    const current = drag.current
    if (!current) return
    const { block, day, timer } = current
    current.hasStarted = true
    // Haptic feedback, because the finger covers the block.
    if (timer) navigator.vibrate?.(10)
    const target = { day, from: block.from, minutes: block.to - block.from }
    setMoving({ entry: block.entry, target, by: 'pointer' })
  }
  const endDrag = () => {
    clearTimeout(drag.current?.timer)
    drag.current = undefined
    setMoving(undefined)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (!block.entry.movable || event.button !== 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const start = { x: event.clientX, y: event.clientY }
    drag.current = {
      block,
      day,
      pointer: event.pointerId,
      offsetY: start.y - box.top,
      start,
      position: start,
      hasStarted: false,
      ...(event.pointerType !== 'mouse' && { timer: setTimeout(startDrag, LONG_PRESS_MS) }),
    }
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
    moveTo(current)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current
    const last = moving
    if (current?.pointer !== event.pointerId) return
    endDrag()
    if (!current.hasStarted || !last) return
    // Suppress the click that ends the drag.
    suppressesClick.current = true
    allowClicks()
    const { target, entry } = last
    if (target.day !== current.day || target.from !== current.block.from) onMove(entry, target)
  }

  const announceTarget = ({ day, from }: DropTarget) => {
    const name = nameOf(day)
    announce(t`${name}, ${clockText(from)}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (!block.entry.movable) return
    if (moving?.by !== 'keys') {
      if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setMoving({ entry: block.entry, target: { day, from: block.from, minutes: block.to - block.from }, by: 'keys' })
      announce(t`Moving. Use the arrow keys to choose a time, Enter to propose it, Escape to cancel.`)
      return
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      setMoving(undefined)
      return
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      setMoving(undefined)
      onMove(moving.entry, moving.target)
      return
    }
    const next = moveByKey(moving.target, event.key, days)
    if (!next) return
    event.preventDefault()
    setMoving({ ...moving, target: next })
    announceTarget(next)
  }
  const onClickCapture = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    if (!suppressesClick.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  // A long press on a link opens the browser's context menu, which would cancel the drag.
  const onContextMenu = (event: { preventDefault: () => void }) => {
    if (drag.current?.timer !== undefined) event.preventDefault()
  }
  return {
    moving,
    surface,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    endDrag,
    onKeyDown,
    onClickCapture,
    onContextMenu,
  }
}
