import { useEffect, useState } from 'react'

/** What is typed, once it has stood still for a moment (milliseconds). */
export function useDebounced(text: string, after: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return settled
}
