import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { chatOperation } from './operation.ts'
import { Cid, MessageId, Seq } from './values.ts'

/** How far people have read, and what is left unread. */

/** One's own reading of a channel. Of two states the higher `version` is the newer. */
export const Reading = z.object({ version: z.int(), lastReadSeq: Seq, unreadCount: z.int() })
export type Reading = z.infer<typeof Reading>

export const UnreadTotals = z.object({ totalUnread: z.int(), unreadChannels: z.int() })
export type UnreadTotals = z.infer<typeof UnreadTotals>

/** The totals with the channels they come from; `complete` when those are all of them. */
export const UnreadOverview = z.extend(UnreadTotals, {
  channels: z.array(z.extend(Reading, { cid: z.string() })),
  complete: z.boolean(),
})
export type UnreadOverview = z.infer<typeof UnreadOverview>

export const getUnread = chatOperation({
  name: 'unread.get',
  method: 'GET',
  path: '/unread',
  by: 'user',
  summary: "One's unread messages and channels: exact totals, and the channels themselves up to a hundred.",
  input: z.object({}),
  returns: UnreadOverview,
  errors: [],
})

export const markRead = chatOperation({
  name: 'channels.read',
  method: 'POST',
  path: '/channels/:cid/read',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Everything up to a place is read; up to the newest unless `seq` says otherwise.',
  input: z.object({ cid: Cid, seq: z.optional(Seq) }),
  returns: z.object({ reading: Reading, lastReadAt: z.nullable(Instant) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const markUnread = chatOperation({
  name: 'channels.unread',
  method: 'POST',
  path: '/channels/:cid/unread',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Everything from a message on is unread again, for me.',
  input: z.object({ cid: Cid, messageId: MessageId }),
  returns: z.object({ reading: Reading }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const markDelivered = chatOperation({
  name: 'channels.delivered',
  method: 'POST',
  path: '/channels/:cid/delivered',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Everything up to a place has reached a device of mine.',
  input: z.object({ cid: Cid, seq: Seq }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
