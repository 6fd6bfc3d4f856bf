import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { limits } from '../../common/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { UserRef } from '../users/users.ts'
import { Cid, MessageId } from '../core/values.ts'

/**
 * A reminder of a message, at a time or "saved for later" without one. Of two states the one with the higher `version`
 * is newer.
 */
export const Reminder = z.object({
  cid: z.string(),
  messageId: z.string(),
  remindAt: z.nullable(Instant),
  /** When the reminder fired. */
  firedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** Excerpt that identifies the message. */
  excerpt: z.string(),
  author: z.nullable(UserRef),
  version: z.int(),
})
export type Reminder = z.infer<typeof Reminder>

export const setReminder = chatOperation({
  name: 'reminders.set',
  method: 'PUT',
  path: '/channels/:cid/messages/:messageId/reminder',
  by: 'user',
  summary: 'Set a reminder for a message: after an offset, at a time, or with neither to save it for later.',
  input: z.object({
    cid: Cid,
    messageId: MessageId,
    remindAt: z._default(z.nullable(Instant), null),
    offset: z.optional(
      z
        .number()
        .check(z.refine((value) => limits.reminderOffsetsMs.some((each) => each === value), 'Use one of the offsets.')),
    ),
  }),
  returns: z.object({ reminder: Reminder }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const deleteReminder = chatOperation({
  name: 'reminders.delete',
  method: 'DELETE',
  path: '/channels/:cid/messages/:messageId/reminder',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Delete a reminder.',
  input: z.object({ cid: Cid, messageId: MessageId }),
  returns: z.object({ version: z.int() }),
  errors: ['DOES_NOT_EXIST'],
})

export const listReminders = chatOperation({
  name: 'reminders.list',
  method: 'GET',
  path: '/reminders',
  by: 'user',
  summary: 'List my reminders: due ones first, then by time, then those without a time.',
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  returns: z.object({ reminders: z.array(Reminder), nextCursor: z.nullable(z.string()) }),
})
