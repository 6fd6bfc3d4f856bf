import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { serverOrigin } from './marketplace.ts'

export interface SubscriberInbox {
  subscriberId: string
  /** Sends a request as the subscriber. `path` begins after `/inbox/v1`. */
  send(method: 'POST' | 'PATCH', path: string, data: object): Promise<APIResponse>
}

/** Inbox session of the user of `token`, opened like the web app does. */
export async function openInbox(request: APIRequestContext, token: string): Promise<SubscriberInbox> {
  const send =
    (bearer: string | undefined): SubscriberInbox['send'] =>
    async (method, path, data) => {
      const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
      return request.fetch(`${serverOrigin}/inbox/v1${path}`, { method, data, headers })
    }
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (await request.get(serverOrigin + getNotificationSession.path, { headers })).json()
  const { applicationIdentifier, subscriberId, subscriberHash } = data
  const body = { applicationIdentifier, subscriberHash, subscriber: { subscriberId } }
  const { data: session } = await (await send(undefined)('POST', '/inbox/session', body)).json()
  return { subscriberId, send: send(session.token) }
}
