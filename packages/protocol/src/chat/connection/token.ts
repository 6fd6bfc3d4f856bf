import * as z from 'zod/mini'
import { ChatUserId } from '../core/values.ts'

/** A user's chat token: a JWT signed with HS256 by the app's secret. Times are seconds since 1970. */
export const UserTokenClaims = z.object({
  user_id: ChatUserId,
  /** The app session the token belongs to. The token ends with it. */
  sid: z.optional(z.string().check(z.maxLength(64))),
  iat: z.optional(z.number()),
  nbf: z.optional(z.number()),
  exp: z.optional(z.number()),
})
export type UserTokenClaims = z.infer<typeof UserTokenClaims>

/** A server's token: allows every operation for any user. */
export const ServerTokenClaims = z.object({
  server: z.literal(true),
  iat: z.optional(z.number()),
  nbf: z.optional(z.number()),
  exp: z.optional(z.number()),
})
export type ServerTokenClaims = z.infer<typeof ServerTokenClaims>

/** HTTP headers of every call. The app key may also come as the query parameter `app_key`. */
export const chatHeaders = { appKey: 'x-app-key', actAs: 'x-chat-user' } as const
