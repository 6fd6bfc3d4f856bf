import { useEffect, useState } from 'react'

/** Loads an optional part after the first render: undefined until it has loaded. Stays undefined offline. */
export function useLazy<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    let live = true
    load().then(
      (arrived) => live && setPart(() => arrived),
      () => undefined,
    )
    return () => {
      live = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- runs once
  }, [])
  return part
}
