import { createScheduled, listScheduled } from '@fettle/chat-client'
import type { ScheduledMessage } from '@fettle/protocol/chat/scheduled'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { chat } from '../chat.ts'

/** One's messages for later, of all conversations. */
export const scheduled = createScheduled(chat)

/** Those of one conversation that wait or have failed, the next one first. */
export function useScheduled(cid: string, connected: boolean): readonly ScheduledMessage[] {
  const all = useSyncExternalStore(scheduled.subscribe, scheduled.getSnapshot)
  useEffect(() => {
    // Without a line there is what was known; the line's return asks again.
    if (connected) scheduled.load().catch(() => undefined)
  }, [connected])
  return useMemo(() => listScheduled(all, cid), [all, cid])
}
