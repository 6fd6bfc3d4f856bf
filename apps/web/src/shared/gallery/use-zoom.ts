import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { pan, swipeOf, initialView, zoom, type View } from './zoom.ts'

interface Finger {
  x: number
  y: number
}

const ZOOM_FACTOR = 1.5

/**
 * Zoom and pan of a picture by touch, wheel and keys: pinch or double tap zooms; dragging pans, or navigates when not
 * zoomed.
 */
export function useZoom(
  box: RefObject<HTMLElement | null>,
  key: string,
  go: { next: () => void; before: () => void; close: () => void },
) {
  const [view, setView] = useState<View>(initialView)
  const [shown, setShown] = useState(key)
  if (shown !== key) {
    setShown(key)
    setView(initialView)
  }
  const fingers = useRef(new Map<number, Finger>())
  const gestureStart = useRef({ x: 0, y: 0, at: 0, alone: true })
  const tapped = useRef(0)

  const room = () => ({ width: box.current?.clientWidth ?? 1, height: box.current?.clientHeight ?? 1 })
  const fromMiddle = ({ x, y }: Finger) => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    const { width, height } = room()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }
  const by = (factor: number, at: Finger = { x: 0, y: 0 }) => setView((now) => zoom(now, factor, at, room()))

  // React's wheel listeners are passive and cannot prevent scrolling.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = element.getBoundingClientRect()
      const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
      setView((now) => zoom(now, Math.exp(-event.deltaY / 300), at, { width, height }))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box])

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const finger = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, finger)
    if (fingers.current.size === 1) gestureStart.current = { ...finger, at: event.timeStamp, alone: true }
    else gestureStart.current.alone = false
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) {
      const span = (finger: Finger) => Math.hypot(finger.x - other.x, finger.y - other.y)
      by(span(now) / Math.max(1, span(before)), fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
    } else {
      setView((current) =>
        pan({ ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y }, room()),
      )
    }
  }
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    const { x, y, at, alone } = gestureStart.current
    if (fingers.current.size > 0 || !alone) return
    const offset = { x: event.clientX - x, y: event.clientY - y }
    if (view.scale === 1 && event.pointerType !== 'mouse') {
      const swipe = swipeOf(offset, event.timeStamp - at)
      if (swipe) return go[swipe]()
    }
    if (Math.hypot(offset.x, offset.y) > 10) return
    if (event.timeStamp - tapped.current < 350) {
      tapped.current = 0
      if (view.scale > 1) setView(initialView)
      else by(2.5, fromMiddle({ x: event.clientX, y: event.clientY }))
    } else tapped.current = event.timeStamp
  }

  return {
    view,
    closer: () => by(ZOOM_FACTOR),
    further: () => by(1 / ZOOM_FACTOR),
    reset: () => setView(initialView),
    on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
