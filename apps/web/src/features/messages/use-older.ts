import type { ChannelStore } from '@fettle/chat-client'
import { useEffect, useState } from 'react'

/** Loads older messages before one has scrolled to the first, and stops trying when that fails. */
export function useOlder(given: {
  store: ChannelStore
  connected: boolean
  isNearStart: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
}): { failed: boolean; retry: () => void } {
  const { store, connected, isNearStart, hasOlder, isLoadingOlder } = given
  const [failed, setFailed] = useState(false)

  const wanted = connected && isNearStart && hasOlder && !isLoadingOlder && !failed
  useEffect(() => {
    if (wanted) store.loadOlder().catch(() => setFailed(true))
  }, [wanted, store])

  return { failed: failed && connected && hasOlder, retry: () => setFailed(false) }
}
