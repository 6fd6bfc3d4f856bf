import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid, MessageId, Seq } from '../core/values.ts'

/** A user's own read state of a channel. Of two states the one with the higher `version` is newer. */
export const Reading = z.object({ version: z.int(), lastReadSeq: Seq, unreadCount: z.int() })
export type Reading = z.infer<typeof Reading>

export const UnreadTotals = z.object({ totalUnread: z.int(), unreadChannels: z.int() })
export type UnreadTotals = z.infer<typeof UnreadTotals>

/** Totals and the unread channels. `complete`: no channel is left out. */
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
  summary: 'Get my unread totals and the unread channels, at most a hundred.',
  input: z.object({}),
  returns: UnreadOverview,
})

export const markRead = chatOperation({
  name: 'channels.read',
  method: 'POST',
  path: '/channels/:cid/read',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Mark a channel read up to `seq`, by default up to its newest message.',
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
  summary: 'Mark messages unread for me, from a message on.',
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
  summary: 'Mark messages delivered to my device, up to a sequence number.',
  input: z.object({ cid: Cid, seq: Seq }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
