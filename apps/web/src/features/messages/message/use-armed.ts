import { useEffect, useState } from 'react'

/** False until the finger that opened the overlay is lifted, which would otherwise press what appears below it. */
export function useArmed(open: boolean): boolean {
  const [armed, setArmed] = useState(false)
  if (!open && armed) setArmed(false)
  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = () => {
      timer = setTimeout(() => setArmed(true), 50)
    }
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const
    ends.forEach((end) => window.addEventListener(end, arm, true))
    return () => {
      clearTimeout(timer)
      ends.forEach((end) => window.removeEventListener(end, arm, true))
    }
  }, [open])
  return armed
}
