import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { Attachment, AttachmentId } from './attachments.ts'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { SharedLocation } from '../location/geo-point.ts'
import { LinkPreview, PreviewedAddresses } from './previews.ts'
import { UserRef } from '../users/users.ts'
import { ChatUserId, Cid, Custom, MessageId, Seq, SeqQuery } from '../core/values.ts'

/** Messages of people and the app. An absent field means "none". */

export const messageKinds = ['regular', 'system', 'card', 'deleted', 'error'] as const
export const MessageKind = z.enum(messageKinds)
export type MessageKind = z.infer<typeof MessageKind>

/** An app object drawn with its live state: a booking, offer, contract or invoice. */
export const Card = z.object({
  type: z.string().check(z.regex(/^[a-z][a-z_]{0,31}$/, 'Use up to 32 small letters.')),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type Card = z.infer<typeof Card>

/** A quoted message in its current state: excerpt, author and sequence number. Deleted where `kind` is deleted. */
export const Quote = z.object({
  id: z.string(),
  seq: Seq,
  revision: Seq,
  user: z.nullable(UserRef),
  kind: MessageKind,
  text: z.string(),
})
export type Quote = z.infer<typeof Quote>

/** Users who reacted with one emoji, in order. */
export const Reaction = z.object({ emoji: z.string(), userIds: z.array(z.string()) })
export type Reaction = z.infer<typeof Reaction>

export const Message = z.object({
  id: z.string(),
  cid: z.string(),
  /** Position of the message in its channel. Never changes. */
  seq: Seq,
  /** Sequence number of the last event that changed it, if not its own. Of two states the higher is newer. */
  revision: z.optional(Seq),
  /** Author. Null for the app. */
  user: z.nullable(UserRef),
  kind: MessageKind,
  text: z.string(),
  createdAt: Instant,
  mentions: z.optional(z.array(z.string())),
  quotedMessageId: z.optional(z.string()),
  quoted: z.optional(Quote),
  /** Forwarded from another channel. */
  forwarded: z.optional(z.boolean()),
  /** Parent message of a reply. */
  parentId: z.optional(z.string()),
  /** The reply is shown in the channel too. */
  inChannel: z.optional(z.boolean()),
  replyCount: z.optional(z.int()),
  lastReplyAt: z.optional(Instant),
  /** The first few users who replied. */
  repliers: z.optional(z.array(z.string())),
  reactions: z.optional(z.array(Reaction)),
  pinnedAt: z.optional(Instant),
  pinnedBy: z.optional(z.string()),
  card: z.optional(Card),
  attachments: z.optional(z.array(Attachment)),
  previews: z.optional(z.array(LinkPreview)),
  /** The poll it shows; its state is loaded separately. */
  pollId: z.optional(z.string()),
  location: z.optional(SharedLocation),
  custom: z.optional(z.record(z.string(), z.unknown())),
  editedAt: z.optional(Instant),
  deletedAt: z.optional(Instant),
})
export type Message = z.infer<typeof Message>

/** A message as its sender provides it. The server adds sequence number, time and author. */
export const MessageDraft = z.object({
  id: MessageId,
  text: z.string(),
  mentions: z.optional(z.array(ChatUserId).check(z.maxLength(chatLimits.mentionsPerMessage))),
  quotedMessageId: z.optional(MessageId),
  /** Parent message. Only one level of nesting is allowed (code 21). */
  parentId: z.optional(MessageId),
  /** Show the reply in the channel too. */
  inChannel: z.optional(z.boolean()),
  /** The sender's completed uploads. */
  attachmentIds: z.optional(z.array(AttachmentId).check(z.maxLength(chatLimits.attachmentsPerMessage))),
  /** Addresses in the text to preview. Those the service could not read are left out. */
  previewUrls: z.optional(PreviewedAddresses),
  custom: z.optional(Custom),
})
export type MessageDraft = z.infer<typeof MessageDraft>

export const sendMessage = chatOperation({
  name: 'messages.send',
  method: 'POST',
  path: '/channels/:cid/messages',
  by: 'user',
  summary: 'Send a message. It is durable once answered; repeating the id returns the first one.',
  input: z.object({
    cid: Cid,
    message: z.extend(MessageDraft, {
      /** Requires a server token: a card or system message. */
      kind: z.optional(z.enum(['regular', 'system', 'card'])),
      card: z.optional(Card),
    }),
  }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'MESSAGE_TOO_LONG', 'NESTING', 'COOL_DOWN'],
})

/** A page of history, oldest first. */
export const MessagePage = z.object({
  messages: z.array(Message),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
})
export type MessagePage = z.infer<typeof MessagePage>

export const listMessages = chatOperation({
  name: 'messages.list',
  method: 'GET',
  path: '/channels/:cid/messages',
  by: 'user',
  summary: 'List messages, oldest first: the newest page, or the page before, after or around a sequence number.',
  input: z.object({
    cid: Cid,
    before: z.optional(SeqQuery),
    after: z.optional(SeqQuery),
    around: z.optional(SeqQuery),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(chatLimits.historyPageMax)),
      chatLimits.historyPage,
    ),
  }),
  returns: MessagePage,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const getMessage = chatOperation({
  name: 'messages.get',
  method: 'GET',
  path: '/channels/:cid/messages/:messageId',
  by: 'user',
  summary: 'Get a message.',
  input: z.object({ cid: Cid, messageId: MessageId }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
