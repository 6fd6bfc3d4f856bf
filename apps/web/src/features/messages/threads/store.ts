import { createThreadList, type ThreadsSnapshot } from '@fettle/chat-client'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../chat.ts'

/** The threads one is in; one list for all who show some of it. */
export const threads = createThreadList(chat)
onLogout(threads.stop)

/** Loads the list once there is a line, and keeps it up to date for as long as somebody stays. */
export function useLoadThreads(connected: boolean): void {
  useEffect(() => {
    if (connected) threads.open().catch(() => undefined)
  }, [connected])
  useEffect(() => threads.stop, [])
}

export const useThreads = (): ThreadsSnapshot => useSyncExternalStore(threads.subscribe, threads.getSnapshot)

/** How many replies of a thread are new, however long ago the last of them came. */
export const useUnreadReplies = (parentId: string): number =>
  useSyncExternalStore(threads.subscribe, () => threads.getSnapshot().readings[parentId]?.unreadCount ?? 0)
