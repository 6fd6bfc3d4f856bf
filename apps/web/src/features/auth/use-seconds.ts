import { useEffect, useState } from 'react'
import { secondsUntil } from './model.ts'

/** Counts down the whole seconds until a time. */
export function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(0)
  const left = now === 0 ? 0 : secondsUntil(time, now)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the build's page knows no time
    setNow(Date.now())
    if (time === undefined) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= time) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [time])
  return left
}
