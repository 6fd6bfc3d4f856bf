import type { FastifyInstance } from 'fastify'
import { authenticate } from './auth.ts'
import type { InboxContext } from './context.ts'
import { sendInboxError, InboxError } from './errors.ts'
import { serveNotifications } from './notifications/notifications.routes.ts'
import { servePreferences } from './preferences/preferences.routes.ts'
import { openSession } from './sessions/sessions.service.ts'

/** HTTP transport of the inbox. Open to any origin (`platform/http/allow-origins.ts`). */
export async function serveHttp(app: FastifyInstance, context: InboxContext): Promise<void> {
  app.setErrorHandler(sendInboxError)
  app.setNotFoundHandler((request, reply) =>
    sendInboxError(new InboxError(404, `Cannot ${request.method} ${request.url.split('?')[0]}`), request, reply),
  )
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.post('/inbox/session', async (request, reply) =>
    reply.code(201).send({ data: await openSession(context, request.body) }),
  )
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', async (request) => authenticate(request, context))
    serveNotifications(signedIn, context)
    serveAbsent(signedIn)
    servePreferences(signedIn, context)
  })
}

/** Topics and linked chat accounts are not supported. Their lists are empty, so that clients skip them. */
function serveAbsent(app: FastifyInstance): void {
  for (const path of ['/inbox/channel-connections', '/inbox/channel-endpoints']) {
    app.get(path, async () => ({ data: [], next: null, previous: null }))
  }
  app.get('/inbox/topics/:topic/subscriptions', async () => ({ data: [] }))
  app.get('/inbox/topics/:topic/subscriptions/:identifier', async (_request, reply) => reply.code(204).send())
}
