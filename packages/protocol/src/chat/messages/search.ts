import * as z from 'zod/mini'
import { chatLimits } from '../core/limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid } from '../core/values.ts'

export const searchMessages = chatOperation({
  name: 'messages.search',
  method: 'GET',
  path: '/search',
  by: 'user',
  summary: 'Search messages of one channel or of all my channels by word prefixes, newest first.',
  input: z.object({
    query: z.string().check(z.minLength(1), z.maxLength(chatLimits.searchCharacters)),
    cid: z.optional(Cid),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(chatLimits.searchPageMax)),
      chatLimits.searchPage,
    ),
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  returns: z.object({ messages: z.array(Message), nextCursor: z.nullable(z.string()) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
