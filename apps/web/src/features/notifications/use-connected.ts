import { useNovu } from '@novu/react/hooks'
import { useEffect, useEffectEvent } from 'react'

const HIDDEN_TOO_LONG_MS = 30_000

/**
 * Calls back when events may have been missed: the socket has (re)connected, or the page was hidden for long. The
 * client does not refetch then.
 */
export function useConnected(onConnected: () => void): void {
  const novu = useNovu()
  const connected = useEffectEvent(onConnected)
  useEffect(() => {
    let hiddenAt: number | undefined
    const stop = novu.on('socket.connect.resolved', ({ error }) => {
      if (!error) connected()
    })
    const onVisibility = () => {
      if (document.hidden) hiddenAt = performance.now()
      else if (hiddenAt !== undefined && performance.now() - hiddenAt > HIDDEN_TOO_LONG_MS) connected()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [novu])
}
