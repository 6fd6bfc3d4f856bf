import * as z from 'zod/mini'
import { line } from '../../core/values.ts'
import { Channel } from './channels.ts'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { ChatUserId, Cid, Custom } from '../core/values.ts'

/** Channel name and members. The two members of a direct channel never change. */

export const updateChannel = chatOperation({
  name: 'channels.update',
  method: 'PATCH',
  path: '/channels/:cid',
  by: 'user',
  summary:
    'Change name, picture or custom data of a channel. Allowed for its owner and the app, in direct channels only for the app. Slow mode is set by the app alone.',
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
  summary:
    'Add members to a channel. Allowed for the app and for the owner, who may add people they can create a group with.',
  input: z.object(memberIdsField),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

export const removeMembers = chatOperation({
  name: 'members.remove',
  method: 'POST',
  path: '/channels/:cid/members/remove',
  by: 'user',
  summary: 'Remove members from a channel. Allowed for its owner and the app.',
  input: z.object(memberIdsField),
  returns: z.object({ channel: Channel }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'FEATURE_NOT_SUPPORTED'],
})

export const leaveChannel = chatOperation({
  name: 'channels.leave',
  method: 'POST',
  path: '/channels/:cid/leave',
  by: 'user',
  summary: 'Leave a channel. A direct channel cannot be left: hide, archive or block it instead.',
  input: z.object({ cid: Cid }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'FEATURE_NOT_SUPPORTED'],
})
