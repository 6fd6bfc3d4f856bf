import { useRef, type PointerEvent } from 'react'
import { towardsEnd } from '../../../lib/i18n/direction.ts'
import { useLongPress } from '../../../ui/layout/use-long-press.ts'

/** Distance of a swipe that replies. The message follows the finger no further. */
export const SWIPE_PX = 56
/** Longest time between the two taps of a double tap. */
const DOUBLE_TAP_MS = 300
/** A tap moves less than this. */
const TAP_TOLERANCE_PX = 10

/** Controls within a message keep their own gestures. */
const CONTROLS = 'a, button, input, audio, video, [role=slider]'

interface MessageGestures {
  onLongPress: () => void
  /** A swipe towards the end of the line: to the right in English, to the left in Arabic. */
  onSwipe: (() => void) | undefined
  onDoubleTap: (() => void) | undefined
}

/** Touch gestures on a message. The keyboard has R and +, and the menu of a message has the same actions. */
export function useMessageGestures({ onLongPress, onSwipe, onDoubleTap }: MessageGestures) {
  const press = useLongPress(onLongPress)
  const start = useRef<{ x: number; y: number }>(undefined)
  const lastTapAt = useRef(0)

  /** How far the finger has moved towards the end of the line. */
  const distanceOf = ({ clientX }: PointerEvent<HTMLElement>): number =>
    start.current ? towardsEnd(clientX - start.current.x) : 0
  const resetSwipe = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    start.current = undefined
    currentTarget.style.translate = ''
  }
  return {
    ...press,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      press.onPointerDown(event)
      const isOnControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null
      start.current = event.pointerType === 'mouse' || isOnControl ? undefined : { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      press.onPointerMove(event)
      if (!start.current || !onSwipe) return
      const distance = Math.min(SWIPE_PX, Math.max(0, distanceOf(event)))
      event.currentTarget.style.translate = distance > TAP_TOLERANCE_PX ? `${towardsEnd(distance)}px` : ''
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      press.onPointerUp()
      const { current: from } = start
      const distance = distanceOf(event)
      resetSwipe(event)
      if (!from) return
      if (distance >= SWIPE_PX && distance > 2 * Math.abs(event.clientY - from.y)) return onSwipe?.()
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > TAP_TOLERANCE_PX) return
      const isSecond = event.timeStamp - lastTapAt.current < DOUBLE_TAP_MS
      lastTapAt.current = isSecond ? 0 : event.timeStamp
      if (isSecond) onDoubleTap?.()
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      press.onPointerCancel()
      resetSwipe(event)
    },
  }
}
