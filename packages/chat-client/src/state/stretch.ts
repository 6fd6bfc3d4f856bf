import type { Message, MessagePage } from '@fettle/protocol/chat/messages'
import { quoteOf } from '@fettle/protocol/chat/text'

/**
 * One unbroken stretch of messages, oldest first, of a channel or of a thread. Pure, and forgiving: of two states of a
 * message the one with the higher revision holds, whichever comes last; what was hidden stays hidden.
 */
export interface Stretch {
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  /** The stretch ends before the present: new messages are not put behind it. */
  readonly hasNewer: boolean
  /** Newer states of messages that are not in the stretch: a page on its way, or a quote, may know an older one. */
  readonly aside: readonly Message[]
  /** Places of messages that are gone for me. */
  readonly hidden: readonly number[]
}

export const emptyStretch: Stretch = { messages: [], hasOlder: false, hasNewer: false, aside: [], hidden: [] }

const REMEMBERED = 200

/** A message that has just been written: into the stretch if it continues it. */
export function withNew<S extends Stretch>(stretch: S, message: Message): S {
  const { messages, hasOlder, hasNewer } = stretch
  const isBefore = hasOlder && (messages[0] === undefined || message.seq < messages[0].seq)
  const last = messages.at(-1)
  const isBehind = hasNewer && (last === undefined || message.seq > last.seq)
  return isBefore || isBehind ? withChanged(stretch, message) : merged(stretch, [message])
}

/** A message in a newer state. It is not put where it is not: it may be hidden, or in another stretch. */
export function withChanged<S extends Stretch>(stretch: S, message: Message): S {
  const isShown = stretch.messages.some(({ id }) => id === message.id)
  if (isShown) return merged(stretch, [message])
  const known = stretch.aside.find(({ id }) => id === message.id)
  if (known && revision(known) >= revision(message)) return stretch
  const aside = [...stretch.aside.filter((each) => each !== known), message].slice(-REMEMBERED)
  return requoted({ ...stretch, aside })
}

/** A message is gone for me. */
export function withHidden<S extends Stretch>(stretch: S, seq: number): S {
  if (stretch.hidden.includes(seq)) return stretch
  const hidden = [...stretch.hidden, seq].slice(-REMEMBERED)
  return only({ ...stretch, hidden }, (message) => message.seq !== seq)
}

/** Some of the messages. What is known of the others is kept aside: they may be quoted. */
export function only<S extends Stretch>(stretch: S, isKept: (message: Message) => boolean): S {
  const messages = stretch.messages.filter(isKept)
  if (messages.length === stretch.messages.length) return stretch
  const gone = stretch.messages.filter((message) => message.revision !== undefined && !isKept(message))
  return { ...stretch, messages, aside: [...stretch.aside, ...gone].slice(-REMEMBERED) }
}

/** A page of history next to what is loaded, or, with `instead`, in its place. */
export function withPage<S extends Stretch>(stretch: S, page: MessagePage, where: 'older' | 'newer' | 'instead'): S {
  const { hasOlder, hasNewer } = page
  switch (where) {
    case 'older':
      return { ...merged(stretch, page.messages), hasOlder }
    case 'newer':
      return { ...merged(stretch, page.messages), hasNewer }
    case 'instead':
      return { ...replaced(stretch, page.messages), hasOlder, hasNewer }
    default:
      return where satisfies never
  }
}

/** These messages instead of those, each in the newest state that is known. */
export function replaced<S extends Stretch>(stretch: S, messages: readonly Message[]): S {
  const known = new Map([...stretch.aside, ...stretch.messages].map((message) => [message.id, message]))
  const newest = messages.map((message) => {
    const other = known.get(message.id)
    return other ? newer(message, other) : message
  })
  return merged(
    only(stretch, () => false),
    newest,
  )
}

/** Both as one, oldest first. */
function merged<S extends Stretch>(stretch: S, more: readonly Message[]): S {
  if (more.length === 0) return stretch
  const byId = new Map(stretch.messages.map((message) => [message.id, message]))
  const aside = new Map(stretch.aside.map((message) => [message.id, message]))
  let isAppended = true
  let lastSeq = stretch.messages.at(-1)?.seq ?? 0
  let changed = false
  for (const message of more) {
    if (stretch.hidden.includes(message.seq)) continue
    const known = byId.get(message.id) ?? aside.get(message.id)
    const next = known ? newer(known, message) : message
    if (byId.get(message.id) === next) continue
    if (!byId.has(message.id)) {
      if (message.seq < lastSeq) isAppended = false
      lastSeq = Math.max(lastSeq, message.seq)
    }
    byId.set(message.id, next)
    changed = true
  }
  if (!changed) return stretch
  const messages = [...byId.values()]
  return requoted({
    ...stretch,
    messages: isAppended ? messages : messages.sort((a, b) => a.seq - b.seq),
    aside: stretch.aside.length > 0 ? stretch.aside.filter(({ id }) => !byId.has(id)) : stretch.aside,
  })
}

/** Quotes follow what they quote. */
function requoted<S extends Stretch>(stretch: S): S {
  if (!stretch.messages.some(({ quoted }) => quoted)) return stretch
  const known = new Map([...stretch.aside, ...stretch.messages].map((message) => [message.id, message]))
  let changed = false
  const messages = stretch.messages.map((message) => {
    const source = message.quoted && known.get(message.quoted.id)
    const next = source ? withQuote(message, source) : message
    changed ||= next !== message
    return next
  })
  return changed ? { ...stretch, messages } : stretch
}

/** A message, should it quote this one in an older state, with the quote as it is now. */
export function withQuote(message: Message, source: Message): Message {
  const { quoted } = message
  return quoted?.id === source.id && revision(source) > quoted.revision
    ? { ...message, quoted: quoteOf(source) }
    : message
}

/** The newer state of a message, with the newer state of what it quotes. The first where they are the same. */
export function newer(one: Message, other: Message): Message {
  const [base, old] = revision(other) > revision(one) ? [other, one] : [one, other]
  const isOlderQuote = base.quoted && old.quoted && old.quoted.revision > base.quoted.revision
  return isOlderQuote && old.quoted ? { ...base, quoted: old.quoted } : base
}

const revision = (message: Message) => message.revision ?? message.seq
