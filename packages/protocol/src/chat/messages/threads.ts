import * as z from 'zod/mini'
import { limits } from '../../common/limits.ts'
import { chatLimits } from '../core/limits.ts'
import { Message, MessagePage } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Reading } from '../channels/read-state.ts'
import { Cid, Flag, MessageId, Seq, SeqQuery } from '../core/values.ts'

/** A thread as one participant sees it. Its participants wrote the parent, replied, or were mentioned in a reply. */
export const Thread = z.object({
  cid: z.string(),
  parent: Message,
  /** The newest reply that is not deleted. */
  lastReply: z.nullable(Message),
  lastReplySeq: Seq,
  reading: Reading,
})
export type Thread = z.infer<typeof Thread>

const parent = { cid: Cid, messageId: MessageId }

export const listReplies = chatOperation({
  name: 'threads.replies',
  method: 'GET',
  path: '/channels/:cid/messages/:messageId/replies',
  by: 'user',
  summary:
    'List the replies to a message, oldest first: the newest page, or the page before, after or around a sequence number.',
  input: z.object({
    ...parent,
    before: z.optional(SeqQuery),
    after: z.optional(SeqQuery),
    around: z.optional(SeqQuery),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(chatLimits.threadPageMax)),
      limits.threadPageSize,
    ),
  }),
  returns: z.extend(MessagePage, {
    parent: Message,
    /** Null for users who do not participate in the thread. */
    reading: z.nullable(Reading),
  }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'NESTING'],
})

export const listThreads = chatOperation({
  name: 'threads.list',
  method: 'GET',
  path: '/threads',
  by: 'user',
  summary: 'List my threads, newest reply first, with the number of unread ones.',
  input: z.object({
    unread: z.optional(Flag),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(chatLimits.threadPageMax)),
      chatLimits.threadListPage,
    ),
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  returns: z.object({ threads: z.array(Thread), unreadThreads: z.int(), nextCursor: z.nullable(z.string()) }),
})

/** A participant's read state of a thread with unread replies. */
export const UnreadThread = z.object({ cid: z.string(), parentId: MessageId, reading: Reading })
export type UnreadThread = z.infer<typeof UnreadThread>

export const listUnreadThreads = chatOperation({
  name: 'threads.unread',
  method: 'GET',
  path: '/threads/unread',
  by: 'user',
  summary: `Get my unread threads and their counts: the ${chatLimits.unreadThreads} with the newest replies.`,
  input: z.object({}),
  returns: z.object({ threads: z.array(UnreadThread) }),
})

export const markThreadRead = chatOperation({
  name: 'threads.read',
  method: 'POST',
  path: '/channels/:cid/messages/:messageId/replies/read',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Mark a thread read up to `seq`, by default up to its newest reply.',
  input: z.object({ ...parent, seq: z.optional(Seq) }),
  returns: z.object({
    /** Null for users who do not participate in the thread. */
    reading: z.nullable(Reading),
  }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
