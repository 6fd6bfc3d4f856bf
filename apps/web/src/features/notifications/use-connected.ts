import { useNovu } from '@novu/react/hooks'
import { useEffect, useRef } from 'react'

const HIDDEN_TOO_LONG_MS = 30_000

/**
 * Calls back when events may have been missed: the socket has (re)connected, or the page was hidden for long. The
 * client does not refetch then.
 */
export function useConnected(onConnected: () => void): void {
  const novu = useNovu()
  const latest = useRef(onConnected)
  useEffect(() => {
    latest.current = onConnected
  })
  useEffect(() => {
    let hiddenAt: number | undefined
    const stop = novu.on('socket.connect.resolved', ({ error }) => {
      if (!error) latest.current()
    })
    const onVisibility = () => {
      if (document.hidden) hiddenAt = performance.now()
      else if (hiddenAt !== undefined && performance.now() - hiddenAt > HIDDEN_TOO_LONG_MS) latest.current()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [novu])
}
