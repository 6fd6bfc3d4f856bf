import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to the link of a row when the focused button in it is replaced by the answer it gave. Returns the ref
 * of an element in the row that stays.
 */
export function useRowFocus<Stays extends HTMLElement>(isAnswered: boolean) {
  const ref = useRef<Stays>(null)
  const before = useRef(isAnswered)
  useLayoutEffect(() => {
    const isNew = isAnswered && !before.current
    before.current = isAnswered
    // The browser leaves the focus of a removed button to the page.
    if (!isNew || document.activeElement !== document.body) return
    ref.current?.closest('li, tr')?.querySelector('a')?.focus({ preventScroll: true })
  }, [isAnswered])
  return ref
}
