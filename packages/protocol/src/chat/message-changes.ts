import * as z from 'zod/mini'
import { chatLimits } from './limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from './operation.ts'
import { Flag, Cid, Custom, ChatUserId, MessageId } from './values.ts'

/** What can be done to a message that is there. Each is announced with the whole message as it is then. */

/** Events of this shape: `message` is newer than what one had, by its `revision`. */
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
  summary: "Change one's own message; a server may change any.",
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
  summary:
    "Take one's own message back from everybody (a tombstone stays), or with `onlyForMe` any message from oneself.",
  input: z.object({ ...target, onlyForMe: z.optional(Flag) }),
  returns: z.object({
    /** Null where it is gone for me only. */
    message: z.nullable(Message),
  }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const forwardMessage = chatOperation({
  name: 'messages.forward',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/forward',
  by: 'user',
  summary: 'Send a message on into another channel of mine, under a new id. The same id again answers the first one.',
  input: z.object({ ...target, id: MessageId, to: Cid }),
  returns: z.object({ message: Message }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'COOL_DOWN'],
})

/** One emoji, of however many signs; without the sign that asks for its picture, too. */
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
  summary: 'React with an emoji; one of each kind.',
  input: z.object({ ...target, emoji: Emoji }),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const removeReaction = chatOperation({
  name: 'reactions.remove',
  method: 'DELETE',
  path: '/channels/:cid/messages/:messageId/reactions/:emoji',
  by: 'user',
  summary: 'Take a reaction of mine back.',
  input: z.object({ ...target, emoji: Emoji }),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const pinMessage = chatOperation({
  name: 'messages.pin',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/pin',
  by: 'user',
  summary: 'Keep a message at hand for everybody in the channel.',
  input: z.object(target),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const unpinMessage = chatOperation({
  name: 'messages.unpin',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/unpin',
  by: 'user',
  summary: 'Keep it at hand no longer.',
  input: z.object(target),
  returns: changed,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const listPinned = chatOperation({
  name: 'messages.pinned',
  method: 'GET',
  path: '/channels/:cid/pinned',
  by: 'user',
  summary: 'The pinned messages of a channel, the last pinned first. There are never more than fit one answer.',
  input: z.object({ cid: Cid }),
  returns: z.object({ messages: z.array(Message) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
