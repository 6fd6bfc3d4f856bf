import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { Channel } from './channels.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid, MessageId } from '../core/values.ts'
import { reportReasons } from '../core/constants.ts'

/** Blocking and reporting. */

export const blockChannel = chatOperation({
  name: 'channels.block',
  method: 'POST',
  path: '/channels/:cid/block',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Block or unblock a direct channel. Nobody writes in it until everybody who blocked it has unblocked it.',
  input: z.object({ cid: Cid, blocked: z.boolean() }),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

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
  summary: "Report a channel or one of its messages to the app's moderators. Members are not notified.",
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
  summary: 'List reports, newest first.',
  input: z.object({
    before: z.optional(Instant),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
  }),
  returns: z.object({ reports: z.array(Report) }),
})
