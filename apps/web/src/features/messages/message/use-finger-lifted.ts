import { useEffect, useState } from 'react'

/** False until the finger that opened the overlay is lifted, which would otherwise press what appears below it. */
export function useFingerLifted(): boolean {
  const [isLifted, setIsLifted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lift = () => {
      timer = setTimeout(() => setIsLifted(true), 50)
    }
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const
    ends.forEach((end) => window.addEventListener(end, lift, true))
    return () => {
      clearTimeout(timer)
      ends.forEach((end) => window.removeEventListener(end, lift, true))
    }
  }, [])
  return isLifted
}
