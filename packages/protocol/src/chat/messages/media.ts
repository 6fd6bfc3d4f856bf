import * as z from 'zod/mini'
import { chatLimits } from '../core/limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid, SeqQuery } from '../core/values.ts'
import { mediaKinds } from '../core/constants.ts'

export const MediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof MediaKind>

export const listMedia = chatOperation({
  name: 'media.list',
  method: 'GET',
  path: '/channels/:cid/media',
  by: 'user',
  summary: 'List messages of a channel with images or videos, with other files, or with links, newest first.',
  input: z.object({
    cid: Cid,
    kind: MediaKind,
    /** Sequence number of the last message of the previous page. */
    before: z.optional(SeqQuery),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(chatLimits.mediaPageMax)), chatLimits.mediaPage),
  }),
  returns: z.object({
    messages: z.array(Message),
    /** Whether there are more pages. */
    hasOlder: z.boolean(),
  }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
