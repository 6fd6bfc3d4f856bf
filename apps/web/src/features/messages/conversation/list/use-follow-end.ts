import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Distance from the newest message that still counts as the end. */
export const AT_END_WITHIN_PX = 60

const distanceFromEnd = (element: HTMLElement): number =>
  element.scrollHeight - element.clientHeight - element.scrollTop

export interface FollowedEnd {
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
export function useFollowEnd(
  scrollerRef: RefObject<HTMLElement | null>,
  height: number,
  follows: boolean,
): FollowedEnd {
  const isFollowing = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const [hasReachedEnd, setHasReachedEnd] = useState(false)

  const scrollToEnd = useCallback(() => {
    const element = scrollerRef.current
    if (element && isFollowing.current) element.scrollTo({ top: element.scrollHeight, behavior: 'instant' })
  }, [scrollerRef])

  useLayoutEffect(scrollToEnd, [scrollToEnd, height])

  useEffect(() => {
    if (hasReachedEnd || height === 0) return
    const frame = requestAnimationFrame(() => setHasReachedEnd(true))
    return () => cancelAnimationFrame(frame)
  }, [hasReachedEnd, height])

  useEffect(() => {
    const element = scrollerRef.current
    if (!element) return
    let viewHeight = element.clientHeight
    // The keyboard or a taller composer reduces the height.
    const onResize = () => {
      viewHeight = element.clientHeight
      scrollToEnd()
    }
    const onScroll = () => {
      // The size changed in this frame, so this is not a user's scroll.
      if (isFollowing.current && element.clientHeight !== viewHeight) return onResize()
      const near = distanceFromEnd(element) <= AT_END_WITHIN_PX
      isFollowing.current = near && follows
      setAtEnd(near)
    }
    const observer = new ResizeObserver(onResize)
    // Capture phase, to run before the list's own handler, which would force a layout.
    const listenerOptions = { passive: true, capture: true }
    element.addEventListener('scroll', onScroll, listenerOptions)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll, listenerOptions)
      observer.disconnect()
    }
  }, [scrollerRef, scrollToEnd, follows])

  const goToEnd = useCallback(() => {
    isFollowing.current = true
    setAtEnd(true)
    scrollToEnd()
  }, [scrollToEnd])
  const release = useCallback(() => {
    isFollowing.current = false
  }, [])
  return { hasReachedEnd, atEnd: atEnd && follows, goToEnd, release }
}
