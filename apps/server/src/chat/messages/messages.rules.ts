import { chatLimits } from '@fettle/protocol/chat/limits'
import type { Message, sendMessage } from '@fettle/protocol/chat/messages'
import type { ChatReceived } from '@fettle/protocol/chat/operation'
import { countCharacters, isEmptyText } from '@fettle/protocol/chat/text'
import type { UserRef } from '@fettle/protocol/chat/users'
import type { ChannelFacts } from '../channels/facts.ts'
import type { Actor } from '../core/actor.ts'
import { ChatRefusal } from '../core/refusal.ts'
import type { MessageRow, NewMessage } from './messages.store.ts'

/** What a sender may write where, and how messages look. Facts in, decisions out. */

type Draft = ChatReceived<typeof sendMessage>['message']

/** A message that may be written as it stands, or the refusal. */
export function decideSend(facts: ChannelFacts | undefined, actor: Actor, draft: Draft): NewMessage {
  if (!facts || !maySee(facts, actor)) throw noSuchChannel()
  const kind = draft.kind ?? 'regular'
  if (!actor.server && kind !== 'regular')
    throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app itself may send this.' })
  if (actor.userId === null && kind === 'regular') {
    throw new ChatRefusal('INPUT', { message: 'Say in whose name this is sent.', details: { header: 'X-Chat-User' } })
  }
  if (kind === 'card' && !draft.card) throw new ChatRefusal('INPUT', { message: 'A card names what it shows.' })
  const text = cleanText(draft.text)
  if (kind === 'regular' && isEmptyText(text)) throw new ChatRefusal('INPUT', { message: 'Write something first.' })
  const mentions = [...new Set(draft.mentions)].filter((id) => facts.memberIds.has(id))
  return {
    cid: facts.cid,
    factsVersion: facts.version,
    id: draft.id,
    userId: actor.userId,
    kind,
    text,
    parentId: null,
    inChannel: true,
    quotedId: draft.quotedMessageId ?? null,
    extras: orNull({
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(draft.card ? { card: draft.card } : {}),
      ...(draft.custom ? { custom: draft.custom } : {}),
    }),
    counts: kind !== 'system',
  }
}

/** Whether the channel exists for whoever asks: members see it, and a server that acts for nobody. */
export function maySee(facts: ChannelFacts, actor: Actor): boolean {
  return actor.userId === null ? actor.server : facts.memberIds.has(actor.userId)
}

/** Not one's own and not there look the same from outside. */
export function noSuchChannel(): ChatRefusal {
  return new ChatRefusal('DOES_NOT_EXIST', { message: 'There is no such channel.' })
}

export function noSuchMessage(): ChatRefusal {
  return new ChatRefusal('DOES_NOT_EXIST', { message: 'There is no such message.' })
}

/** Composed characters and plain line breaks; what nobody can see or write is taken out. */
export function cleanText(text: string): string {
  const clean = /[^\t\n\u0020-\u007e]/.test(text)
    ? text.normalize('NFC').replace(/\r\n?/g, '\n').replace(UNWRITABLE, '')
    : text
  if (countCharacters(clean) > chatLimits.messageCharacters) {
    throw new ChatRefusal('MESSAGE_TOO_LONG', { details: { maximum: chatLimits.messageCharacters } })
  }
  return clean
}
const UNWRITABLE = /[^\P{Cc}\n\t]|\p{Cs}/gu

function orNull(extras: object): object | null {
  return Object.keys(extras).length > 0 ? extras : null
}

/** A message as everybody sees it. */
export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    cid: row.cid,
    seq: row.seq,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '', image: row.user_image },
    kind: row.kind,
    text: row.text,
    createdAt: toInstant(row.created_at),
    ...row.extras,
    ...(row.revision === null ? {} : { revision: row.revision }),
    ...(row.quoted_id === null ? {} : { quotedMessageId: row.quoted_id }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    ...(row.reply_count === 0 ? {} : { replyCount: row.reply_count }),
    ...(row.edited_at === null ? {} : { editedAt: toInstant(row.edited_at) }),
    ...(row.deleted_at === null ? {} : { deletedAt: toInstant(row.deleted_at) }),
  }
}

const toInstant = (time: Date | string) => new Date(time).toISOString()

/** The same of a message just written, without asking the database. */
export function toNewMessage(message: NewMessage, seq: number, user: UserRef | null, at: Date): Message {
  return {
    id: message.id,
    cid: message.cid,
    seq,
    user,
    kind: message.kind,
    text: message.text,
    createdAt: at.toISOString(),
    ...message.extras,
    ...(message.quotedId === null ? {} : { quotedMessageId: message.quotedId }),
    ...(message.parentId === null ? {} : { parentId: message.parentId }),
  }
}
