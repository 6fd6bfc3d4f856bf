import { useEffect, useRef, type PointerEvent } from 'react'

const LONG_PRESS_MS = 450
/** Movement allowed during a long press. */
const MOVE_TOLERANCE_PX = 10

/** Detects long presses by touch. */
export function useLongPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      stop()
      if (pointerType === 'mouse') return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        navigator.vibrate?.(10)
        act()
      }, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVE_TOLERANCE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
