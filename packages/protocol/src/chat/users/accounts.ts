import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { Channel } from '../channels/channels.ts'
import { Message } from '../messages/messages.ts'
import { chatOperation } from '../core/operation.ts'
import { ChatUserId, Cid, SeqQuery } from '../core/values.ts'

/** User management by the app's server. */

const userId = { userId: ChatUserId }

export const disconnectUser = chatOperation({
  name: 'users.disconnect',
  method: 'POST',
  path: '/users/:userId/disconnect',
  by: 'server',
  summary: 'Revoke the tokens of a user, or those of one session (`sid`), and close their connections.',
  input: z.object({ ...userId, sessionId: z.optional(z.string().check(z.maxLength(64))) }),
  returns: z.object({}),
})

export const deactivateUser = chatOperation({
  name: 'users.deactivate',
  method: 'POST',
  path: '/users/:userId/deactivate',
  by: 'server',
  summary: 'Deactivate or reactivate a user. Their messages stay.',
  input: z.object({ ...userId, deactivated: z._default(z.boolean(), true) }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const suspendUser = chatOperation({
  name: 'users.suspend',
  method: 'POST',
  path: '/users/:userId/suspend',
  by: 'server',
  summary: 'Make a user read-only until a time. null lets them write again.',
  input: z.object({ ...userId, until: z.nullable(Instant) }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const deleteUser = chatOperation({
  name: 'users.delete',
  method: 'DELETE',
  path: '/users/:userId',
  by: 'server',
  summary: 'Erase the personal data of a user. Their messages stay in the channels without an author.',
  input: z.object(userId),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST'],
})

export const exportChannel = chatOperation({
  name: 'channels.export',
  method: 'GET',
  path: '/channels/:cid/export',
  by: 'server',
  summary: 'Export a channel with its whole history, oldest first, a thousand messages per page.',
  input: z.object({ cid: Cid, after: z._default(SeqQuery, 0) }),
  returns: z.object({
    channel: Channel,
    messages: z.array(Message),
    /** Pass as `after` for the next page. Null: this was the last. */
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
  summary: 'Suspend the app for everybody but its server (99), or end the suspension.',
  input: z.object({ suspended: z.boolean() }),
  returns: z.object({}),
})
