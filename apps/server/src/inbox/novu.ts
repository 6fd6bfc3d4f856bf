import type { About, NotificationService, Redirect, Trigger } from '@fettle/protocol/inbox'
import { subscriberHash } from './identity.ts'

/** An environment of Novu itself. */
export interface NovuAccount {
  applicationIdentifier: string
  secretKey: string
  apiUrl: string
  socketUrl: string
}

/** What a workflow at Novu is handed: its in-app step shows these. */
export interface NovuPayload {
  subject?: string
  body: string
  avatar?: string
  data: Record<string, unknown>
  severity?: string
  redirectUrl?: string
  primaryLabel?: string
  primaryUrl?: string
  secondaryLabel?: string
  secondaryUrl?: string
}

const TIMEOUT = 15_000

/**
 * Novu itself in place of our own service: the same triggers go to its API, under the workflows' names, and the same
 * clients read from it. What fails throws, so that the job that asked tries again; Novu takes a transaction once.
 */
export function connectNovu<Tx>(account: NovuAccount): NotificationService<Tx> {
  const { applicationIdentifier, secretKey, apiUrl, socketUrl } = account

  async function send<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: { authorization: `ApiKey ${secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    // Gone already: as good as deleted.
    if (method === 'DELETE' && response.status === 404) return undefined as Answer
    if (!response.ok) throw new Error(`Novu answered ${response.status} to ${method} ${path.split('?')[0]}`)
    return (await response.json()) as Answer
  }

  return {
    access: (subscriberId) => ({
      applicationIdentifier,
      subscriberHash: subscriberHash(secretKey, subscriberId),
      apiUrl,
      socketUrl,
      socketPath: null,
    }),
    declare() {
      // Workflows are kept at Novu.
    },
    async trigger(_tx, notification) {
      const { subscriberId, transactionId, workflow = 'fettle' } = notification
      const { data } = await send<{ data: { transactionId?: string } }>('POST', '/events/trigger', {
        name: workflow,
        to: { subscriberId },
        payload: toPayload(notification),
        ...(transactionId ? { transactionId } : {}),
      })
      return data.transactionId
    },
    // Its workflows have steps for mail and push of their own.
    mayReach: async () => undefined,
    async forget(subscriberId) {
      await send('DELETE', `/subscribers/${encodeURIComponent(subscriberId)}`)
    },
    async complete(subscriberId, { transactionIds }: About) {
      for (const transactionId of transactionIds) {
        const search = new URLSearchParams({ subscriberId, transactionId, channel: 'in_app' })
        const { data } = await send<{ data: { _id: string }[] }>('GET', `/messages?${search.toString()}`)
        for (const { _id } of data) {
          const path = `/subscribers/${encodeURIComponent(subscriberId)}/messages/${_id}/actions/primary`
          await send('POST', path, { status: 'done' })
        }
      }
    },
  }
}

function toPayload(notification: Trigger): NovuPayload {
  const { subject, body, avatar, data = {}, severity, redirect, primaryAction, secondaryAction } = notification
  const url = (link: Redirect | undefined) => link?.url
  const payload = {
    subject,
    body,
    avatar,
    data,
    severity,
    redirectUrl: url(redirect),
    primaryLabel: primaryAction?.label,
    primaryUrl: url(primaryAction?.redirect),
    secondaryLabel: secondaryAction?.label,
    secondaryUrl: url(secondaryAction?.redirect),
  }
  return Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  ) as unknown as NovuPayload
}
