import type { Message, MessagePage } from '@fettle/protocol/chat/messages/messages'
import { quoteOf } from '@fettle/protocol/chat/messages/text'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import { isSameList } from './same-list.ts'

/**
 * A contiguous window of messages of a channel or thread, oldest first. Pure and tolerant: of two states of a message
 * the higher revision wins in any order; hidden messages stay hidden.
 */
export interface LoadedMessageWindow {
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  /** The window ends before the present: new messages are not appended. */
  readonly hasNewer: boolean
  /** Newer states of messages outside the window, because a page in transit or a quote may contain older ones. */
  readonly detached: readonly Message[]
  /** Sequence numbers of hidden messages. */
  readonly hidden: readonly number[]
}

export const emptyWindow: LoadedMessageWindow = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  detached: [],
  hidden: [],
}

const MAX_DETACHED = 200

/** Appends a new message if it continues the window. */
export function appendMessage<S extends LoadedMessageWindow>(messageWindow: S, message: Message): S {
  const { messages, hasOlder, hasNewer } = messageWindow
  const isBefore = hasOlder && (messages[0] === undefined || message.seq < messages[0].seq)
  const last = messages.at(-1)
  const isBehind = hasNewer && (last === undefined || message.seq > last.seq)
  return isBefore || isBehind ? updateMessage(messageWindow, message) : mergeMessages(messageWindow, [message])
}

/** Applies a newer state of a message. It is not inserted if absent: it may be hidden or in another window. */
export function updateMessage<S extends LoadedMessageWindow>(messageWindow: S, message: Message): S {
  const isShown = messageWindow.messages.some(({ id }) => id === message.id)
  if (isShown) return mergeMessages(messageWindow, [message])
  const existing = messageWindow.detached.find(({ id }) => id === message.id)
  if (existing && revisionOf(existing) >= revisionOf(message)) return messageWindow
  const detached = [...messageWindow.detached.filter((each) => each !== existing), message].slice(-MAX_DETACHED)
  return refreshQuotes({ ...messageWindow, detached })
}

/** Hides a message. */
export function hideMessage<S extends LoadedMessageWindow>(messageWindow: S, seq: number): S {
  if (messageWindow.hidden.includes(seq)) return messageWindow
  const hidden = [...messageWindow.hidden, seq].slice(-MAX_DETACHED)
  return filterMessages({ ...messageWindow, hidden }, (message) => message.seq !== seq)
}

/** Filters messages. The others stay known, because they may be quoted. */
export function filterMessages<S extends LoadedMessageWindow>(
  messageWindow: S,
  isKept: (message: Message) => boolean,
): S {
  const messages = messageWindow.messages.filter(isKept)
  if (messages.length === messageWindow.messages.length) return messageWindow
  const removed = messageWindow.messages.filter((message) => message.revision !== undefined && !isKept(message))
  return { ...messageWindow, messages, detached: [...messageWindow.detached, ...removed].slice(-MAX_DETACHED) }
}

/** Inserts a page of history, or with `instead` replaces the window. */
export function addPage<S extends LoadedMessageWindow>(
  messageWindow: S,
  page: MessagePage,
  position: 'older' | 'newer' | 'instead',
): S {
  const { hasOlder, hasNewer } = page
  switch (position) {
    case 'older':
      return { ...mergeMessages(messageWindow, page.messages), hasOlder }
    case 'newer':
      return { ...mergeMessages(messageWindow, page.messages), hasNewer }
    case 'instead':
      return { ...replaceMessages(messageWindow, page.messages), hasOlder, hasNewer }
    default:
      return position satisfies never
  }
}

/** Replaces messages, each in its newest known state. */
export function replaceMessages<S extends LoadedMessageWindow>(messageWindow: S, messages: readonly Message[]): S {
  const messagesById = new Map(
    [...messageWindow.detached, ...messageWindow.messages].map((message) => [message.id, message]),
  )
  const newest = messages.map((message) => {
    const other = messagesById.get(message.id)
    return other ? newerRevision(message, other) : message
  })
  return mergeMessages(
    filterMessages(messageWindow, () => false),
    newest,
  )
}

/** Merges two lists, oldest first. */
function mergeMessages<S extends LoadedMessageWindow>(messageWindow: S, more: readonly Message[]): S {
  if (more.length === 0) return messageWindow
  const byId = new Map(messageWindow.messages.map((message) => [message.id, message]))
  const detached = new Map(messageWindow.detached.map((message) => [message.id, message]))
  let isAppended = true
  let lastSeq = messageWindow.messages.at(-1)?.seq ?? 0
  let changed = false
  for (const message of more) {
    if (messageWindow.hidden.includes(message.seq)) continue
    const existing = byId.get(message.id) ?? detached.get(message.id)
    const next = existing ? newerRevision(existing, message) : message
    if (byId.get(message.id) === next) continue
    if (!byId.has(message.id)) {
      if (message.seq < lastSeq) isAppended = false
      lastSeq = Math.max(lastSeq, message.seq)
    }
    byId.set(message.id, next)
    changed = true
  }
  if (!changed) return messageWindow
  const messages = [...byId.values()]
  return refreshQuotes({
    ...messageWindow,
    messages: isAppended ? messages : messages.sort((a, b) => a.seq - b.seq),
    detached:
      messageWindow.detached.length > 0
        ? messageWindow.detached.filter(({ id }) => !byId.has(id))
        : messageWindow.detached,
  })
}

/** Updates quotes from the messages they quote. */
function refreshQuotes<S extends LoadedMessageWindow>(messageWindow: S): S {
  if (!messageWindow.messages.some(({ quoted }) => quoted)) return messageWindow
  const messagesById = new Map(
    [...messageWindow.detached, ...messageWindow.messages].map((message) => [message.id, message]),
  )
  let changed = false
  const messages = messageWindow.messages.map((message) => {
    const source = message.quoted && messagesById.get(message.quoted.id)
    const next = source ? refreshQuote(message, source) : message
    changed ||= next !== message
    return next
  })
  return changed ? { ...messageWindow, messages } : messageWindow
}

/** A message with its quote updated, if it quotes an older state of `source`. */
export function refreshQuote(message: Message, source: Message): Message {
  const { quoted } = message
  return quoted?.id === source.id && revisionOf(source) > quoted.revision
    ? { ...message, quoted: quoteOf(source) }
    : message
}

/** A message with the new name and picture of a user, if they wrote it or what it quotes. */
export function renameUser(message: Message, { id, name, image }: UserRef): Message {
  const isAuthor = message.user?.id === id
  const isQuoted = message.quoted?.user?.id === id
  if (!isAuthor && !isQuoted) return message
  const user = { id, name, image }
  return {
    ...message,
    ...(isAuthor ? { user } : {}),
    ...(message.quoted && isQuoted ? { quoted: { ...message.quoted, user } } : {}),
  }
}

/** A window whose messages have the new name and picture of a user. */
export function renameUserInWindow<S extends LoadedMessageWindow>(messageWindow: S, user: UserRef): S {
  const messages = messageWindow.messages.map((message) => renameUser(message, user))
  const detached = messageWindow.detached.map((message) => renameUser(message, user))
  return isSameList(messages, messageWindow.messages) && isSameList(detached, messageWindow.detached)
    ? messageWindow
    : { ...messageWindow, messages, detached }
}

/** The newer state of a message and of its quote. The first if equal. */
export function newerRevision(one: Message, other: Message): Message {
  const [base, old] = revisionOf(other) > revisionOf(one) ? [other, one] : [one, other]
  const isOlderQuote = base.quoted && old.quoted && old.quoted.revision > base.quoted.revision
  return isOlderQuote && old.quoted ? { ...base, quoted: old.quoted } : base
}

export const revisionOf = (message: Message) => message.revision ?? message.seq
