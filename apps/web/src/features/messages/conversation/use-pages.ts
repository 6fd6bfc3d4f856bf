import { useEffect, useState } from 'react'
import type { MessageListWindow, MessageListStore } from './list-context.ts'

/** Rows from either edge of what is loaded at which the next page is fetched. */
export const PREFETCH_WITHIN_ROWS = 8

/** Loads the page before and the page after before one has scrolled there, and stops trying when that fails. */
export function usePages(given: {
  store: MessageListStore
  snapshot: MessageListWindow
  connected: boolean
  isNearStart: boolean
  isNearEnd: boolean
}): { failed: boolean; retry: () => void } {
  const { store, snapshot, connected, isNearStart, isNearEnd } = given
  const { hasOlder, hasNewer, isLoadingOlder, isLoadingNewer } = snapshot
  const [failed, setFailed] = useState(false)
  const may = connected && !failed

  const wantsOlder = may && isNearStart && hasOlder && !isLoadingOlder
  useEffect(() => {
    if (wantsOlder) store.loadOlder().catch(() => setFailed(true))
  }, [wantsOlder, store])

  const wantsNewer = may && isNearEnd && hasNewer && !isLoadingNewer
  useEffect(() => {
    if (wantsNewer) store.loadNewer().catch(() => setFailed(true))
  }, [wantsNewer, store])

  return { failed: failed && connected, retry: () => setFailed(false) }
}
