import type { ChatFailure } from './errors.ts'
import { chatBase } from './operation.ts'

/** The open socket: Socket.IO 4 under this path, by websocket or long polling. */
export const chatSocketPath = `${chatBase}/socket`

/** Names on the socket. The server emits `hello` once, then `frame`s; the client emits `call`s, each acknowledged. */
export const socketNames = { hello: 'hello', frame: 'frame', call: 'call' } as const

/** What a `call` is acknowledged with. */
export type CallAnswer<Result = unknown> = { ok: Result } | { error: ChatFailure }
