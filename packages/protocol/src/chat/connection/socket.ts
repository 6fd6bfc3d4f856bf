import type { ChatFailure } from '../core/errors.ts'
import { chatBase } from '../core/operation.ts'
import type { ChatFrame } from '../events.ts'
import type { Handshake, Hello } from './connection.ts'

/** Path of the WebSocket. */
export const chatSocketPath = `${chatBase}/socket`

/**
 * Path of long polling, for clients without a WebSocket. POST with the first frame of a client answers the connection's
 * `id`; POST to `/:id` sends a further frame; GET of `/:id` answers the next frames as soon as there are any.
 */
export const chatPollingPath = `${chatBase}/polling`

/** A frame from a client: `connect` first, then calls, and a `pong` for every ping. */
export type ClientFrame = { connect: Handshake } | { call: string; ref: number; input: object } | { pong: true }

/**
 * A frame from the service: `hello` or `refused` first, then answers to calls by their `ref`, and events and signals.
 */
export type ServerFrame =
  | { hello: Hello }
  | { refused: ChatFailure }
  | ({ ref: number } & CallAnswer)
  | { frame: ChatFrame }
  | { ping: true }
  | { restart: true }

/** The answer to a call. */
export type CallAnswer<Result = unknown> = { ok: Result } | { error: ChatFailure }
