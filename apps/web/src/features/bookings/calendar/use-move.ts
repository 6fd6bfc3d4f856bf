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

interface Grip {
  block: CalendarBlock
  day: string
  pointer: number
  /** Offset of the pointer within the block, in pixels. */
  below: number
  x: number
  y: number
  taken: boolean
  /** Current pointer position. */
  at: { x: number; y: number }
  timer?: ReturnType<typeof setTimeout>
}

/** Drags a booking by mouse, by long press, or with M and the arrow keys. Dropping only opens a reschedule proposal. */
export function useMove(given: {
  days: readonly string[]
  hour: number
  columns: () => readonly HTMLElement[]
  scroller: RefObject<HTMLElement | null>
  nameOf: (day: string) => string
  onMove: (entry: CalendarEntry, target: DropTarget) => void
}) {
  const { days, hour, columns, scroller, nameOf, onMove } = given
  const [moving, setMoving] = useState<CalendarMove>()
  const grip = useRef<Grip>(undefined)
  const justMoved = useRef(false)
  const surface = useRef<HTMLDivElement>(null)

  // Prevent the page from scrolling during a drag.
  useEffect(() => {
    const element = surface.current
    const hold = (event: TouchEvent) => grip.current?.taken && event.preventDefault()
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [])

  const endOfMove = () => setTimeout(() => (justMoved.current = false), 0)
  const isInHand = moving?.by === 'pointer'
  useEffect(() => {
    if (!isInHand) return
    // Auto-scroll while dragging near an edge.
    let frame = requestAnimationFrame(function follow() {
      const box = scroller.current?.getBoundingClientRect()
      const held = grip.current
      if (box && held) {
        const above = Math.max(0, SCROLL_EDGE_PX - (held.at.y - box.top))
        // On a phone the grid ends below the visible page.
        const page = scroller.current?.closest('main')?.getBoundingClientRect().bottom ?? box.bottom
        const below = Math.max(0, SCROLL_EDGE_PX - (Math.min(box.bottom, page) - held.at.y))
        const by = Math.round(
          ((Math.min(below, SCROLL_EDGE_PX) - Math.min(above, SCROLL_EDGE_PX)) / SCROLL_EDGE_PX) *
            MAX_SCROLL_PX_PER_FRAME,
        )
        if (by !== 0) {
          scroller.current?.scrollBy(0, by)
          setMoving({ entry: held.block.entry, target: under(held.at.x, held.at.y, held), by: 'pointer' })
        }
      }
      frame = requestAnimationFrame(follow)
    })
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      letGo()
      // The button is still down: suppress the click that follows.
      justMoved.current = true
      window.addEventListener('pointerup', endOfMove, { once: true })
    }
    window.addEventListener('keydown', leave)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', leave)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- while one job is in hand; what it reads are refs and the columns
  }, [isInHand])

  const under = (x: number, y: number, { block, below }: Grip): DropTarget => {
    const boxes = columns().map((column) => column.getBoundingClientRect())
    const index = columnAt(x, boxes)
    const top = boxes[index]?.top ?? 0
    const minutes = block.to - block.from
    const raw = ((y - below - top) / hour) * 60
    const from = Math.max(0, Math.min(DAY_MINUTES - minutes, Math.round(raw / STEP_MINUTES) * STEP_MINUTES))
    return { day: days[index] ?? '', from, minutes }
  }

  const take = () => {
    const held = grip.current
    if (!held) return
    held.taken = true
    // Haptic feedback, because the finger covers the block.
    if (held.timer) navigator.vibrate?.(10)
    const target = { day: held.day, from: held.block.from, minutes: held.block.to - held.block.from }
    setMoving({ entry: held.block.entry, target, by: 'pointer' })
  }
  const letGo = () => {
    clearTimeout(grip.current?.timer)
    grip.current = undefined
    setMoving(undefined)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (!block.entry.movable || event.button !== 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const held: Grip = {
      block,
      day,
      pointer: event.pointerId,
      below: event.clientY - box.top,
      x: event.clientX,
      y: event.clientY,
      taken: false,
      at: { x: event.clientX, y: event.clientY },
    }
    if (event.pointerType !== 'mouse') held.timer = setTimeout(take, LONG_PRESS_MS)
    grip.current = held
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (held?.pointer !== event.pointerId) return
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_THRESHOLD_PX
    if (!held.taken) {
      if (!far) return
      if (event.pointerType !== 'mouse') return letGo()
      take()
    }
    held.at = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
    setMoving({ entry: held.block.entry, target: under(event.clientX, event.clientY, held), by: 'pointer' })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    const last = moving
    if (held?.pointer !== event.pointerId) return
    letGo()
    if (!held.taken || !last) return
    // Suppress the click that ends the drag.
    justMoved.current = true
    endOfMove()
    const { target, entry } = last
    if (target.day !== held.day || target.from !== held.block.from) onMove(entry, target)
  }

  const say = ({ day, from }: DropTarget) => {
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
    say(next)
  }
  const onClickCapture = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    if (!justMoved.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  // A long press on a link opens the browser's context menu, which would cancel the drag.
  const onContextMenu = (event: { preventDefault: () => void }) => {
    if (grip.current?.timer !== undefined) event.preventDefault()
  }
  return { moving, surface, onPointerDown, onPointerMove, onPointerUp, letGo, onKeyDown, onClickCapture, onContextMenu }
}
