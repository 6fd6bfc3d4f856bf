import type { NotificationService } from '@fettle/protocol/inbox'
import type { Routers } from '../../actors.ts'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { toInboxWorkflows } from './catalogue.ts'
import { serveNotifications } from './notifications.routes.ts'
import { handleJobs } from './notifications.service.ts'
import { names } from './texts/en.ts'

export { completeFor, notify, type NoticeRequest } from './notifications.service.ts'

/** What the product tells a provider, and the way there: the notification service it is handed. */
export function registerNotifications(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  routers: Pick<Routers, 'account' | 'development'>,
  { inbox }: { inbox: NotificationService<Tx> },
): void {
  inbox.declare(toInboxWorkflows(names))
  handleJobs(deps, inbox)
  serveNotifications(deps, routers, inbox)
}
