import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import type { UserSignal } from '@fettle/protocol/chat/users/users'
import type { FastifyInstance } from 'fastify'
import { createSafeFetch } from '../platform/safe-fetch/safe-fetch.ts'
import { registerPartUpload } from './attachments/parts.routes.ts'
import { createChannelPolicies } from './channels/channel-policy.ts'
import { createResyncMonitor } from './connections/resync.ts'
import { createConnections } from './connections/connections.ts'
import { createCalls } from './core/calls.ts'
import type { ChatContext, ChatDeps, ChatOptions } from './core/context.ts'
import { createLimiter, defaultRateLimits } from './core/limiter.ts'
import { createPublisher } from './core/publisher.ts'
import { createSharedCache } from './core/shared-cache.ts'
import { signToken } from './core/token.ts'
import { registerHttpTransport } from './connections/http.ts'
import { createHeartbeat } from './connections/heartbeat.ts'
import { registerPolling } from './connections/polling.ts'
import { serveWebSockets } from './connections/websocket.ts'
import { listNewestSeqs } from './messages/messages.store.ts'
import { createWriter } from './messages/writer.ts'
import { createPresence } from './presence/presence.ts'
import { createUnreadOverviews } from './reading/unread-overviews.ts'
import { handleExtensionJobs } from './extensions/extension-handlers.ts'
import { callHandlers } from './call-handlers.ts'
import { createAccess } from './users/access.ts'
import { signalUser, tokenFor } from './users/users.service.ts'
import { findUserRef } from './users/users.store.ts'

export type { ChatOptions } from './core/context.ts'
export { multiplyRateLimits } from './core/limiter.ts'

/** The chat service for the rest of the process, without its transports. */
export interface Chat {
  /** Signs a user's chat token (`streamToken`). */
  signToken(userId: string, options?: { expiresAt?: Date }): string
  /** Signs a token that allows everything as any user. For servers only. */
  signServerToken(): string
  /** Calls an operation as the app's server, optionally acting as a user. Throws a `ChatRefusal`. */
  call(name: ChatOperationName, input: object, actAs: string | undefined): Promise<unknown>
  /** Sequence number of the newest message in each recently active channel. */
  listNewestSeqs(): Promise<{ cid: string; seq: number }[]>
  /** Sends a signal to every client of a user. */
  signal(userId: string, signal: UserSignal): void
  close(): Promise<void>
}

const RATE_LIMITER_PURGE_INTERVAL_MS = 60_000

/** Registers the chat on this app: calls under `/chat/v1`, and the socket. */
export async function registerChat(app: FastifyInstance, deps: ChatDeps, options: ChatOptions): Promise<Chat> {
  const log = deps.log.child({ part: 'chat' })
  const publisher = createPublisher(deps.bus)
  const connections = createConnections(deps.bus)
  const userCache = createSharedCache({
    bus: deps.bus,
    topic: 'chat.people',
    load: (id) => findUserRef(deps.db, id),
  })
  const context: ChatContext = {
    ...deps,
    log,
    options,
    publisher,
    connections,
    userCache,
    access: createAccess({ ...deps, log, options, connections }),
    channelPolicies: createChannelPolicies(deps.db, deps.bus),
    writer: createWriter({ ...deps, publisher, onMessages: options.onMessages }),
    safeFetch: createSafeFetch(options.safeFetch),
    presence: createPresence({ ...deps, log, connections, publisher, redis: deps.redis }),
    unreadOverviews: createUnreadOverviews(deps.db),
  }
  const limiter = createLimiter(deps.clock, options.rateLimits ?? defaultRateLimits, deps.redis)
  const calls = createCalls(context, limiter, callHandlers)
  await registerHttpTransport(app, context, calls)
  await registerPartUpload(app, context, limiter)
  handleExtensionJobs(context)
  const heartbeat = createHeartbeat()
  await registerPolling(app, { context, calls, heartbeat })
  const stopWebSockets = serveWebSockets(app.server, { context, calls, heartbeat })
  const resyncMonitor = createResyncMonitor(context)
  const purging = setInterval(() => limiter.purge(), RATE_LIMITER_PURGE_INTERVAL_MS).unref()
  const disconnectAll = async () => {
    for (const connection of connections.all()) connection.restart()
    await stopWebSockets()
  }
  app.addHook('preClose', disconnectAll)

  return {
    signToken: (userId, { expiresAt } = {}) => tokenFor(context, userId, expiresAt),
    signServerToken: () => signToken({ server: true }, options.secret),
    call: (name, input, actAs) =>
      calls.run(name, { userId: actAs ?? null, server: true, connection: undefined }, input),
    listNewestSeqs: () => listNewestSeqs(deps.db),
    signal: (userId, signal) => signalUser(context, userId, signal),
    async close() {
      clearInterval(purging)
      await disconnectAll()
      heartbeat.close()
      await context.writer.idle()
      await context.presence.idle()
      await context.presence.close()
      resyncMonitor.close()
      context.access.close()
      context.channelPolicies.close()
      userCache.close()
    },
  }
}
