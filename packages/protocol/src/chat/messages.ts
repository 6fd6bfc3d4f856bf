import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { Attachment, AttachmentId } from './attachments.ts'
import { chatLimits } from './limits.ts'
import { chatOperation } from './operation.ts'
import { SharedLocation } from './geo-point.ts'
import { LinkPreview, PreviewedAddresses } from './previews.ts'
import { UserRef } from './users.ts'
import { ChatUserId, Cid, Custom, MessageId, Seq, SeqQuery } from './values.ts'

/** Messages: what people (and the app) say in a channel. A field that is absent means "none". */

export const messageKinds = ['regular', 'system', 'card', 'deleted', 'error'] as const
export const MessageKind = z.enum(messageKinds)
export type MessageKind = z.infer<typeof MessageKind>

/** Something of the app that is drawn with its live state: a booking, an offer, a contract, an invoice. */
export const Card = z.object({
  type: z.string().check(z.regex(/^[a-z][a-z_]{0,31}$/, 'Use up to 32 small letters.')),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type Card = z.infer<typeof Card>

/** A quoted message as it is now: its beginning, who wrote it, where it stands. Gone where `kind` is deleted. */
export const Quote = z.object({
  id: z.string(),
  seq: Seq,
  revision: Seq,
  user: z.nullable(UserRef),
  kind: MessageKind,
  text: z.string(),
})
export type Quote = z.infer<typeof Quote>

/** Everybody who reacted in one way, in the order they did. */
export const Reaction = z.object({ emoji: z.string(), userIds: z.array(z.string()) })
export type Reaction = z.infer<typeof Reaction>

export const Message = z.object({
  id: z.string(),
  cid: z.string(),
  /** Where the message stands in its channel. It never changes. */
  seq: Seq,
  /** The place of the newest event that changed it, where that is not its own. Of two states the higher is the newer. */
  revision: z.optional(Seq),
  /** Who wrote it; null for the app itself. */
  user: z.nullable(UserRef),
  kind: MessageKind,
  text: z.string(),
  createdAt: Instant,
  mentions: z.optional(z.array(z.string())),
  quotedMessageId: z.optional(z.string()),
  quoted: z.optional(Quote),
  /** Sent on from elsewhere. */
  forwarded: z.optional(z.boolean()),
  /** The message this is a reply to. */
  parentId: z.optional(z.string()),
  /** A reply that is shown in the channel, too. */
  inChannel: z.optional(z.boolean()),
  replyCount: z.optional(z.int()),
  lastReplyAt: z.optional(Instant),
  /** Who replied, first ones first; a few of them. */
  repliers: z.optional(z.array(z.string())),
  reactions: z.optional(z.array(Reaction)),
  pinnedAt: z.optional(Instant),
  pinnedBy: z.optional(z.string()),
  card: z.optional(Card),
  attachments: z.optional(z.array(Attachment)),
  previews: z.optional(z.array(LinkPreview)),
  /** The poll it shows: ask for how it stands. */
  pollId: z.optional(z.string()),
  location: z.optional(SharedLocation),
  custom: z.optional(z.record(z.string(), z.unknown())),
  editedAt: z.optional(Instant),
  deletedAt: z.optional(Instant),
})
export type Message = z.infer<typeof Message>

/** What a sender writes. The server adds order, time and author. */
export const MessageDraft = z.object({
  id: MessageId,
  text: z.string(),
  mentions: z.optional(z.array(ChatUserId).check(z.maxLength(chatLimits.mentionsPerMessage))),
  quotedMessageId: z.optional(MessageId),
  /** The message this replies to: one level of nesting (21). */
  parentId: z.optional(MessageId),
  /** Show the reply in the channel, too. */
  inChannel: z.optional(z.boolean()),
  /** Finished uploads of one's own. */
  attachmentIds: z.optional(z.array(AttachmentId).check(z.maxLength(chatLimits.attachmentsPerMessage))),
  /** Addresses in the text whose previews it carries; those the service could not read are left out. */
  previewUrls: z.optional(PreviewedAddresses),
  custom: z.optional(Custom),
})
export type MessageDraft = z.infer<typeof MessageDraft>

export const sendMessage = chatOperation({
  name: 'messages.send',
  method: 'POST',
  path: '/channels/:cid/messages',
  by: 'user',
  summary: 'Send a message. The answer means it is durable; sending the same id again answers the first one.',
  input: z.object({
    cid: Cid,
    message: z.extend(MessageDraft, {
      /** Only with a server token: a card or a system line. */
      kind: z.optional(z.enum(['regular', 'system', 'card'])),
      card: z.optional(Card),
    }),
  }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'MESSAGE_TOO_LONG', 'NESTING', 'COOL_DOWN'],
})

/** A stretch of history, oldest first. */
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
  summary: 'History, oldest first: the newest page, or the page before, after or around a place.',
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
  summary: 'One message.',
  input: z.object({ cid: Cid, messageId: MessageId }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
