import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { onReconnect } from '../../../lib/http/connection.ts'
import { recordReading } from '../api.ts'

/** Far enough that a jump past the end, between two frames, counts as having seen it. */
const FAR_ABOVE = '1000000px 0px 0px'

export interface ReadingState {
  /** The area that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  /** Marks the end of the text. */
  end: RefObject<HTMLDivElement | null>
  /** The server knows that the text was read to its end, so it may be signed. */
  isRead: boolean
  /** Error of the last report, if it failed. */
  error: unknown
  /** Repeats a failed report. */
  retry: () => void
  /** Waits for a report that is on its way. Whether the text counts as read then. */
  confirm: () => Promise<boolean>
}

/**
 * Reports that a text was opened and read to its end, which signing requires. Failed reports are repeated after
 * reconnecting and whenever the end comes into view.
 */
export function useReadingProgress(contractId: string, contentHash: string, before: boolean): ReadingState {
  const client = useQueryClient()
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isSeen = useRef(false)
  const latestReport = useRef<Promise<boolean>>(undefined)
  const [readHash, setReadHash] = useState<string>()
  const [error, setError] = useState<unknown>()
  const isRead = before || readHash === contentHash

  const send = async (): Promise<boolean> => {
    const toEnd = isSeen.current
    try {
      await recordReading(client, contractId, contentHash, toEnd)
      setError(undefined)
      if (toEnd) setReadHash(contentHash)
      return toEnd
    } catch (failed) {
      setError(failed)
      return false
    }
  }
  const report = () => {
    latestReport.current = send()
  }
  const reportLatest = useEffectEvent(report)
  useEffect(() => {
    if (isRead) return
    isSeen.current = false
    reportLatest()
    const mark = end.current
    if (!mark) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        isSeen.current = true
        reportLatest()
      },
      { root: scroller.current, rootMargin: FAR_ABOVE },
    )
    watch.observe(mark)
    const stop = onReconnect(() => reportLatest())
    return () => {
      watch.disconnect()
      stop()
    }
  }, [contractId, contentHash, isRead])
  const confirm = async () => isRead || ((await latestReport.current) ?? false)
  return { scroller, end, isRead, error, retry: report, confirm }
}
