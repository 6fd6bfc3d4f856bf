import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Message, Quote, sendMessage } from '@fettle/protocol/chat/messages/messages'
import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import { countCharacters, isEmptyText, quoteOf } from '@fettle/protocol/chat/messages/text'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { ChannelPolicy } from '../channels/channel-policy.ts'
import type { ChatActor } from '../core/actor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { MessageRow, NewMessage, QuotedJson } from './messages.store.ts'

/** Rules of sending, and views of messages. Facts in, decisions out. */

type MessageDraft = ChatReceived<typeof sendMessage>['message']

/** Validates a message, or throws. Text is optional beside extensions. */
export function decideSend(
  policy: ChannelPolicy | undefined,
  actor: ChatActor,
  draft: MessageDraft,
  extensions: Partial<Message> = {},
): NewMessage {
  if (!policy || !maySee(policy, actor)) throw noSuchChannel()
  const kind = draft.kind ?? 'regular'
  if (!actor.server && (kind !== 'regular' || draft.card))
    throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app can send messages of this kind.' })
  if (actor.userId === null && kind === 'regular') {
    throw new ChatRefusal('INPUT', { message: 'Set X-Chat-User to the author.', details: { header: 'X-Chat-User' } })
  }
  if (kind === 'card' && !draft.card)
    throw new ChatRefusal('INPUT', { message: 'A card needs the type and id of its subject.' })
  const text = normalizeText(draft.text)
  if (kind === 'regular' && isEmptyText(text) && Object.keys(extensions).length === 0)
    throw new ChatRefusal('INPUT', { reason: { code: 'chat.message-empty' } })
  const inChannel = draft.parentId === undefined || draft.inChannel === true
  const mentions = mentionsOf(draft.mentions, policy.memberIds)
  return {
    cid: policy.cid,
    policyVersion: policy.version,
    id: draft.id,
    userId: actor.userId,
    kind,
    text,
    parentId: draft.parentId ?? null,
    inChannel,
    quotedId: draft.quotedMessageId ?? null,
    extras: orNull({
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(draft.card ? { card: draft.card } : {}),
      ...(draft.custom ? { custom: draft.custom } : {}),
      ...extensions,
    }),
    counts: kind !== 'system' && inChannel,
  }
}

/** Mentioned members, without duplicates. */
export function mentionsOf(mentions: readonly string[] | undefined, memberIds: ReadonlySet<string>): string[] {
  return [...new Set(mentions)].filter((id) => memberIds.has(id))
}

/** Throws unless replies are allowed: not to replies, deleted messages or messages without an author. */
export function requireRoot({ parent_id, kind, reply_count }: MessageRow): void {
  if (parent_id !== null) throw new ChatRefusal('NESTING')
  if (kind === 'system' || (kind === 'deleted' && reply_count === 0)) throw noSuchMessage()
}

/** Whether the channel exists for the caller: a member, or a server that acts for nobody. */
export function maySee(policy: ChannelPolicy, actor: ChatActor): boolean {
  return actor.userId === null ? actor.server : policy.memberIds.has(actor.userId)
}

/** Unknown channels and those of others give the same error. */
export function noSuchChannel(): ChatRefusal {
  return new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-channel' } })
}

export function noSuchMessage(): ChatRefusal {
  return new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-message' } })
}

/** Normalizes text: NFC, plain line breaks, no invisible characters. */
export function normalizeText(text: string): string {
  const clean = /[^\t\n\u0020-\u007e]/.test(text)
    ? text.normalize('NFC').replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '')
    : text
  if (countCharacters(clean) > chatLimits.messageCharacters) {
    throw new ChatRefusal('MESSAGE_TOO_LONG', { details: { maximum: chatLimits.messageCharacters } })
  }
  return clean
}
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]|\p{Cs}/gu

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
    ...(row.quoted === null ? {} : { quoted: toQuote(row.quoted) }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    ...(row.parent_id !== null && row.in_channel ? { inChannel: true } : {}),
    ...(row.reply_count === 0 ? {} : { replyCount: row.reply_count }),
    ...(row.last_reply_at === null ? {} : { lastReplyAt: toInstant(row.last_reply_at) }),
    ...(row.repliers === null ? {} : { repliers: row.repliers }),
    ...(row.reactions === null ? {} : { reactions: row.reactions }),
    ...(row.pinned_at === null ? {} : { pinnedAt: toInstant(row.pinned_at) }),
    ...(row.pinned_by === null ? {} : { pinnedBy: row.pinned_by }),
    ...(row.edited_at === null ? {} : { editedAt: toInstant(row.edited_at) }),
    ...(row.deleted_at === null ? {} : { deletedAt: toInstant(row.deleted_at) }),
  }
}

function toQuote({ userId, userName, userImage, ...quoted }: QuotedJson): Quote {
  return quoteOf({ ...quoted, user: userId === null ? null : { id: userId, name: userName ?? '', image: userImage } })
}

const toInstant = (time: Date | string) => new Date(time).toISOString()

/** A message just written, without reading it back. */
export function toNewMessage(
  message: NewMessage,
  seq: number,
  user: UserRef | null,
  at: Date,
  quoted: Quote | undefined,
): Message {
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
    ...(quoted ? { quoted } : {}),
    ...(message.parentId === null ? {} : { parentId: message.parentId }),
    ...(message.parentId !== null && message.inChannel ? { inChannel: true } : {}),
  }
}
