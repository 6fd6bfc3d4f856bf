import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { UnreadOverview } from '../channels/read-state.ts'
import { ChatUser, ConnectingUser } from '../users/users.ts'

/** The first frame of a client: who connects. */
export const Handshake = z.object({ appKey: z.string(), token: z.string(), user: ConnectingUser })
export type Handshake = z.infer<typeof Handshake>

/** The first frame of the service: the connected user and their unread state. */
export const Hello = z.object({
  connectionId: z.string(),
  me: ChatUser,
  unread: UnreadOverview,
  serverTime: Instant,
})
export type Hello = z.infer<typeof Hello>
