import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

const AHEAD = '300px'

/** Calls back when an element comes near the visible area, while that is awaited. Returns the element's ref. */
export function useNear(isAwaited: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!isAwaited || !ref.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: AHEAD,
      // A root margin does not reach into areas that scroll on their own, as the content of every screen does.
      scrollMargin: AHEAD,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isAwaited])
  return ref
}
