import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { messageChangeTypes } from './messages/message-changes.ts'
import { Channel, Member, Membership, Settings } from './channels/channels.ts'
import { ExtensionState } from './extensions.ts'
import { Message } from './messages/messages.ts'
import { chatOperation } from './core/operation.ts'
import { Reading } from './channels/read-state.ts'
import { ChatUser, UserSignal } from './users/users.ts'
import { Cid, Seq, SeqQuery } from './core/values.ts'

/**
 * What the service sends to clients, in three kinds.
 * - An **event** is stored: it has a sequence number (`seq`) in its channel and can be replayed.
 * - A **mark** is a state whose value only increases (a `version`, a sequence number): the highest one wins in
 *   any order. It needs no sequence number of its own; snapshots and catch-ups carry it too.
 * - A **signal** is not stored. The receiver lets it expire.
 */

/** Position of an event and when it happened. */
const eventFields = { cid: z.string(), seq: Seq, at: Instant }

/**
 * State that accompanies a message event. All but `parent` is private to the receiver and present only if it changed.
 */
const messageEventFields = {
  /** The parent message of a reply, in its current state. */
  parent: z.optional(Message),
  reading: z.optional(Reading),
  /** The receiver's read state of the thread. */
  thread: z.optional(Reading),
  settings: z.optional(Settings),
}

const MessageNew = z.object({ type: z.literal('message.new'), ...eventFields, message: Message, ...messageEventFields })

/** A change of a message by `userId`. Null: by the app. */
const MessageChange = z.object({
  type: z.enum(messageChangeTypes),
  ...eventFields,
  userId: z.nullable(z.string()),
  emoji: z.optional(z.string()),
  message: Message,
  ...messageEventFields,
})

/** Sent to its user only: they hid a message. */
const MessageHidden = z.object({
  type: z.literal('message.hidden'),
  ...eventFields,
  messageId: z.string(),
  messageSeq: Seq,
  parentId: z.optional(z.string()),
  reading: z.optional(Reading),
  thread: z.optional(Reading),
})

/** An event that does not concern the receiver. Its sequence number is sent so that no gap appears. */
const ChannelTouched = z.object({
  type: z.literal('channel.touched'),
  ...eventFields,
  /** It was a message that the receiver has cleared since. */
  lastMessageAt: z.optional(Instant),
  parent: z.optional(Message),
})

/** The channel changed: its name, members or block. Carries the whole current state. */
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

/** Sent to a user's own devices only. */
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
  /** The user was added to a channel. The client loads it. */
  z.object({ type: z.literal('notification.added_to_channel'), cid: z.string(), channel: Channel }),
  /** The user was removed from the channel. */
  z.object({ type: z.literal('notification.removed_from_channel'), cid: z.string() }),
  /** A signal of the app to one user. */
  z.object({ type: z.literal('user.signal'), signal: UserSignal }),
  /** Frames may have been lost: catch up as after a reconnect. */
  z.object({ type: z.literal('resync') }),
])
export type ChatSignal = z.infer<typeof ChatSignal>

/** Any unsolicited frame on the socket. */
export type ChatFrame = ChatEvent | ChatStateFrame | ChatSignal

/**
 * What a client needs to bring a channel from `after` up to date. `reset`: too far back to replay, load a fresh
 * snapshot.
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
  summary: 'List the events of a channel after a sequence number, oldest first.',
  input: z.object({ cid: Cid, after: SeqQuery }),
  returns: CatchUp,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
