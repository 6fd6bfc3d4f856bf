import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages'
import type { Reading } from '@fettle/protocol/chat/read-state'
import type { ChatCallResult } from '@fettle/protocol/chat/operations'
import {
  emptyStretch,
  newer,
  replaced,
  withChanged,
  withHidden,
  withNew,
  withPage,
  withQuote,
  type Stretch,
} from './stretch.ts'

/** What a client knows of one thread. Law: an answer with the frames that followed it is the fresh answer. */
export interface ThreadData extends Stretch {
  readonly parent: Message | null
  /** Null for those who are not in the thread. */
  readonly reading: Reading | null
}

export type RepliesAnswer = ChatCallResult<'threads.replies'>

export const emptyThread: ThreadData = { ...emptyStretch, parent: null, reading: null }

/** The replies around a place, or, fresh, the newest ones: in the place of what is loaded unless they continue it. */
export function applyReplies(
  data: ThreadData,
  answer: RepliesAnswer,
  where: 'older' | 'newer' | 'instead' | 'fresh',
): ThreadData {
  const told = withThread(withParent(data, answer.parent), answer.reading)
  if (where !== 'fresh') return withPage(told, answer, where)
  const [first] = answer.messages
  const last = told.messages.at(-1)
  const continues = first && last && !told.hasNewer && first.seq <= last.seq
  if (continues) return answer.messages.reduce(withNew, told)
  return { ...replaced(told, answer.messages), hasOlder: answer.hasOlder, hasNewer: false }
}

export function applyThreadFrame(data: ThreadData, parentId: string, frame: ChatFrame): ThreadData {
  switch (frame.type) {
    case 'thread.updated':
      return frame.parentId === parentId ? withThread(data, frame.thread) : data
    case 'message.hidden':
      return frame.parentId === parentId ? withThread(withHidden(data, frame.messageSeq), frame.thread) : data
    case 'channel.touched':
      return withAny(data, parentId, frame.parent)
    case 'message.new':
    case 'message.updated':
    case 'message.deleted':
    case 'message.pinned':
    case 'message.unpinned':
    case 'reaction.new':
    case 'reaction.deleted': {
      const { message, parent, thread } = frame
      const known = withAny(data, parentId, parent)
      if (message.parentId !== parentId) return frame.type === 'message.new' ? known : withAny(known, parentId, message)
      const told = withThread(known, thread)
      return frame.type === 'message.new' ? withNew(told, message) : withChanged(told, message)
    }
    default:
      return data
  }
}

function withParent(data: ThreadData, parent: Message): ThreadData {
  const next = data.parent ? newer(data.parent, parent) : parent
  return next === data.parent ? data : { ...data, parent: next }
}

/** A message of the channel in a newer state: the thread may be about it, or quote it. */
function withAny(data: ThreadData, parentId: string, message: Message | undefined): ThreadData {
  if (!message) return data
  // Its replies may quote the very message they reply to.
  if (message.id === parentId) return withChanged(withParent(data, message), message)
  const parent = data.parent && withQuote(data.parent, message)
  return withChanged(parent === data.parent ? data : { ...data, parent }, message)
}

export function withThread(data: ThreadData, reading: Reading | null | undefined): ThreadData {
  return !reading || (data.reading && data.reading.version >= reading.version) ? data : { ...data, reading }
}
