import type {
  NotificationAction,
  NotificationService,
  NotificationRedirect,
  RedirectTarget,
} from '@fettle/protocol/notifications/inbox'
import { devNotify, getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'

/** Registers access to the inbox, and a development route that triggers any notification. */
export function serveNotifications(
  { config }: Pick<Deps, 'config'>,
  { account, development }: Pick<Routers, 'account' | 'development'>,
  inbox: NotificationService,
): void {
  account.serve(getNotificationSession, async ({ actor, request }) => {
    // The address the caller used. The server trusts forwarded headers only from a trusted proxy.
    const origin = `${request.protocol}://${request.host}`
    return { subscriberId: actor.id, ...inbox.access(actor.id, actor.sessionId, origin) }
  })

  if (!config.outbox) return
  development.serve(devNotify, async ({ body: { subscriberId, notifications } }) => {
    const ids: string[] = []
    for (const { redirect, primaryAction, secondaryAction, ...rest } of notifications) {
      const id = await inbox.trigger({
        subscriberId,
        ...rest,
        ...(redirect ? { redirect: toRedirect(redirect) } : {}),
        ...(primaryAction ? { primaryAction: toAction(primaryAction) } : {}),
        ...(secondaryAction ? { secondaryAction: toAction(secondaryAction) } : {}),
        ...(primaryAction?.isCompleted ? { isCompleted: true } : {}),
      })
      if (id) ids.push(id)
    }
    return { ids }
  })
}

type Link = string | { url: string; target?: RedirectTarget | undefined }

const toRedirect = (link: Link): NotificationRedirect =>
  typeof link === 'string' ? { url: link } : { url: link.url, ...(link.target ? { target: link.target } : {}) }

const toAction = ({ label, redirect }: { label: string; redirect?: Link | undefined }): NotificationAction => ({
  label,
  ...(redirect ? { redirect: toRedirect(redirect) } : {}),
})
