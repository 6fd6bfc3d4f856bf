import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { limits } from '../../common/limits.ts'
import { chatLimits } from '../core/limits.ts'
import { Message } from '../messages/messages.ts'
import { chatOperation } from '../core/operation.ts'
import { DeviceId, Latitude, Longitude } from './geo-point.ts'
import { Cid, MessageId } from '../core/values.ts'

/**
 * A shared location, once or live. The message keeps the first position; the current position of a live share is a
 * separate state, because replaying old positions has no use. Of two states the one with the higher `version` is newer.
 */
export const LocationShare = z.object({
  messageId: z.string(),
  cid: z.string(),
  userId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  endsAt: Instant,
  /** Stopped or expired. */
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
  summary: 'Send my location. `liveFor` keeps sharing it for that many milliseconds.',
  input: z.object({
    cid: Cid,
    messageId: MessageId,
    ...position,
    liveFor: z.optional(
      z
        .int()
        .check(
          z.gte(limits.liveLocationMinMs, 'Share it for at least one minute.'),
          z.lte(chatLimits.liveLocationMaxMs, 'Share it for at most eight hours.'),
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
  summary: 'Update the position of a live location. Only the sharing device may do this.',
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
  summary: 'End a live location, from any of its owner’s devices.',
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
  summary: 'List live locations of a channel: the running ones, or those of given messages.',
  input: z.object({
    cid: Cid,
    messageIds: z.optional(z.array(MessageId).check(z.maxLength(chatLimits.historyPageMax))),
  }),
  returns: z.object({ shares: z.array(LocationShare) }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})
