import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a stable function that calls the latest `act`, so that components receiving it need not re-render. For event
 * handlers only; do not call during render.
 */
export function useStable(act: () => void): () => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback(() => latest.current(), [])
}
