import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { Attachment, AttachmentId } from './attachments.ts'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid, MessageId } from '../core/values.ts'

/**
 * An unsent text in a channel or thread, shared by a user's devices. Of two states the one with the higher `version` is
 * newer. Empty: it was cleared.
 */
export const Draft = z.object({
  cid: z.string(),
  parentId: z.nullable(z.string()),
  text: z.string(),
  quotedMessageId: z.nullable(z.string()),
  attachments: z.array(Attachment),
  updatedAt: Instant,
  version: z.int(),
})
export type Draft = z.infer<typeof Draft>

const draftKey = { cid: Cid, parentId: z.optional(MessageId) }

export const getDraft = chatOperation({
  name: 'drafts.get',
  method: 'GET',
  path: '/channels/:cid/draft',
  by: 'user',
  summary: 'Get my draft of a channel or thread. null: I never wrote one; empty: I cleared it.',
  input: z.object(draftKey),
  returns: z.object({ draft: z.nullable(Draft) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const saveDraft = chatOperation({
  name: 'drafts.save',
  method: 'PUT',
  path: '/channels/:cid/draft',
  by: 'user',
  summary: 'Save my draft. An empty one clears it.',
  input: z.object({
    ...draftKey,
    text: z.string(),
    quotedMessageId: z._default(z.nullable(MessageId), null),
    attachmentIds: z._default(z.array(AttachmentId).check(z.maxLength(chatLimits.attachmentsPerMessage)), []),
  }),
  returns: z.object({ draft: Draft }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'MESSAGE_TOO_LONG'],
})

export const listDrafts = chatOperation({
  name: 'drafts.list',
  method: 'GET',
  path: '/drafts',
  by: 'user',
  summary: `List my drafts with text or files, newest first, at most ${chatLimits.draftsListed}.`,
  input: z.object({}),
  returns: z.object({ drafts: z.array(Draft) }),
})
