import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every minute, for relative dates. */
export function useNow(every = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
