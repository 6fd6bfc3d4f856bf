import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Distance from the newest message that still counts as the end. */
export const AT_END_WITHIN_PX = 60

const distanceFromEnd = (element: HTMLElement): number =>
  element.scrollHeight - element.clientHeight - element.scrollTop

export interface Bottom {
  /** False until the end has been reached once; before that the scroll position means nothing. */
  hasReachedEnd: boolean
  atEnd: boolean
  goToEnd: () => void
  /** Stops following the end. */
  release: () => void
}

/**
 * Keeps a scrolling element at its end while the user is there: adjusts the position before the next paint when content
 * or size changes. A user who scrolls away is left alone until they return.
 *
 * `height` is the height of the rendered content. With `follows` false, newer messages are not loaded yet, and the end
 * is not followed.
 */
export function useBottom(scrollerRef: RefObject<HTMLElement | null>, height: number, follows: boolean): Bottom {
  const isHeld = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const [hasReachedEnd, setHasReachedEnd] = useState(false)

  const hold = useCallback(() => {
    const element = scrollerRef.current
    if (element && isHeld.current) element.scrollTo({ top: element.scrollHeight, behavior: 'instant' })
  }, [scrollerRef])

  useLayoutEffect(hold, [hold, height])

  useEffect(() => {
    if (hasReachedEnd || height === 0) return
    const frame = requestAnimationFrame(() => setHasReachedEnd(true))
    return () => cancelAnimationFrame(frame)
  }, [hasReachedEnd, height])

  useEffect(() => {
    const element = scrollerRef.current
    if (!element) return
    let room = element.clientHeight
    // The keyboard or a taller composer reduces the height.
    const resized = () => {
      room = element.clientHeight
      hold()
    }
    const note = () => {
      // The size changed in this frame, so this is not a user's scroll.
      if (isHeld.current && element.clientHeight !== room) return resized()
      const near = distanceFromEnd(element) <= AT_END_WITHIN_PX
      isHeld.current = near && follows
      setAtEnd(near)
    }
    const observer = new ResizeObserver(resized)
    // Capture phase, to run before the list's own handler, which would force a layout.
    const listenerOptions = { passive: true, capture: true }
    element.addEventListener('scroll', note, listenerOptions)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', note, listenerOptions)
      observer.disconnect()
    }
  }, [scrollerRef, hold, follows])

  const goToEnd = useCallback(() => {
    isHeld.current = true
    setAtEnd(true)
    hold()
  }, [hold])
  const release = useCallback(() => {
    isHeld.current = false
  }, [])
  return { hasReachedEnd, atEnd: atEnd && follows, goToEnd, release }
}
