import * as z from 'zod/mini'
import { line } from '../../core/values.ts'
import { chatLimits } from '../core/limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { WebAddress } from './previews.ts'
import { UserRef } from '../users/users.ts'
import { Cid, MessageId } from '../core/values.ts'

/** Slash commands. Some are handled by the screens; an app may register others that a webhook answers. */

export const CommandName = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,31}$/, 'Use up to 32 small letters or digits.'))

export const Command = z.object({
  name: z.string(),
  description: z.string(),
  /** Hint for the arguments, such as `<name>`. */
  args: z.string(),
})
export type Command = z.infer<typeof Command>

/** Commands the screens handle themselves. */
export const builtInCommands: readonly Command[] = [
  { name: 'offer', description: 'Make an offer', args: '' },
  { name: 'booking', description: 'Show a booking', args: '' },
  { name: 'reschedule', description: 'Propose another time', args: '' },
  { name: 'quick', description: 'Insert a quick reply', args: '<name>' },
  { name: 'location', description: 'Share where you are', args: '' },
  { name: 'poll', description: 'Ask with a poll', args: '' },
  { name: 'remind', description: 'Remind me about this conversation', args: '' },
]

export const saveCommand = chatOperation({
  name: 'commands.save',
  method: 'PUT',
  path: '/commands/:name',
  by: 'server',
  summary: 'Register or change a slash command. Its webhook is called with a signature, see the chat protocol.',
  input: z.object({
    name: CommandName,
    description: line(1, 100, 'Use 1 to 100 characters.'),
    args: z._default(line(0, 60, 'Use at most 60 characters.'), ''),
    url: z.optional(WebAddress),
  }),
  returns: z.object({ command: Command, secret: z.string() }),
  errors: ['NOT_ALLOWED'],
})

export const deleteCommand = chatOperation({
  name: 'commands.delete',
  method: 'DELETE',
  path: '/commands/:name',
  by: 'server',
  summary: 'Delete a registered command.',
  input: z.object({ name: CommandName }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const suggestCommands = chatOperation({
  name: 'commands.list',
  method: 'GET',
  path: '/commands',
  by: 'user',
  summary: 'List commands whose name starts with the query, built-in ones first.',
  input: z.object({ q: z._default(z.string().check(z.maxLength(32)), '') }),
  returns: z.object({ commands: z.array(Command) }),
})

export const runCommand = chatOperation({
  name: 'commands.run',
  method: 'POST',
  path: '/channels/:cid/commands/:name',
  by: 'user',
  summary: 'Run a registered command. Its webhook answers with a message or with a note that only the sender sees.',
  input: z.object({
    cid: Cid,
    name: CommandName,
    messageId: MessageId,
    args: z._default(z.string().check(z.maxLength(chatLimits.messageCharacters)), ''),
  }),
  returns: z.object({ message: z.nullable(Message), reply: z.nullable(z.string()) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'COMMAND_MISSING', 'COMMAND_FAILED', 'COOL_DOWN'],
})

/** A webhook's answer: a message to the channel, a note to the sender, or nothing. */
export const CommandAnswer = z.object({
  text: z.optional(z.string()),
  reply: z.optional(z.string().check(z.maxLength(1_000))),
})

/** Header that signs a webhook's body: hex HMAC-SHA256 with the command's secret. */
export const commandSignatureHeader = 'x-chat-signature'

export const suggestPeople = chatOperation({
  name: 'mentions.list',
  method: 'GET',
  path: '/channels/:cid/mentions',
  by: 'user',
  summary: 'List members of a channel whose name starts with the query, for mentions.',
  input: z.object({
    cid: Cid,
    q: z.string().check(z.minLength(1), z.maxLength(64)),
    after: z.optional(z.string().check(z.maxLength(64))),
  }),
  returns: z.object({ users: z.array(UserRef), hasMore: z.boolean() }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
