import { createStore } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'

/** Sources of unread counts. Each feature writes its own; title and navigation read them. */
export type UnreadSource = 'messages' | 'notifications'

const counts = createStore<Readonly<Partial<Record<UnreadSource, number>>>>({})

/** Sets the unread count of a source. Cheap to call repeatedly. */
export function setUnread(source: UnreadSource, count: number): void {
  const next = Math.max(0, Math.floor(count) || 0)
  const before = counts.getSnapshot()
  if (before[source] !== next) counts.set({ ...before, [source]: next })
}

/** Unread messages and notifications together. */
export function unreadTotal(): number {
  const { messages = 0, notifications = 0 } = counts.getSnapshot()
  return messages + notifications
}

/** Subscribes to unread counts. The returned function unsubscribes. */
export const subscribeUnread = counts.subscribe

/** Unread count of a source. Undefined: not known yet. */
export const useKnownUnread = (source: UnreadSource): number | undefined =>
  useSyncExternalStore(
    subscribeUnread,
    () => counts.getSnapshot()[source],
    () => undefined,
  )

/** Unread count of a source; zero while it is not known. */
export const useUnread = (source: UnreadSource): number => useKnownUnread(source) ?? 0
