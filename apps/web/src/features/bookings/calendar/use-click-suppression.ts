import { useRef, type MouseEvent } from 'react'

/** Suppresses the click by which the browser ends a drag. */
export function useClickSuppression() {
  const isSuppressed = useRef(false)
  const allowClicks = () => setTimeout(() => (isSuppressed.current = false), 0)
  return {
    /** For a button that was released just now. */
    suppressClick() {
      isSuppressed.current = true
      allowClicks()
    },
    /** For a button that is still down. */
    suppressClickAfterRelease() {
      isSuppressed.current = true
      window.addEventListener('pointerup', allowClicks, { once: true })
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!isSuppressed.current) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
