import { isMessage, type MessageDescriptor } from '@fettle/i18n/message'
import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { chatLimits } from '../core/limits.ts'
import { MessageDraft } from './messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid, MessageId } from '../core/values.ts'

/** Scheduled messages. The service sends them whether or not the user is connected. */

export const scheduledStates = ['waiting', 'sent', 'failed', 'deleted'] as const

/** A message to be sent later. Of two states, the one with the higher `version` is newer. */
export const ScheduledMessage = z.object({
  cid: z.string(),
  messageId: z.string(),
  text: z.string(),
  sendAt: Instant,
  state: z.enum(scheduledStates),
  /** Why sending failed, in English. */
  problem: z.nullable(z.string()),
  /** `problem` as code and parameters, for clients in other languages. */
  reason: z.nullable(z.custom<MessageDescriptor>(isMessage)),
  createdAt: Instant,
  version: z.int(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

const refusals = ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'MESSAGE_TOO_LONG'] as const

export const scheduleMessage = chatOperation({
  name: 'scheduled.create',
  method: 'POST',
  path: '/channels/:cid/scheduled',
  by: 'user',
  summary: 'Schedule a message. It is validated now and again when it is sent.',
  input: z.object({ cid: Cid, message: MessageDraft, sendAt: Instant }),
  returns: z.object({ scheduled: ScheduledMessage }),
  errors: refusals,
})

export const changeScheduled = chatOperation({
  name: 'scheduled.update',
  method: 'PATCH',
  path: '/scheduled/:messageId',
  by: 'user',
  summary: 'Change time or content of a scheduled message; a failed one is scheduled again. `now` sends it at once.',
  input: z.object({
    messageId: MessageId,
    sendAt: z.optional(Instant),
    text: z.optional(z.string()),
    /** Send now, by the clock of the service. */
    now: z.optional(z.boolean()),
  }),
  returns: z.object({ scheduled: ScheduledMessage }),
  errors: refusals,
})

export const deleteScheduled = chatOperation({
  name: 'scheduled.delete',
  method: 'DELETE',
  path: '/scheduled/:messageId',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Cancel a scheduled message.',
  input: z.object({ messageId: MessageId }),
  returns: z.object({ scheduled: ScheduledMessage }),
  errors: ['DOES_NOT_EXIST'],
})

export const listScheduled = chatOperation({
  name: 'scheduled.list',
  method: 'GET',
  path: '/scheduled',
  by: 'user',
  summary: `List my scheduled and failed messages, next one first, at most ${chatLimits.scheduledPerUser}.`,
  input: z.object({ cid: z.optional(Cid) }),
  returns: z.object({ scheduled: z.array(ScheduledMessage) }),
})
