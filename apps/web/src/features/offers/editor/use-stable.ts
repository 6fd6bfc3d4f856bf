import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same and does what the latest one does, so that whoever is handed it need not be drawn
 * again. For what is done later, by a click; never while drawing.
 */
export function useStable(act: () => void): () => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback(() => latest.current(), [])
}
