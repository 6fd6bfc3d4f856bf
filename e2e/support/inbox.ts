import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { serverOrigin } from './marketplace.ts'

export interface Inbox {
  subscriberId: string
  /** Speaks to the inbox as its subscriber. `path` begins after `/inbox/v1`. */
  send(method: 'POST' | 'PATCH', path: string, data: object): Promise<APIResponse>
}

/** The inbox of whoever is signed in with `token`, as the web app opens it. */
export async function openInbox(request: APIRequestContext, token: string): Promise<Inbox> {
  const send =
    (bearer: string | undefined): Inbox['send'] =>
    async (method, path, data) => {
      const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
      return request.fetch(`${serverOrigin}/inbox/v1${path}`, { method, data, headers })
    }
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (await request.get(serverOrigin + getNotificationSession.path, { headers })).json()
  const { applicationIdentifier, subscriberId, subscriberHash } = data
  const asked = { applicationIdentifier, subscriberHash, subscriber: { subscriberId } }
  const { data: session } = await (await send(undefined)('POST', '/inbox/session', asked)).json()
  return { subscriberId, send: send(session.token) }
}
