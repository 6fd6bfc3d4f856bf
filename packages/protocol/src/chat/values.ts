import * as z from 'zod/mini'
import { chatTexts } from './errors.ts'

/** A user of the chat, named by the app. */
export const ChatUserId = z
  .string()
  .check(z.regex(/^[\w@.-]{1,64}$/, 'Use up to 64 letters, digits, @, dots or dashes.'))

export const ChannelType = z.string().check(z.regex(/^[a-z][a-z_]{0,19}$/, 'Use up to 20 small letters.'))

export const ChannelId = z.string().check(
  z.refine((value) => !value.includes(':'), chatTexts.channelIdColon),
  z.regex(/^[^\s:]{1,64}$/, 'Use up to 64 characters.'),
)

/** How the ids of direct channels begin. The service makes them of the two members' ids; nobody chooses one. */
export const DIRECT_PREFIX = 'direct-'

/** `type:id`, unique in the app. */
export const Cid = z.string().check(z.regex(/^[a-z][a-z_]{0,19}:[^\s:]{1,64}$/, 'Use type:id.'))

/** Made by the sender, so that sending again is the same message: a UUIDv7. */
export const MessageId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'Use a UUIDv7.'))

/** A place in a channel's order. Counted from 1, without holes. */
export const Seq = z.int().check(z.gte(0))

/** The same in a query string. */
export const SeqQuery = z.coerce.number().check(z.int(), z.gte(0))

/** Yes or no, in JSON or in a query string. */
export const Flag = z.union([z.boolean(), z.stringbool()])

/** Anything the app keeps beside a channel, user or message: at most 5 KiB of JSON. */
export const Custom = z
  .record(z.string().check(z.maxLength(64)), z.unknown())
  .check(z.refine((value) => JSON.stringify(value).length <= 5 * 1024, 'Use at most 5 KiB.'))

/** The two halves of a cid. */
export function splitCid(cid: string): { type: string; id: string } {
  const colon = cid.indexOf(':')
  return { type: cid.slice(0, colon), id: cid.slice(colon + 1) }
}
