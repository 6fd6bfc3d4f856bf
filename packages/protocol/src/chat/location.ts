import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { limits } from '../common/limits.ts'
import { chatLimits } from './limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from './operation.ts'
import { DeviceId, Latitude, Longitude } from './geo-point.ts'
import { Cid, MessageId } from './values.ts'

/**
 * Where somebody is, once or for a while. The message carries the place where sharing began; where a live share has
 * come to since is a state of its own, since nobody needs to replay a walk.
 */

/** Of two states the higher `version` is the newer. */
export const LocationShare = z.object({
  messageId: z.string(),
  cid: z.string(),
  userId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  endsAt: Instant,
  /** Stopped, or run out. */
  endedAt: z.nullable(Instant),
  updatedAt: Instant,
  version: z.int(),
})
export type LocationShare = z.infer<typeof LocationShare>

const position = { latitude: Latitude, longitude: Longitude, deviceId: DeviceId }

export const shareLocation = chatOperation({
  name: 'location.share',
  method: 'POST',
  path: '/channels/:cid/location',
  by: 'user',
  summary: 'Send where one is; with `liveFor`, go on telling it for so many milliseconds.',
  input: z.object({
    cid: Cid,
    messageId: MessageId,
    ...position,
    liveFor: z.optional(
      z
        .int()
        .check(
          z.gte(limits.liveLocationMin, 'Share it for at least one minute.'),
          z.lte(chatLimits.liveLocationMax, 'Share it for at most eight hours.'),
        ),
    ),
  }),
  returns: z.object({ message: Message, share: z.nullable(LocationShare) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'COOL_DOWN'],
})

export const moveLocation = chatOperation({
  name: 'location.move',
  method: 'POST',
  path: '/channels/:cid/location/:messageId',
  by: 'user',
  summary: 'A live share goes on somewhere else. Only the device that shares may say so.',
  input: z.object({ cid: Cid, messageId: MessageId, ...position }),
  returns: z.object({ share: LocationShare }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const stopLocation = chatOperation({
  name: 'location.stop',
  method: 'POST',
  path: '/channels/:cid/location/:messageId/stop',
  by: 'user',
  whileSuspended: 'always',
  summary: 'End a live share; from any of its owner’s devices.',
  input: z.object({ cid: Cid, messageId: MessageId }),
  returns: z.object({ share: LocationShare }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

export const listLocations = chatOperation({
  name: 'location.list',
  method: 'POST',
  path: '/channels/:cid/location/query',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Live shares of a channel: those that go on, or those of some messages.',
  input: z.object({
    cid: Cid,
    messageIds: z.optional(z.array(MessageId).check(z.maxLength(chatLimits.historyPageMax))),
  }),
  returns: z.object({ shares: z.array(LocationShare) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
