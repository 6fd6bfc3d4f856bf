import type { FastifyInstance } from 'fastify'
import type { InboxContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { inboxKeyOfRequest } from '../auth.ts'
import { isNotificationId, isObject, readBulkBody, readCountFilters, readListQuery } from './filters.ts'
import * as service from './notifications.service.ts'

interface ById {
  Params: { id: string }
}

/** Registers the calls about notifications. */
export function serveNotifications(app: FastifyInstance, context: InboxContext): void {
  const idOf = ({ params }: { params: ById['Params'] }) => {
    // A malformed id cannot exist.
    if (!isNotificationId(params.id)) throw notFound()
    return params.id
  }
  const member = (body: unknown, name: string) => (isObject(body) ? body[name] : undefined)

  app.get('/inbox/notifications', async (request) =>
    service.listNotifications(
      context,
      inboxKeyOfRequest(request),
      readListQuery(request.query as Record<string, unknown>),
    ),
  )
  app.get('/inbox/notifications/count', async (request) => {
    const { filters } = request.query as { filters?: unknown }
    return service.countNotifications(context, inboxKeyOfRequest(request), readCountFilters(filters))
  })

  for (const operation of ['read', 'unread', 'archive', 'unarchive'] as const) {
    app.patch<ById>(`/inbox/notifications/:id/${operation}`, async (request) => ({
      data: await service.changeNotification(context, inboxKeyOfRequest(request), idOf(request), operation),
    }))
  }
  app.patch<ById>('/inbox/notifications/:id/snooze', async (request) => ({
    data: await service.snoozeNotification(
      context,
      inboxKeyOfRequest(request),
      idOf(request),
      member(request.body, 'snoozeUntil'),
    ),
  }))
  app.patch<ById>('/inbox/notifications/:id/unsnooze', async (request) => ({
    data: await service.unsnoozeNotification(context, inboxKeyOfRequest(request), idOf(request)),
  }))
  for (const operation of ['complete', 'revert'] as const) {
    app.patch<ById>(`/inbox/notifications/:id/${operation}`, async (request) => ({
      data: await service.actOnNotification(
        context,
        inboxKeyOfRequest(request),
        idOf(request),
        operation,
        member(request.body, 'actionType'),
      ),
    }))
  }
  app.delete<ById>('/inbox/notifications/:id/delete', async (request, reply) => {
    await service.deleteNotification(context, inboxKeyOfRequest(request), idOf(request))
    return reply.code(204).send()
  })

  // Bulk calls answer 204, because clients treat an empty 200 as a failure.
  app.post('/inbox/notifications/seen', async (request, reply) => {
    const inbox = inboxKeyOfRequest(request)
    // Ids take precedence over filters.
    const ids = member(request.body, 'notificationIds')
    if (ids === undefined || ids === null) await service.changeAll(context, inbox, 'seen', readBulkBody(request.body))
    else await service.markSeen(context, inbox, ids)
    return reply.code(204).send()
  })
  for (const operation of ['read', 'archive'] as const) {
    app.post(`/inbox/notifications/${operation}`, async (request, reply) => {
      await service.changeAll(context, inboxKeyOfRequest(request), operation, readBulkBody(request.body))
      return reply.code(204).send()
    })
  }
  app.post('/inbox/notifications/read-archive', async (request, reply) => {
    const criteria = { ...readBulkBody(request.body), read: true }
    await service.changeAll(context, inboxKeyOfRequest(request), 'archive', criteria)
    return reply.code(204).send()
  })
  app.post('/inbox/notifications/delete', async (request, reply) => {
    await service.deleteAll(context, inboxKeyOfRequest(request), readBulkBody(request.body))
    return reply.code(204).send()
  })
}
