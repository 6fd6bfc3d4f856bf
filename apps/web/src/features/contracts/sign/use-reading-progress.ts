import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { noteReading } from '../api.ts'

/**
 * Reports that a text was opened and read to its end, which signing requires. Returns the ref of the end marker and
 * whether the report succeeded. Failed reports are repeated after reconnecting.
 */
export function useReadingProgress(
  contractId: string,
  contentHash: string,
  before: boolean,
): { end: RefObject<HTMLDivElement | null>; isRead: boolean; error: unknown } {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const [readHash, setReadHash] = useState<string>()
  const [error, setError] = useState<unknown>()
  const isRead = before || readHash === contentHash

  const tell = useEffectEvent((toEnd: boolean) =>
    noteReading(client, contractId, contentHash, toEnd).then(
      () => {
        setError(undefined)
        if (toEnd) setReadHash(contentHash)
      },
      (failed: unknown) => setError(failed),
    ),
  )
  useEffect(() => {
    if (isRead) return
    void tell(false)
    const mark = end.current
    if (!mark) return
    let seen = false
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || seen) return
      seen = true
      void tell(true)
    })
    watch.observe(mark)
    const again = () => void tell(seen)
    window.addEventListener('online', again)
    return () => {
      watch.disconnect()
      window.removeEventListener('online', again)
    }
  }, [contractId, contentHash, isRead])
  return { end, isRead, error }
}
