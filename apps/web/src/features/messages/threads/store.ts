import { createThreadList, type ThreadsSnapshot } from '@fettle/chat-client'
import type { Thread } from '@fettle/protocol/chat/threads'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/session.ts'
import { chat } from '../chat.ts'

/** The threads one is in; one list for all who show some of it. */
export const threads = createThreadList(chat)
onLogout(threads.stop)

/** Loads the list once there is a line, and keeps it up to date for as long as somebody stays. */
export function useKeepThreads(connected: boolean): void {
  useEffect(() => {
    if (connected) threads.open().catch(() => undefined)
  }, [connected])
  useEffect(() => threads.stop, [])
}

export const useThreads = (): ThreadsSnapshot => useSyncExternalStore(threads.subscribe, threads.getSnapshot)

const unreadIn = (all: readonly Thread[], parentId: string): number =>
  all.find(({ parent }) => parent.id === parentId)?.reading.unreadCount ?? 0

/** How many replies of a thread are new; 0 for one that is not among those loaded. */
export const useUnreadReplies = (parentId: string): number =>
  useSyncExternalStore(threads.subscribe, () => unreadIn(threads.getSnapshot().threads, parentId))
