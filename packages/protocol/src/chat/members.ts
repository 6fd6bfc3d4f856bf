import * as z from 'zod/mini'
import { line } from '../core/values.ts'
import { Channel } from './channels.ts'
import { chatLimits } from './limits.ts'
import { chatOperation } from './operation.ts'
import { ChatUserId, Cid, Custom } from './values.ts'

/** A channel itself: how it is called and who is in it. Direct channels have their two people for ever. */

export const updateChannel = chatOperation({
  name: 'channels.update',
  method: 'PATCH',
  path: '/channels/:cid',
  by: 'user',
  summary:
    'Name, picture, custom data; only its owner or the app, of a direct channel only the app. Slow mode only the app.',
  input: z.object({
    cid: Cid,
    name: z.optional(z.nullable(line(1, 100, 'Use 1 to 100 characters.'))),
    image: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
    custom: z.optional(Custom),
    slowModeSeconds: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  }),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

const memberIdsField = {
  cid: Cid,
  userIds: z.array(ChatUserId).check(z.minLength(1), z.maxLength(chatLimits.membersPerChannel)),
}

export const addMembers = chatOperation({
  name: 'members.add',
  method: 'POST',
  path: '/channels/:cid/members',
  by: 'user',
  summary: 'Bring people in; only the app or its owner, who may bring in whom they may create a group with.',
  input: z.object(memberIdsField),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

export const removeMembers = chatOperation({
  name: 'members.remove',
  method: 'POST',
  path: '/channels/:cid/members/remove',
  by: 'user',
  summary: 'Put people out; only its owner or the app.',
  input: z.object(memberIdsField),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

export const leaveChannel = chatOperation({
  name: 'channels.leave',
  method: 'POST',
  path: '/channels/:cid/leave',
  by: 'user',
  summary: 'Leave a channel. A direct channel cannot be left: hide, archive or block it.',
  input: z.object({ cid: Cid }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'FEATURE_NOT_SUPPORTED'],
})
