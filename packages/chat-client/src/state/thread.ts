import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Reading } from '@fettle/protocol/chat/channels/read-state'
import type { ChatCallResult } from '@fettle/protocol/chat/operations'
import {
  emptyWindow,
  filterMessages,
  newerRevision,
  replaceMessages,
  updateMessage,
  hideMessage,
  appendMessage,
  addPage,
  refreshQuote,
  renameUser,
  renameUserInWindow,
  type LoadedMessageWindow,
} from './message-window.ts'

/** Everything a client knows of a thread. Invariant: an answer plus later frames equals a fresh answer. */
export interface ThreadData extends LoadedMessageWindow {
  readonly parent: Message | null
  /** Null for users who do not participate. */
  readonly reading: Reading | null
}

export type RepliesAnswer = ChatCallResult<'threads.replies'>

export const emptyThread: ThreadData = { ...emptyWindow, parent: null, reading: null }

/**
 * Applies replies around a position or, if fresh, the newest; they replace the window unless they continue it. Of a
 * thread that was closed meanwhile, older replies may have changed, and are dropped.
 */
export function applyReplies(
  data: ThreadData,
  answer: RepliesAnswer,
  position: 'older' | 'newer' | 'instead' | 'fresh' | 'reopened',
): ThreadData {
  const updated = withReading(withParent(data, answer.parent), answer.reading)
  const [first] = answer.messages
  if (position === 'reopened') {
    const recent = first ? filterMessages(updated, ({ seq }) => seq >= first.seq) : updated
    return applyReplies({ ...recent, hasOlder: answer.hasOlder }, answer, 'fresh')
  }
  if (position !== 'fresh') return addPage(updated, answer, position)
  const [oldest] = updated.messages
  const last = updated.messages.at(-1)
  // The first replies arrived while the answer was on the way.
  if (!first && answer.hasNewer) return updated
  if (!first || !oldest || !last || updated.hasNewer || first.seq > last.seq)
    return { ...replaceMessages(updated, answer.messages), hasOlder: answer.hasOlder, hasNewer: answer.hasNewer }
  if (oldest.seq <= first.seq) return answer.messages.reduce(appendMessage, updated)
  const extended = answer.messages.reduce(appendMessage, { ...updated, hasOlder: false })
  return { ...extended, hasOlder: answer.hasOlder }
}

/**
 * Applies a frame; frames about other threads change nothing. Invariant: a snapshot plus later frames equals a fresh
 * snapshot.
 */
export function applyThreadFrame(data: ThreadData, parentId: string, frame: ChatFrame): ThreadData {
  switch (frame.type) {
    case 'user.updated': {
      const renamed = renameUserInWindow(data, frame.user)
      const parent = data.parent && renameUser(data.parent, frame.user)
      return parent === data.parent ? renamed : { ...renamed, parent }
    }
    case 'thread.updated':
      return frame.parentId === parentId ? withReading(data, frame.thread) : data
    case 'message.hidden':
      return frame.parentId === parentId ? withReading(hideMessage(data, frame.messageSeq), frame.thread) : data
    case 'channel.touched':
      return applyChannelMessage(data, parentId, frame.parent)
    case 'message.new':
    case 'message.updated':
    case 'message.deleted':
    case 'message.pinned':
    case 'message.unpinned':
    case 'reaction.new':
    case 'reaction.deleted': {
      const { message, parent, thread } = frame
      const parentApplied = applyChannelMessage(data, parentId, parent)
      if (message.parentId !== parentId)
        return frame.type === 'message.new' ? parentApplied : applyChannelMessage(parentApplied, parentId, message)
      const updated = withReading(parentApplied, thread)
      return frame.type === 'message.new' ? appendMessage(updated, message) : updateMessage(updated, message)
    }
    default:
      return data
  }
}

function withParent(data: ThreadData, parent: Message): ThreadData {
  const next = data.parent ? newerRevision(data.parent, parent) : parent
  return next === data.parent ? data : { ...data, parent: next }
}

/** Applies a newer state of a channel message, which may be the parent or quoted. */
function applyChannelMessage(data: ThreadData, parentId: string, message: Message | undefined): ThreadData {
  if (!message) return data
  // Replies may quote the parent.
  if (message.id === parentId) return updateMessage(withParent(data, message), message)
  const parent = data.parent && refreshQuote(data.parent, message)
  return updateMessage(parent === data.parent ? data : { ...data, parent }, message)
}

export function withReading(data: ThreadData, reading: Reading | null | undefined): ThreadData {
  return !reading || (data.reading && data.reading.version >= reading.version) ? data : { ...data, reading }
}
