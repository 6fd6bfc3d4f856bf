import { useEffect, useState } from 'react'

/** A part nobody needs at first sight: undefined until it has arrived. Without a network the page does without it. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  return part
}
