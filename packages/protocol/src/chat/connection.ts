import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import type { ChatFailure } from './errors.ts'
import { chatBase } from './operation.ts'
import { UnreadOverview } from './reading.ts'
import { ChatUser, ConnectingUser } from './users.ts'

/** The open socket: Socket.IO 4 under this path, by websocket or long polling. */
export const chatSocketPath = `${chatBase}/socket`

/** The `auth` of the Socket.IO handshake. A refusal arrives as `connect_error` with a failure as its `data`. */
export const Handshake = z.object({ appKey: z.string(), token: z.string(), user: ConnectingUser })
export type Handshake = z.infer<typeof Handshake>

/** The first frame: who I am and how things stand. */
export const Hello = z.object({
  connectionId: z.string(),
  me: ChatUser,
  unread: UnreadOverview,
  serverTime: Instant,
})
export type Hello = z.infer<typeof Hello>

/** Names on the socket. The server emits `hello` once, then `frame`s; the client emits `call`s, each acknowledged. */
export const socketNames = { hello: 'hello', frame: 'frame', call: 'call' } as const

/** What a `call` is acknowledged with. */
export type CallAnswer<Result = unknown> = { ok: Result } | { error: ChatFailure }
