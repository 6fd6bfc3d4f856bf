import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Calls back when an element comes near the viewport, while that is awaited. Returns the element's ref. */
export function useNear(isAwaited: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!isAwaited || !ref.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: '300px' })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isAwaited])
  return ref
}
