import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** This close to the newest message counts as being there, in pixels. */
export const AT_END_WITHIN_PX = 60

const distanceFromEnd = (element: HTMLElement): number =>
  element.scrollHeight - element.clientHeight - element.scrollTop

export interface Bottom {
  /** False until the end has been reached once: before that nothing may be read from where the list stands. */
  begun: boolean
  atEnd: boolean
  goToEnd: () => void
  /** Lets go of the end: somebody wants to be elsewhere. */
  release: () => void
}

/**
 * Holds a scrolling element at its end while one is there: whatever grows, above, below or around it, happens before
 * the next paint. Whoever scrolls away is left alone until they come back.
 *
 * `height` is that of the content as it has just been drawn. Where `follows` is false the end that is loaded is not
 * the end of it all, and is not held.
 */
export function useBottom(scrollerRef: RefObject<HTMLElement | null>, height: number, follows: boolean): Bottom {
  const held = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const [begun, setBegun] = useState(false)

  const hold = useCallback(() => {
    const element = scrollerRef.current
    if (element && held.current) element.scrollTo({ top: element.scrollHeight, behavior: 'instant' })
  }, [scrollerRef])

  useLayoutEffect(hold, [hold, height])

  useEffect(() => {
    if (begun || height === 0) return
    const frame = requestAnimationFrame(() => setBegun(true))
    return () => cancelAnimationFrame(frame)
  }, [begun, height])

  useEffect(() => {
    const element = scrollerRef.current
    if (!element) return
    let room = element.clientHeight
    // The keyboard, or a longer draft, takes room from below.
    const resized = () => {
      room = element.clientHeight
      hold()
    }
    const note = () => {
      // The room has changed in this very frame: whoever was at the end has not gone anywhere.
      if (held.current && element.clientHeight !== room) return resized()
      const near = distanceFromEnd(element) <= AT_END_WITHIN_PX
      held.current = near && follows
      setAtEnd(near)
    }
    const observer = new ResizeObserver(resized)
    // Before the list itself, whose changes would have to be laid out to know where the end is.
    const early = { passive: true, capture: true }
    element.addEventListener('scroll', note, early)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', note, early)
      observer.disconnect()
    }
  }, [scrollerRef, hold, follows])

  const goToEnd = useCallback(() => {
    held.current = true
    setAtEnd(true)
    hold()
  }, [hold])
  const release = useCallback(() => {
    held.current = false
  }, [])
  return { begun, atEnd: atEnd && follows, goToEnd, release }
}
