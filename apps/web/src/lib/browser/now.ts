import { useEffect, useState } from 'react'
import { MINUTE_MS } from '@fettle/protocol/core/durations'

/** The current time, updated every minute, for relative dates. */
export function useNow(every = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
