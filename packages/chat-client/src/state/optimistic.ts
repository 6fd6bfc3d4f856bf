import { isSameEmoji } from '@fettle/protocol/chat/messages/emoji'
import type { Message } from '@fettle/protocol/chat/messages/messages'

/** An unconfirmed change of a message. Null: hidden. */
export type OptimisticUpdate = (message: Message) => Message | null

/** Applies unconfirmed changes to confirmed messages. Unchanged messages stay the same object. */
export interface OptimisticUpdates {
  /** Adds a change. The returned function removes it once confirmed or refused. */
  add(messageId: string, update: OptimisticUpdate): () => void
  apply(messages: readonly Message[]): readonly Message[]
  count(): number
}

export function createOptimisticUpdates(changed: () => void): OptimisticUpdates {
  let updates: readonly { messageId: string; update: OptimisticUpdate }[] = []
  let seen = new WeakMap<Message, Message | null>()
  let last: { from: readonly Message[]; to: readonly Message[] } | undefined

  function set(next: typeof updates): void {
    updates = next
    seen = new WeakMap()
    last = undefined
    changed()
  }

  function show(message: Message): Message | null {
    const cached = seen.get(message)
    if (cached !== undefined) return cached
    let shown: Message | null = message
    for (const { messageId, update } of updates) if (shown && shown.id === messageId) shown = update(shown)
    seen.set(message, shown)
    return shown
  }

  return {
    add(messageId, update) {
      const entry = { messageId, update }
      set([...updates, entry])
      return () => set(updates.filter((each) => each !== entry))
    },
    apply(messages) {
      if (updates.length === 0) return messages
      if (last?.from !== messages)
        last = { from: messages, to: messages.map(show).filter((message) => message !== null) }
      return last.to
    },
    count: () => updates.length,
  }
}

/** The message with another text, edited at `at` (RFC 3339). */
export const optimisticEdit =
  (text: string, at: string): OptimisticUpdate =>
  (message) => ({ ...message, text, editedAt: at })

/** The message as the tombstone that the service leaves of it. */
export const optimisticDelete =
  (at: string): OptimisticUpdate =>
  ({ id, cid, seq, user, createdAt, parentId, inChannel, replyCount, ...message }) => ({
    id,
    cid,
    seq,
    revision: message.revision ?? seq,
    user,
    kind: 'deleted',
    text: '',
    createdAt,
    deletedAt: at,
    ...(parentId === undefined ? {} : { parentId }),
    ...(inChannel === undefined ? {} : { inChannel }),
    ...(replyCount === undefined ? {} : { replyCount }),
  })

/** The message pinned at `at`, or not pinned. */
export const optimisticPin =
  (at: string | null): OptimisticUpdate =>
  ({ pinnedAt: _, pinnedBy: __, ...message }) =>
    at === null ? message : { ...message, pinnedAt: at }

/** The message with the user's reaction: one of each kind per user. */
export const optimisticReact =
  (emoji: string, userId: string): OptimisticUpdate =>
  ({ reactions = [], ...message }) => {
    const current = reactions.find((each) => isSameEmoji(each.emoji, emoji))
    if (!current) return { ...message, reactions: [...reactions, { emoji, userIds: [userId] }] }
    if (current.userIds.includes(userId)) return { ...message, reactions }
    const next = { ...current, userIds: [...current.userIds, userId] }
    return { ...message, reactions: reactions.map((each) => (each === current ? next : each)) }
  }

/** The message without the user's reaction of this kind. */
export const optimisticUnreact =
  (emoji: string, userId: string): OptimisticUpdate =>
  ({ reactions = [], ...message }) => {
    const next = reactions
      .map((each) =>
        isSameEmoji(each.emoji, emoji) ? { ...each, userIds: each.userIds.filter((id) => id !== userId) } : each,
      )
      .filter(({ userIds }) => userIds.length > 0)
    return next.length > 0 ? { ...message, reactions: next } : message
  }
