import { fillPath, type Method } from '@fettle/protocol'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import { chatErrors, isChatFailure, type ChatFailure } from '@fettle/protocol/chat/core/errors'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { uploadPartPath } from '@fettle/protocol/chat/messages/attachments'
import {
  chatOperations,
  type ChatCallInput,
  type ChatCallResult,
  type ChatOperationName,
} from '@fettle/protocol/chat/operations'
import * as z from 'zod/mini'
import { signJwt } from '../../platform/crypto/jwt.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChatTransport } from './chat-transport.ts'

/** An error returned by the chat service. */
class ChatServiceError extends Error {
  readonly failure: ChatFailure
  constructor(operation: string, failure: ChatFailure) {
    super(`${operation}: ${failure.message}`)
    this.name = 'ChatServiceError'
    this.failure = failure
  }
}

const isRefusal = (error: unknown): error is { failure: ChatFailure } =>
  error instanceof Error && 'failure' in error && isChatFailure(error.failure)

/** Whether the chat reported that something does not exist or is not accessible. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ChatServiceError &&
  (error.failure.code === chatErrors.DOES_NOT_EXIST.code || error.failure.code === chatErrors.NOT_ALLOWED.code)

/** Whether the chat refused a write because one of the two has blocked the other. */
export const isBlockedRefusal = (error: unknown): boolean =>
  error instanceof ChatServiceError && error.failure.reason?.code === 'chat.channel-blocked'

/** Whether the chat refused a message that contains only markup. */
export const isEmptyRefusal = (error: unknown): boolean =>
  error instanceof ChatServiceError && error.failure.reason?.code === 'chat.message-empty'

const SERVER_TOKEN_SECONDS = 60

/** Calls a chat operation in this process as a server, optionally acting for a user. Throws with a `failure`. */
export type ChatInProcess = (name: ChatOperationName, input: object, actAs: string | undefined) => Promise<unknown>

/** Calls to the chat service, as a server that may act for a user. */
interface ChatCalls {
  call<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
    actAs?: string,
  ): Promise<ChatCallResult<Name>>
  /** Sends a part of a file, from the given byte on. */
  uploadPart(uploadId: string, offset: number, bytes: Buffer, actAs: string): Promise<void>
}

interface Route {
  method: Method
  path: string
  returns: z.core.$ZodType
  inPath: readonly (string | undefined)[]
}

const routes = new Map<ChatOperationName, Route>(
  chatOperations.map(({ name, method, path, returns }) => [
    name,
    { method, path, returns, inPath: [...path.matchAll(/:(\w+)/g)].map(([, key]) => key) },
  ]),
)

/**
 * Creates the calls. `send` uses HTTP, in process or over the network. A chat in this process is called directly
 * instead (`inProcess`), which saves signing tokens and serializing.
 */
export function createChatCalls(
  { appKey, secret, clock }: { appKey: string; secret: string; clock: Clock },
  send: ChatTransport,
  inProcess?: ChatInProcess,
): ChatCalls {
  const headersOf = (actAs: string | undefined): Record<string, string> => {
    const exp = Math.floor(clock.now().getTime() / 1000) + SERVER_TOKEN_SECONDS
    return {
      authorization: `Bearer ${signJwt({ server: true, exp }, secret)}`,
      [chatHeaders.appKey]: appKey,
      ...(actAs ? { [chatHeaders.actAs]: actAs } : {}),
    }
  }

  async function call<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
    actAs?: string,
  ): Promise<ChatCallResult<Name>> {
    const route = routes.get(name)
    if (!route) throw new Error(`Unknown chat operation ${name}`)
    if (inProcess) {
      const answer = inProcess(name, input, actAs).catch((error: unknown) => {
        throw isRefusal(error) ? new ChatServiceError(name, error.failure) : error
      })
      return (await answer) as ChatCallResult<Name>
    }
    const entries = Object.entries(input).filter(([, value]) => value !== undefined)
    const fields = Object.fromEntries(entries.filter(([key]) => !route.inPath.includes(key)))
    const inQuery = route.method === 'GET' || route.method === 'DELETE'
    const query = inQuery ? `?${new URLSearchParams(fields as Record<string, string>).toString()}` : ''
    const { statusCode, payload } = await send({
      method: route.method,
      url: `${chatBase}${fillPath(route.path, Object.fromEntries(entries))}${query}`,
      headers: headersOf(actAs),
      ...(inQuery ? {} : { payload: fields }),
    })
    const answer: unknown = JSON.parse(payload)
    if (statusCode < 400) return z.parse(route.returns, answer) as ChatCallResult<Name>
    if (isChatFailure(answer)) throw new ChatServiceError(name, answer)
    throw new Error(`The chat answered ${name} with ${statusCode}: ${payload.slice(0, 200)}`)
  }

  return {
    call,
    async uploadPart(uploadId, offset, bytes, actAs) {
      const { statusCode, payload } = await send({
        method: 'PUT',
        url: `${chatBase}${fillPath(uploadPartPath, { uploadId })}?offset=${offset}`,
        headers: { ...headersOf(actAs), 'content-type': 'application/octet-stream' },
        payload: bytes,
      })
      if (statusCode >= 400)
        throw new Error(`The chat answered an upload part with ${statusCode}: ${payload.slice(0, 200)}`)
    },
  }
}
