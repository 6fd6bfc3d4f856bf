import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

export const LONG_PRESS_MS = 500
/** A finger that rests moves less than this. */
const TOLERANCE_PX = 10

/** Handlers of an element that a finger can hold. The tap that ends the hold does nothing else. A mouse is ignored. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const from = useRef<{ x: number; y: number }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)
  const stop = () => {
    clearTimeout(timer.current)
    from.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      isHeld.current = false
      if (pointerType === 'mouse' || !onLongPress) return
      from.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isHeld.current = true
        navigator.vibrate?.(10)
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (from.current && Math.hypot(clientX - from.current.x, clientY - from.current.y) > TOLERANCE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // Phones open a menu for a held link.
    onContextMenu: (event: MouseEvent) => {
      if (from.current || isHeld.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isHeld.current) return
      isHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
