import { useSyncExternalStore } from 'react'

/** Sources of unread counts. Each feature writes its own; title and navigation read them. */
export type UnreadSource = 'messages' | 'notifications'

let counts: Readonly<Record<UnreadSource, number>> = { messages: 0, notifications: 0 }
const listeners = new Set<() => void>()

/** Sets the unread count of a source. Cheap to call repeatedly. */
export function setUnread(source: UnreadSource, count: number): void {
  const next = Math.max(0, Math.floor(count) || 0)
  if (counts[source] === next) return
  counts = { ...counts, [source]: next }
  listeners.forEach((listener) => listener())
}

/** Unread messages and notifications together. */
export const unreadTotal = (): number => counts.messages + counts.notifications

/** Subscribes to unread counts. The returned function unsubscribes. */
export function subscribeUnread(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Unread count of a source. */
export const useUnread = (source: UnreadSource): number =>
  useSyncExternalStore(
    subscribeUnread,
    () => counts[source],
    () => 0,
  )
