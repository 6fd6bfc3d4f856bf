import type { ChatFailure } from '../core/errors.ts'
import { chatBase } from '../core/operation.ts'

/** Path of the socket: Socket.IO 4, over websocket or long polling. */
export const chatSocketPath = `${chatBase}/socket`

/**
 * Event names on the socket. The server emits `hello` once, then `frame`s. The client emits `call`s, each acknowledged.
 */
export const socketNames = { hello: 'hello', frame: 'frame', call: 'call' } as const

/** The acknowledgement of a `call`. */
export type CallAnswer<Result = unknown> = { ok: Result } | { error: ChatFailure }
