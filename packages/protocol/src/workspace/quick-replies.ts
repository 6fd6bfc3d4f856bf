import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { CustomerId, FileId, idOf, Instant, prose } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { quickReplyLimits } from './constants.ts'

/** Saved texts a provider inserts by a shortcut. */

export const QuickReplyId = idOf('qrp')

const file = { id: FileId, name: z.string(), mime: z.string(), size: z.int() }

export const QuickReply = z.object({
  id: QuickReplyId,
  shortcut: z.string(),
  text: z.string(),
  /** Each with an address valid for five minutes. */
  attachments: z.array(z.object({ ...file, url: z.string() })),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type QuickReply = z.infer<typeof QuickReply>

export const QuickReplyForm = z.object({
  shortcut: z
    .string(issueText('SHORTCUT_REQUIRED'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[a-z0-9_-]{2,30}$/, issueText('SHORTCUT_INVALID', { min: 2, max: 30 })),
    ),
  text: prose(1, quickReplyLimits.characters, issueText('TEXT_LENGTH')),
  /** Uploads with purpose CHAT. */
  attachmentIds: z._default(
    z.array(FileId).check(z.maxLength(quickReplyLimits.attachments, issueText('MAX_QUICK_REPLY_FILES'))),
    [],
  ),
})

const params = z.object({ id: QuickReplyId })

export const listQuickReplies = operation({
  name: 'quickReplies.list',
  method: 'GET',
  path: '/v2/quick-replies',
  audience: 'provider',
  summary: 'List my quick replies in my order.',
  returns: z.array(QuickReply),
})

export const createQuickReply = operation({
  name: 'quickReplies.create',
  method: 'POST',
  path: '/v2/quick-replies',
  audience: 'provider',
  summary: 'Create a quick reply with a shortcut. It is added at the end.',
  body: QuickReplyForm,
  status: 201,
  returns: QuickReply,
  errors: ['QUICK_REPLY_LIMIT', 'SHORTCUT_TAKEN'],
})

export const saveQuickReply = operation({
  name: 'quickReplies.save',
  method: 'PUT',
  path: '/v2/quick-replies/:id',
  audience: 'provider',
  summary: 'Change a quick reply.',
  params,
  body: z.extend(QuickReplyForm, { version: z.optional(z.int()) }),
  returns: QuickReply,
  errors: ['NOT_FOUND', 'SHORTCUT_TAKEN', 'VERSION_CONFLICT'],
})

export const removeQuickReply = operation({
  name: 'quickReplies.remove',
  method: 'DELETE',
  path: '/v2/quick-replies/:id',
  audience: 'provider',
  summary: 'Delete a quick reply and its files.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const orderQuickReplies = operation({
  name: 'quickReplies.order',
  method: 'PUT',
  path: '/v2/quick-replies',
  audience: 'provider',
  summary: 'Reorder my quick replies. Name each of them exactly once.',
  body: z.object({ ids: z.array(QuickReplyId).check(z.maxLength(quickReplyLimits.replies)) }),
  returns: z.array(QuickReply),
})

/** Values of the variables for one customer. The client formats times and amounts. */
export const ReplyFacts = z.object({
  providerFirstName: z.string(),
  customerFirstName: z.nullable(z.string()),
  /** The current or next job, otherwise the newest request. */
  booking: z.nullable(
    z.object({
      id: z.string(),
      startAt: z.nullable(Instant),
      timeZone: z.string(),
      address: z.nullable(z.string()),
    }),
  ),
})
export type ReplyFacts = z.infer<typeof ReplyFacts>

export const getReplyFacts = operation({
  name: 'quickReplies.facts',
  method: 'GET',
  path: '/v2/quick-replies/facts',
  audience: 'provider',
  summary: "Get the values of my quick replies' variables for a customer.",
  query: z.object({ customerId: z.optional(CustomerId) }),
  returns: ReplyFacts,
  errors: ['NOT_FOUND'],
})
