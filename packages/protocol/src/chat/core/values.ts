import * as z from 'zod/mini'
import { chatTexts } from './errors.ts'

/** A chat user id, chosen by the app. */
export const ChatUserId = z
  .string()
  .check(z.regex(/^[\w@.-]{1,64}$/, 'Use up to 64 letters, digits, @, dots or dashes.'))

export const ChannelType = z.string().check(z.regex(/^[a-z][a-z_]{0,19}$/, 'Use up to 20 small letters.'))

export const ChannelId = z.string().check(
  z.refine((value) => !value.includes(':'), chatTexts.channelIdColon),
  z.regex(/^[^\s:]{1,64}$/, 'Use up to 64 characters.'),
)

/** Prefix of direct channel ids. The service derives them from the two members' ids. */
export const DIRECT_PREFIX = 'direct-'

/** `type:id`, unique in the app. */
export const Cid = z.string().check(
  z.refine((value) => value.split(':').length <= 2, chatTexts.channelIdColon),
  z.regex(/^[a-z][a-z_]{0,19}:[^\s:]{1,64}$/, 'Use type:id.'),
)

/** A UUIDv7 created by the sender, so that sending again is idempotent. */
export const MessageId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'Use a UUIDv7.'))

/** Sequence number in a channel: from 1, without gaps. */
export const Seq = z.int().check(z.gte(0))

/** A sequence number in a query string. */
export const SeqQuery = z.coerce.number().check(z.int(), z.gte(0))

/** A boolean in JSON or in a query string. */
export const Flag = z.union([z.boolean(), z.stringbool()])

/** Custom data of a channel, user or message: at most 5 KiB of JSON. */
export const Custom = z
  .record(z.string().check(z.maxLength(64)), z.unknown())
  .check(z.refine((value) => JSON.stringify(value).length <= 5 * 1024, 'Use at most 5 KiB.'))

/** Splits a cid into type and id. */
export function splitCid(cid: string): { type: string; id: string } {
  const colon = cid.indexOf(':')
  return { type: cid.slice(0, colon), id: cid.slice(colon + 1) }
}
