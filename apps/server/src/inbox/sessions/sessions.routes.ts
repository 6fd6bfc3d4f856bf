import type { FastifyInstance } from 'fastify'
import type { InboxContext } from '../context.ts'
import { openSession } from './sessions.service.ts'

export function serveSessions(app: FastifyInstance, context: InboxContext): void {
  app.post('/inbox/session', async (request, reply) =>
    reply.code(201).send({ data: await openSession(context, request.body) }),
  )
}
