import { createThreadList, type ThreadsSnapshot } from '@fettle/chat-client'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../connection/chat.ts'

/** Threads the caller participates in, shared by all views. */
export const threads = createThreadList(chat)
onLogout(threads.stop)

/** Loads the threads once connected and keeps them up to date while mounted. */
export function useLoadThreads(connected: boolean): void {
  useEffect(() => {
    if (connected) threads.open().catch(() => undefined)
  }, [connected])
  useEffect(() => threads.stop, [])
}

export const useThreads = (): ThreadsSnapshot => useSyncExternalStore(threads.subscribe, threads.getSnapshot)

/** Number of unread replies in a thread. */
export const useUnreadReplies = (parentId: string): number =>
  useSyncExternalStore(threads.subscribe, () => threads.getSnapshot().readings[parentId]?.unreadCount ?? 0)
