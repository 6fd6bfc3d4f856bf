import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { chatLimits } from './limits.ts'
import { MessageDraft } from './messages.ts'
import { chatOperation } from './operation.ts'
import { Cid, MessageId } from './values.ts'

/** Messages that are written now and sent later, whether or not anybody is connected then. */

export const scheduledStates = ['waiting', 'sent', 'failed', 'deleted'] as const

/** Of two states the higher `version` is the newer. */
export const ScheduledMessage = z.object({
  cid: z.string(),
  messageId: z.string(),
  text: z.string(),
  sendAt: Instant,
  state: z.enum(scheduledStates),
  /** Why it could not be sent. */
  problem: z.nullable(z.string()),
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
  summary: 'Send a message at a time. It is judged now and again when it is sent.',
  input: z.object({ cid: Cid, message: MessageDraft, sendAt: Instant }),
  returns: z.object({ scheduled: ScheduledMessage }),
  errors: refusals,
})

export const changeScheduled = chatOperation({
  name: 'scheduled.update',
  method: 'PATCH',
  path: '/scheduled/:messageId',
  by: 'user',
  summary: 'Another time or other words, while it waits; one that failed waits again. With `now` it goes at once.',
  input: z.object({
    messageId: MessageId,
    sendAt: z.optional(Instant),
    text: z.optional(z.string()),
    /** By the clock of the service, whatever that of the sender shows. */
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
  summary: 'Not to be sent after all.',
  input: z.object({ messageId: MessageId }),
  returns: z.object({ scheduled: ScheduledMessage }),
  errors: ['DOES_NOT_EXIST'],
})

export const listScheduled = chatOperation({
  name: 'scheduled.list',
  method: 'GET',
  path: '/scheduled',
  by: 'user',
  summary: `One's messages that wait or have failed, the next one first; at most ${chatLimits.scheduledPerUser}.`,
  input: z.object({ cid: z.optional(Cid) }),
  returns: z.object({ scheduled: z.array(ScheduledMessage) }),
  errors: [],
})
