import { createStore } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'

/** Sources of unread counts. Each feature writes its own; title and navigation read them. */
export type UnreadSource = 'messages' | 'notifications'

const counts = createStore<Readonly<Record<UnreadSource, number>>>({ messages: 0, notifications: 0 })

/** Sets the unread count of a source. Cheap to call repeatedly. */
export function setUnread(source: UnreadSource, count: number): void {
  const next = Math.max(0, Math.floor(count) || 0)
  const before = counts.getSnapshot()
  if (before[source] !== next) counts.set({ ...before, [source]: next })
}

/** Unread messages and notifications together. */
export function unreadTotal(): number {
  const { messages, notifications } = counts.getSnapshot()
  return messages + notifications
}

/** Subscribes to unread counts. The returned function unsubscribes. */
export const subscribeUnread = counts.subscribe

/** Unread count of a source. */
export const useUnread = (source: UnreadSource): number =>
  useSyncExternalStore(
    subscribeUnread,
    () => counts.getSnapshot()[source],
    () => 0,
  )
