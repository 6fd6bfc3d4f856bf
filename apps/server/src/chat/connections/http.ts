import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import { ChatUserId } from '@fettle/protocol/chat/core/values'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ChatActor } from '../core/actor.ts'
import { authenticate } from '../core/authenticate.ts'
import { toOpenApi } from './openapi.ts'
import { handleUnparsablePackets } from './unparsable.ts'
import { toRefusal, type Calls } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'

/** HTTP transport: one route per call. Input is merged from path, query and body. */
export async function registerHttpTransport(app: FastifyInstance, context: ChatContext, calls: Calls): Promise<void> {
  await app.register(
    async (transport) => {
      transport.setErrorHandler((error, request, reply) => sendFailure(context, error, request, reply))
      for (const { name, method, path } of calls.operations) {
        transport.route({
          method,
          url: path,
          bodyLimit: chatLimits.payloadBytes,
          config: { operation: `chat.${name}` },
          handler: async (request) => calls.run(name, await actorOf(context, request), inputOf(request)),
        })
      }
      // Built on the first request.
      let document: object | undefined
      transport.get('/openapi.json', async () => (document ??= toOpenApi(calls.operations)))
      // Catch-all routes instead of a not-found handler, because the web app's would come first.
      for (const url of ['/', '/*'])
        transport.all(url, () => {
          throw new ChatRefusal('DOES_NOT_EXIST', { message: 'This call does not exist.' })
        })
    },
    { prefix: chatBase },
  )
  handleUnparsablePackets(app.server)
}

/** Authenticates a caller over HTTP. */
export async function actorOf(context: ChatContext, request: FastifyRequest): Promise<ChatActor> {
  const { app_key: queried } = request.query as Record<string, unknown>
  const appKey = headerOf(request, chatHeaders.appKey) ?? (typeof queried === 'string' ? queried : undefined)
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const holder = authenticate(context, { appKey, token })
  await context.access.check(holder)
  if (holder.kind === 'user') return { userId: holder.userId, server: false, connection: undefined }
  const actAs = headerOf(request, chatHeaders.actAs)
  if (actAs !== undefined && !z.safeParse(ChatUserId, actAs).success)
    throw new ChatRefusal('INPUT', { message: 'X-Chat-User is not a user id.' })
  return { userId: actAs ?? null, server: true, connection: undefined }
}

function inputOf(request: FastifyRequest): object {
  const { app_key: _, ...query } = request.query as Record<string, unknown>
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new ChatRefusal('INPUT', { message: 'Send a JSON object.' })
  // The body cannot override the path.
  return { ...query, ...body, ...(request.params as object) }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Sends an error as a chat failure. */
export function sendFailure({ log }: ChatContext, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal =
    fromFastify(error) ??
    toRefusal(error, (err) => log.error({ err, url: request.routeOptions.url }, 'chat call failed'))
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  reply.code(refusal.failure.statusCode).send(refusal.failure)
}

/** Converts errors Fastify throws before a handler runs: bodies that are too large or invalid. */
function fromFastify(error: unknown): ChatRefusal | undefined {
  if (error instanceof ChatRefusal || !(error instanceof Error) || !('statusCode' in error)) return undefined
  if (error.statusCode === 413)
    return new ChatRefusal('PAYLOAD_TOO_BIG', { details: { maximum: chatLimits.payloadBytes } })
  return typeof error.statusCode === 'number' && error.statusCode < 500
    ? new ChatRefusal('INPUT', { message: "We couldn't read the request." })
    : undefined
}
