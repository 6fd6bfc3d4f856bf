import type { Member } from '@fettle/protocol/chat/channels/channels'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { OutboxEntry } from '../offline/outbox.ts'
import { isSameList } from './same-list.ts'

/** Delivery state of an own message. */
export type SendState = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'

/** A message for a list: confirmed ones in order, then unconfirmed ones. */
export interface MessageView extends Omit<Message, 'seq'> {
  /** Null while unconfirmed. */
  seq: number | null
  isMine: boolean
  /** Null for messages of others. */
  state: SendState | null
  /** Why it failed. */
  failure: ChatFailure | null
}

export interface MessageViewSelector {
  (
    data: { members: readonly Member[]; messages: readonly Message[] },
    entries: readonly OutboxEntry[],
    me: Pick<UserRef, 'id' | 'name' | 'image'> | undefined,
  ): readonly MessageView[]
}

/** Selects messages for display. Unchanged messages and lists stay the same object. */
export function createMessageViewSelector(): MessageViewSelector {
  const confirmed = new WeakMap<Message, MessageView>()
  const pending = new WeakMap<OutboxEntry, MessageView>()
  let last: readonly MessageView[] = []

  return (data, entries, me) => {
    const others = data.members.filter(({ userId }) => userId !== me?.id)
    const stateOf = sendStatesFor(others)
    const showConfirmed = (message: Message): MessageView => {
      const isMine = me !== undefined && message.user?.id === me.id
      const state = isMine ? stateOf(message.seq) : null
      const before = confirmed.get(message)
      if (before?.state === state && before.isMine === isMine) return before
      const next: MessageView = { ...message, isMine, state, failure: null }
      confirmed.set(message, next)
      return next
    }
    const { messages } = data
    const messageIds = new Set(messages.map(({ id }) => id))
    const shown = messages.map(showConfirmed)
    for (const entry of entries) {
      if (messageIds.has(entry.id) || !me) continue
      const before = pending.get(entry)
      const next = before ?? toPendingView(entry, me)
      if (!before) pending.set(entry, next)
      shown.push(next)
    }
    if (!isSameList(shown, last)) last = shown
    return last
  }
}

/** The state of an own confirmed message by its sequence number, from how far the other members have got. */
export function sendStatesFor(others: readonly Member[]): (seq: number) => 'sent' | 'delivered' | 'read' {
  const readBy = lowestSeq(others.map(({ lastReadSeq }) => lastReadSeq))
  const deliveredTo = lowestSeq(others.map(({ deliveredSeq }) => deliveredSeq))
  return (seq) => (seq <= readBy ? 'read' : seq <= deliveredTo ? 'delivered' : 'sent')
}

/** The lowest position of the others: a message counts once all have it. Without others: none has. */
const lowestSeq = (seqs: number[]) => (seqs.length === 0 ? 0 : Math.min(...seqs))

function toPendingView(
  { id, cid, message, attachments, createdAt, state, failure }: OutboxEntry,
  me: UserRef,
): MessageView {
  const { kind = 'regular', attachmentIds: _, previewUrls: __, ...draft } = message
  const files = attachments ? { attachments } : {}
  return { ...draft, ...files, id, cid, kind, seq: null, user: me, createdAt, isMine: true, state, failure }
}
