import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadArticles } from './faqs/load-articles.ts'
import type { Checks } from './status.service.ts'
import { serveOperator, serveSupport } from './support.routes.ts'
import { handleTimers } from './tickets/ticket.timers.ts'

export { list as listFaqs } from './faqs/faqs.service.ts'
export { get as showTicket } from './tickets/tickets.operator.ts'
export { listAllTickets } from './tickets/tickets.service.ts'
export { deleteOf as deleteTicketsOf } from './tickets/tickets.store.ts'
export type { Checks } from './status.service.ts'

export interface Support {
  /** Updates the articles to this release. */
  load(): Promise<void>
}

/** Registers tickets and help. `checks` are the health checks of the status page. */
export function registerSupport(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  { checks }: { checks: Checks },
): Support {
  serveSupport(deps, routers, checks)
  serveOperator(deps, routers)
  handleTimers(deps)
  return { load: () => loadArticles(deps) }
}
