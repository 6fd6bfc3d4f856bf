import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveBookings } from './bookings.routes.ts'
import { handleJobs } from './bookings.service.ts'
import { serveContent } from './content.routes.ts'

export {
  countOpenBookings,
  getBooking,
  getTimeline,
  listAllBookings,
  requestBooking,
  withdrawBooking,
} from './bookings.service.ts'
export { findParties, haveMet } from './bookings.store.ts'
export { serveCustomersContent } from './content.routes.ts'

/** A customer's request and the job it becomes. */
export function registerBookings(deps: Deps, routers: Pick<Routers, 'provider'>): void {
  handleJobs(deps)
  serveBookings(deps, routers)
  serveContent(deps, routers)
}
