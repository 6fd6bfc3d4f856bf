import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { Channel } from './channels.ts'
import { Message } from './messages.ts'
import { chatOperation } from './operation.ts'
import { ChatUserId, Cid, SeqQuery } from './values.ts'

/** What only the app's server does with its users, and what it takes out. */

const userId = { userId: ChatUserId }

export const disconnectUser = chatOperation({
  name: 'users.disconnect',
  method: 'POST',
  path: '/users/:userId/disconnect',
  by: 'server',
  summary: 'End the tokens a user has, or those of one session (`sid`), and close what is open with them.',
  input: z.object({ ...userId, sessionId: z.optional(z.string().check(z.maxLength(64))) }),
  returns: z.object({}),
  errors: [],
})

export const deactivateUser = chatOperation({
  name: 'users.deactivate',
  method: 'POST',
  path: '/users/:userId/deactivate',
  by: 'server',
  summary: 'Let a user in no longer, or again. What was written stays.',
  input: z.object({ ...userId, deactivated: z._default(z.boolean(), true) }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const suspendUser = chatOperation({
  name: 'users.suspend',
  method: 'POST',
  path: '/users/:userId/suspend',
  by: 'server',
  summary: 'Let a user read and write nothing until a time; null lets them write again.',
  input: z.object({ ...userId, until: z.nullable(Instant) }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const deleteUser = chatOperation({
  name: 'users.delete',
  method: 'DELETE',
  path: '/users/:userId',
  by: 'server',
  summary: 'Take out everything that names a user. Messages stay in the channels, by nobody in particular.',
  input: z.object(userId),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const exportChannel = chatOperation({
  name: 'channels.export',
  method: 'GET',
  path: '/channels/:cid/export',
  by: 'server',
  summary: 'A channel with its whole history, oldest first, a thousand messages at a time.',
  input: z.object({ cid: Cid, after: z._default(SeqQuery, 0) }),
  returns: z.object({
    channel: Channel,
    messages: z.array(Message),
    /** Hand this back as `after`; null: that was all. */
    next: z.nullable(z.int()),
    exportedAt: Instant,
  }),
  errors: ['DOES_NOT_EXIST'],
})

export const suspendApp = chatOperation({
  name: 'app.suspend',
  method: 'POST',
  path: '/app/suspend',
  by: 'server',
  summary: 'Serve nobody but the app itself (99), or everybody again.',
  input: z.object({ suspended: z.boolean() }),
  returns: z.object({}),
  errors: [],
})
