import { t } from '@lingui/core/macro'
import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { announce } from '../../../lib/browser/announce.ts'
import { latinKey } from '../../../shared/shortcuts/latin-key.ts'
import { clockText } from '../../../lib/format/dates.ts'
import { isFromDialog } from '../../../ui/overlays/is-from-dialog.ts'
import { DAY_MINUTES } from './layout/calendar-blocks.ts'
import { moveByKey, resizeTarget, targetAt, targetBetween, type DropTarget } from './layout/drop-target.ts'

/** Mouse movement before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 5

/**
 * Chooses empty time for a new booking: by a click or tap, by dragging the mouse over it, or with N, the arrow keys and
 * Enter. Handlers are for the columns of the days; events of blocks in them are ignored.
 */
export function useCreate(options: {
  days: readonly string[]
  hour: number
  /** Returns the time that a choice by keyboard begins with. */
  start: () => DropTarget
  nameOf: (day: string) => string
  onCreate: (target: DropTarget) => void
}) {
  const { days, hour, start, nameOf, onCreate } = options
  const [choice, setChoice] = useState<{ target: DropTarget; by: 'pointer' | 'keys' }>()
  const press = useRef<{ pointer: number; y: number; minute: number }>(undefined)
  const justDragged = useRef(false)

  const minuteAt = (event: MouseEvent<HTMLElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(DAY_MINUTES - 1, ((event.clientY - top) / hour) * 60))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    justDragged.current = false
    if (event.button !== 0 || event.pointerType !== 'mouse' || event.target !== event.currentTarget) return
    press.current = { pointer: event.pointerId, y: event.clientY, minute: minuteAt(event) }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>, day: string) => {
    const pressed = press.current
    if (pressed?.pointer !== event.pointerId) return
    if (!justDragged.current && Math.abs(event.clientY - pressed.y) <= DRAG_THRESHOLD_PX) return
    justDragged.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    setChoice({ target: targetBetween(day, pressed.minute, minuteAt(event)), by: 'pointer' })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (press.current?.pointer !== event.pointerId) return
    press.current = undefined
    if (justDragged.current && choice) onCreate(choice.target)
    setChoice(undefined)
  }
  const cancel = () => {
    press.current = undefined
    setChoice(undefined)
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    // A press takes the focus from a block or menu within: that is how it starts.
    if (event.target === event.currentTarget) cancel()
  }
  const onClick = (event: MouseEvent<HTMLElement>, day: string) => {
    if (event.target !== event.currentTarget || justDragged.current) return
    onCreate(targetAt(day, minuteAt(event)))
  }

  const announceTarget = ({ day, from, minutes }: DropTarget) => {
    const name = nameOf(day)
    announce(t`${name}, ${clockText(from)}–${clockText(from + minutes)}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isFromDialog(event)) return
    if (choice?.by !== 'keys') {
      if (latinKey(event).toLowerCase() !== 'n') return
      event.preventDefault()
      // A block may have the focus. Its own keys would move it.
      event.currentTarget.focus({ preventScroll: true })
      const target = start()
      setChoice({ target, by: 'keys' })
      announce(
        t`New booking. Use the arrow keys to choose a time, Shift and an arrow key to change its length, Enter to continue.`,
      )
      return
    }
    if (event.key === 'Escape' || event.key === 'Tab') return cancel()
    if (event.key === 'Enter') {
      event.preventDefault()
      setChoice(undefined)
      onCreate(choice.target)
      return
    }
    const resized = event.shiftKey && { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
    const next = resized ? resizeTarget(choice.target, resized) : moveByKey(choice.target, event.key, days)
    if (!next) return
    event.preventDefault()
    setChoice({ target: next, by: 'keys' })
    announceTarget(next)
  }
  return { choice, onPointerDown, onPointerMove, onPointerUp, onClick, onKeyDown, onBlur, cancel }
}
