import type { FastifyInstance } from 'fastify'
import type { InboxContext } from '../context.ts'
import { inboxKeyOfRequest } from '../auth.ts'
import * as service from './preferences.service.ts'

/** Registers the calls about preferences. */
export function servePreferences(app: FastifyInstance, context: InboxContext): void {
  app.get('/inbox/preferences', async (request) => ({
    data: await service.listPreferences(context, inboxKeyOfRequest(request), request.query as Record<string, unknown>),
  }))
  app.get('/inbox/preferences/global', async (request) => ({
    data: await service.globalPreference(context, inboxKeyOfRequest(request)),
  }))
  app.patch('/inbox/preferences', async (request) => ({
    data: await service.updateGlobalPreference(context, inboxKeyOfRequest(request), request.body),
  }))
  app.patch('/inbox/preferences/bulk', async (request) => ({
    data: await service.updatePreferencesInBulk(context, inboxKeyOfRequest(request), request.body),
  }))
  app.patch<{ Params: { workflowId: string } }>('/inbox/preferences/:workflowId', async (request) => ({
    data: await service.updateWorkflowPreference(
      context,
      inboxKeyOfRequest(request),
      request.params.workflowId,
      request.body,
    ),
  }))
}
