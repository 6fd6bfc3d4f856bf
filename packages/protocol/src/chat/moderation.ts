import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { Channel } from './channels.ts'
import { chatOperation } from './operation.ts'
import { Cid, MessageId } from './values.ts'

/** What keeps the peace: blocking somebody, and telling the app's people. */

export const blockChannel = chatOperation({
  name: 'channels.block',
  method: 'POST',
  path: '/channels/:cid/block',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Nobody writes in this direct channel any more, until whoever blocked it lets go.',
  input: z.object({ cid: Cid, blocked: z.boolean() }),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

export const reportReasons = ['SPAM', 'ABUSE', 'FRAUD', 'OTHER'] as const

const reportReasonField = {
  reason: z.enum(reportReasons),
  note: z.optional(z.string().check(z.maxLength(1_000))),
  messageId: z.optional(MessageId),
}

export const reportChannel = chatOperation({
  name: 'channels.report',
  method: 'POST',
  path: '/channels/:cid/report',
  by: 'user',
  whileSuspended: 'always',
  summary: "Report a channel, or one message of it, to the app's people. Nobody in it is told.",
  input: z.object({ cid: Cid, ...reportReasonField }),
  returns: z.object({ id: z.string() }),
  errors: ['DOES_NOT_EXIST'],
})

export const Report = z.object({
  id: z.string(),
  cid: z.string(),
  reporterId: z.string(),
  ...reportReasonField,
  createdAt: Instant,
})
export type Report = z.infer<typeof Report>

export const listReports = chatOperation({
  name: 'reports.list',
  method: 'GET',
  path: '/reports',
  by: 'server',
  summary: 'Reports, newest first.',
  input: z.object({
    before: z.optional(Instant),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
  }),
  returns: z.object({ reports: z.array(Report) }),
  errors: [],
})
