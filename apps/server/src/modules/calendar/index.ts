import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveCalendar } from './calendar.routes.ts'
import { handlePolling } from './external.service.ts'

export { listCalendars } from './external.service.ts'
export { clear as deleteCalendars } from './external.store.ts'

/** Registers the schedule view, the calendar link and external calendars. */
export function registerCalendar(deps: Deps, routers: Pick<Routers, 'provider' | 'public'>): void {
  handlePolling(deps)
  serveCalendar(deps, routers)
}
