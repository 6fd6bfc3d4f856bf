import { useEffect, useState } from 'react'

/** Returns the text once it has not changed for `after` milliseconds. */
export function useDebounced(text: string, after: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return debounced
}
