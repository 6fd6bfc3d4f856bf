import { useEffect, useState } from 'react'
import type { MessageListWindow, MessageListStore } from './list-context.ts'

/** How many rows from either edge the next page is fetched. */
export const PREFETCH_WITHIN_ROWS = 8

/** Prefetches the previous and next page, and stops after a failure until there is another connection. */
export function usePrefetchPages(options: {
  store: MessageListStore
  snapshot: MessageListWindow
  connected: boolean
  isNearStart: boolean
  isNearEnd: boolean
}): { failed: boolean; retry: () => void } {
  const { store, snapshot, connected, isNearStart, isNearEnd } = options
  const { hasOlder, hasNewer, isLoadingOlder, isLoadingNewer } = snapshot
  const [failed, setFailed] = useState(false)
  if (failed && !connected) setFailed(false)
  const may = connected && !failed

  const wantsOlder = may && isNearStart && hasOlder && !isLoadingOlder
  useEffect(() => {
    if (wantsOlder) store.loadOlder().catch(() => setFailed(true))
  }, [wantsOlder, store])

  const wantsNewer = may && isNearEnd && hasNewer && !isLoadingNewer
  useEffect(() => {
    if (wantsNewer) store.loadNewer().catch(() => setFailed(true))
  }, [wantsNewer, store])

  return { failed, retry: () => setFailed(false) }
}
