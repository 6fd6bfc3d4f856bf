import * as z from 'zod/mini'
import { chatLimits } from '../core/limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Flag, Cid, Custom, ChatUserId, MessageId } from '../core/values.ts'

/**
 * Operations on existing messages. Each sends an event of one of these types with the whole message; the higher
 * `revision` is newer.
 */
export const messageChangeTypes = [
  'message.updated',
  'message.deleted',
  'message.pinned',
  'message.unpinned',
  'reaction.new',
  'reaction.deleted',
] as const
export type MessageChangeType = (typeof messageChangeTypes)[number]

const target = { cid: Cid, messageId: MessageId }
const changed = z.object({ message: Message })

export const editMessage = chatOperation({
  name: 'messages.edit',
  method: 'PATCH',
  path: '/channels/:cid/messages/:messageId',
  by: 'user',
  summary: "Edit my message. The app's server may edit any.",
  input: z.object({
    ...target,
    text: z.string(),
    mentions: z.optional(z.array(ChatUserId).check(z.maxLength(chatLimits.mentionsPerMessage))),
    custom: z.optional(Custom),
  }),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'MESSAGE_TOO_LONG'],
})

export const deleteMessage = chatOperation({
  name: 'messages.delete',
  method: 'DELETE',
  path: '/channels/:cid/messages/:messageId',
  by: 'user',
  summary: 'Delete my message for everybody (a tombstone stays), or with `onlyForMe` hide any message from myself.',
  input: z.object({ ...target, onlyForMe: z.optional(Flag) }),
  returns: z.object({
    /** Null where it was hidden for the caller only. */
    message: z.nullable(Message),
  }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const forwardMessage = chatOperation({
  name: 'messages.forward',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/forward',
  by: 'user',
  summary: 'Forward a message to another of my channels under a new id. Repeating the id returns the first one.',
  input: z.object({ ...target, id: MessageId, to: Cid }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'COOL_DOWN'],
})

/** Exactly one emoji, with or without the variation selector. */
const Emoji = z.string().check(
  z.maxLength(64),
  z.refine((value) => EMOJI.test(value) || EMOJI.test(`${value}\uFE0F`), 'Use one emoji.'),
)
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')

export const addReaction = chatOperation({
  name: 'reactions.add',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/reactions',
  by: 'user',
  summary: 'Add an emoji reaction, one of each kind per user.',
  input: z.object({ ...target, emoji: Emoji }),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const removeReaction = chatOperation({
  name: 'reactions.remove',
  method: 'DELETE',
  path: '/channels/:cid/messages/:messageId/reactions/:emoji',
  by: 'user',
  summary: 'Remove my reaction.',
  input: z.object({ ...target, emoji: Emoji }),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const pinMessage = chatOperation({
  name: 'messages.pin',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/pin',
  by: 'user',
  summary: 'Pin a message for everybody in the channel.',
  input: z.object(target),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const unpinMessage = chatOperation({
  name: 'messages.unpin',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/unpin',
  by: 'user',
  summary: 'Unpin a message.',
  input: z.object(target),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const listPinned = chatOperation({
  name: 'messages.pinned',
  method: 'GET',
  path: '/channels/:cid/pinned',
  by: 'user',
  summary: 'List the pinned messages of a channel, last pinned first, in one page.',
  input: z.object({ cid: Cid }),
  returns: z.object({ messages: z.array(Message) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
