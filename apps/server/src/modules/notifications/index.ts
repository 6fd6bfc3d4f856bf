import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { FastifyInstance } from 'fastify'
import type { Routers } from '../../actors.ts'
import { toInboxWorkflows } from './catalogue.ts'
import { handleMails, type FindRecipient } from './notifications.mails.ts'
import { handlePushes, type PushDeps } from './notifications.push.ts'
import { serveNotifications } from './notifications.routes.ts'
import { handleJobs, PURGE_INTERVAL_MS, purgeNotifications } from './notifications.service.ts'
import { serveUnsubscribe } from './unsubscribe.routes.ts'

export {
  listAllNotifications,
  resolveFor,
  notify,
  redactNotifications,
  translateInbox,
  type NotificationRequest,
} from './notifications.service.ts'
export { effectsOf, enqueueSystemMessage, handleSystemMessages, type RecordEffects } from './record-effects.ts'
export { deleteOf as deleteNotificationsOf } from './notifications.store.ts'

/** Registers notifications with their mails and pushes, over the given notification service. */
export function registerNotifications(
  deps: PushDeps,
  routers: Pick<Routers, 'account' | 'development'>,
  {
    inbox,
    findRecipient,
    pages,
  }: {
    inbox: NotificationService
    findRecipient: FindRecipient
    /** Router of the unsubscribe pages. */
    pages: FastifyInstance
  },
): void {
  inbox.declare(toInboxWorkflows())
  handleJobs(deps, inbox, findRecipient)
  handleMails(deps, inbox, findRecipient)
  handlePushes(deps, routers, { inbox, findRecipient })
  deps.jobs.repeat('notifications.purge-old', PURGE_INTERVAL_MS, () => purgeNotifications(deps))
  serveNotifications(deps, routers, inbox)
  serveUnsubscribe(pages, deps, { inbox, findRecipient })
}
