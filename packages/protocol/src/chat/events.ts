import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { messageChangeTypes } from './message-changes.ts'
import { Channel, Member, Membership, Settings } from './channels.ts'
import { ExtensionState } from './extensions.ts'
import { Message } from './messages.ts'
import { chatOperation } from './operation.ts'
import { Reading } from './read-state.ts'
import { ChatUser, UserSignal } from './users.ts'
import { Cid, Seq, SeqQuery } from './values.ts'

/**
 * What the service tells clients, in three kinds.
 * - An **event** is kept: it has a place (`seq`) in its channel's order and can be replayed.
 * - A **mark** is a state that only rises (a `version`, a place): whichever arrives last, the higher one holds.
 *   It needs no place in the order; a snapshot or a catch-up carries it too.
 * - A **signal** is not kept. The receiver forgets it by itself.
 */

/** Where an event stands, when it happened, and whose doing it was. */
const eventFields = { cid: z.string(), seq: Seq, at: Instant }

/** What a message brings with it. All but `parent` is the receiver's own, where it changed. */
const messageEventFields = {
  /** Of a reply: the message it replies to, as it is now. */
  parent: z.optional(Message),
  reading: z.optional(Reading),
  /** How far one has read the thread. */
  thread: z.optional(Reading),
  settings: z.optional(Settings),
}

const MessageNew = z.object({ type: z.literal('message.new'), ...eventFields, message: Message, ...messageEventFields })

/** Something was done to a message, by `userId`; null: by the app. */
const MessageChange = z.object({
  type: z.enum(messageChangeTypes),
  ...eventFields,
  userId: z.nullable(z.string()),
  emoji: z.optional(z.string()),
  message: Message,
  ...messageEventFields,
})

/** To oneself only: a message is gone for me. */
const MessageHidden = z.object({
  type: z.literal('message.hidden'),
  ...eventFields,
  messageId: z.string(),
  messageSeq: Seq,
  parentId: z.optional(z.string()),
  reading: z.optional(Reading),
  thread: z.optional(Reading),
})

/** Something that is none of the receiver's business. Its place is told, so that the order has no hole. */
const ChannelTouched = z.object({
  type: z.literal('channel.touched'),
  ...eventFields,
  /** It was a message, which the receiver has cleared away since. */
  lastMessageAt: z.optional(Instant),
  parent: z.optional(Message),
})

/** The channel itself is another: its name, its people, who blocked it. All of it, as it is now. */
const ChannelUpdated = z.object({ type: z.literal('channel.updated'), ...eventFields, channel: Channel })

export const ChatEvent = z.discriminatedUnion('type', [
  MessageNew,
  MessageChange,
  MessageHidden,
  ChannelTouched,
  ChannelUpdated,
])
export type ChatEvent = z.infer<typeof ChatEvent>

const ChannelStateFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.read'),
    cid: z.string(),
    userId: z.string(),
    lastReadSeq: Seq,
    lastReadAt: Instant,
  }),
  z.object({ type: z.literal('message.delivered'), cid: z.string(), userId: z.string(), deliveredSeq: Seq }),
])

/** To one's own devices only. */
const OwnStateFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reading.updated'), cid: z.string(), reading: Reading }),
  z.object({ type: z.literal('settings.updated'), cid: z.string(), settings: Settings }),
  z.object({ type: z.literal('thread.updated'), cid: z.string(), parentId: z.string(), thread: Reading }),
])

export const ChatStateFrame = z.discriminatedUnion('type', [ChannelStateFrame, OwnStateFrame, ExtensionState])
export type ChatStateFrame = z.infer<typeof ChatStateFrame>

export const ChatSignal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('typing.start'), cid: z.string(), userId: z.string(), parentId: z.optional(z.string()) }),
  z.object({ type: z.literal('typing.stop'), cid: z.string(), userId: z.string(), parentId: z.optional(z.string()) }),
  z.object({
    type: z.literal('user.presence.changed'),
    userId: z.string(),
    online: z.boolean(),
    lastActiveAt: z.nullable(Instant),
  }),
  z.object({ type: z.literal('user.updated'), user: ChatUser }),
  /** I am in a channel I was not in before. Ask for it. */
  z.object({ type: z.literal('notification.added_to_channel'), cid: z.string(), channel: Channel }),
  /** I am no longer in this channel. */
  z.object({ type: z.literal('notification.removed_from_channel'), cid: z.string() }),
  /** The app's own word to one user. */
  z.object({ type: z.literal('user.signal'), signal: UserSignal }),
  /** The service may have missed something: catch up as after a reconnect. */
  z.object({ type: z.literal('resync') }),
])
export type ChatSignal = z.infer<typeof ChatSignal>

/** Anything that arrives over the socket unasked. */
export type ChatFrame = ChatEvent | ChatStateFrame | ChatSignal

/**
 * What a client that knows a channel up to `after` needs to be where the service is. `reset` says that this is too
 * far back to replay: take a fresh snapshot.
 */
export const CatchUp = z.object({
  events: z.array(ChatEvent),
  reset: z.boolean(),
  lastSeq: Seq,
  members: z.array(Member),
  membership: z.nullable(Membership),
})
export type CatchUp = z.infer<typeof CatchUp>

export const catchUp = chatOperation({
  name: 'channels.events',
  method: 'GET',
  path: '/channels/:cid/events',
  by: 'user',
  summary: 'What happened in a channel after a place, oldest first.',
  input: z.object({ cid: Cid, after: SeqQuery }),
  returns: CatchUp,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
