import * as z from 'zod/mini'
import { chatOperation } from '../core/operation.ts'
import { Cid, MessageId } from '../core/values.ts'

/** Typing signals. Not stored: receivers clear them after `chatLimits.typingExpiryMs`. */

export const setTyping = chatOperation({
  name: 'typing.set',
  method: 'POST',
  path: '/channels/:cid/typing',
  by: 'user',
  summary: 'Signal that I started or stopped typing.',
  input: z.object({ cid: Cid, typing: z.boolean(), parentId: z.optional(MessageId) }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
