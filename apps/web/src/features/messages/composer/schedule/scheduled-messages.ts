import { createScheduled, listScheduled } from '@fettle/chat-client'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { chat } from '../../connection/chat.ts'

/** Scheduled messages of all conversations. */
export const scheduled = createScheduled(chat)

/** Pending and failed scheduled messages of a conversation, the next one first. */
export function useScheduled(cid: string, connected: boolean): readonly ScheduledMessage[] {
  const all = useSyncExternalStore(scheduled.subscribe, scheduled.getSnapshot)
  useEffect(() => {
    // Offline the last known list is shown; it reloads after reconnecting.
    if (connected) scheduled.load().catch(() => undefined)
  }, [connected])
  return useMemo(() => listScheduled(all, cid), [all, cid])
}
