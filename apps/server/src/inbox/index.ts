import type { NotificationService, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'
import type { FastifyInstance } from 'fastify'
import type { InboxContext, InboxDeps, InboxOptions } from './context.ts'
import { serveHttp } from './http.ts'
import { signAccess } from './identity.ts'
import { exportPreferences, mayReach, setChannel } from './preferences/preferences.service.ts'
import { deleteSubscriber } from './sessions/subscribers.store.ts'
import { resolveSubject, handleWakeUps, purgeDaily, trigger } from './notifications/notifications.service.ts'
import { replaceTexts } from './notifications/notifications.store.ts'
import { serveSockets, SOCKET_PATH } from './realtime/realtime.ts'

export { connectNovu } from './novu.ts'

/** The notification service for the rest of the server. */
export interface InboxService extends NotificationService {
  close(): Promise<void>
}

/**
 * Serves Novu's inbox protocol, so that the official clients work unchanged: HTTP under `/inbox/v1`, socket.io under
 * `/inbox/socket.io` and, for clients without options, under socket.io's default path.
 */
export function registerInbox(app: FastifyInstance, deps: InboxDeps, options: InboxOptions): InboxService {
  const { clock, db } = deps
  const workflows = new Map<string, NotificationWorkflow>()
  const context: InboxContext = { ...deps, ...options, log: deps.log.child({ part: 'inbox' }), workflows }
  handleWakeUps(context)
  purgeDaily(context)
  app.register((api) => serveHttp(api, context), { prefix: '/inbox/v1' })
  const sockets = serveSockets(app.server, context)
  app.addHook('preClose', async () => sockets.close())
  return {
    access: (subscriberId, sessionId, origin) => ({
      applicationIdentifier: options.applicationIdentifier,
      subscriberHash: signAccess(options.secret, subscriberId, { sessionId, issuedAt: clock.now().getTime() }),
      apiUrl: `${origin}/inbox`,
      socketUrl: origin,
      socketPath: SOCKET_PATH,
    }),
    declare(declared) {
      for (const workflow of declared) workflows.set(workflow.identifier, workflow)
    },
    trigger: (notification) => trigger(context, notification),
    deliverableFrom: (subscriberId, workflow, channel, timeZone) =>
      mayReach(context, subscriberId, workflow, { channel, timeZone }),
    setChannel: (subscriberId, channel, identifiers, on) =>
      setChannel(context, subscriberId, { channel, identifiers, on }),
    listPreferences: (subscriberId) => exportPreferences(context, subscriberId),
    deleteSubscriber: (subscriberId) => deleteSubscriber(db, subscriberId),
    complete: (subscriberId, about) => resolveSubject(context, subscriberId, about),
    translate: (subscriberId, notifications) => replaceTexts(db, subscriberId, notifications),
    close: async () => sockets.close(),
  }
}
