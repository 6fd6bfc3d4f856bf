import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveBookings } from './bookings.routes.ts'
import { POST_SYSTEM_MESSAGE_JOB, type SystemMessageJob, type PostSystemMessage } from './booking.effects.ts'
import type { FindLastMessageAt } from './cancellation/cancellation.service.ts'
import { serveContent } from './content.routes.ts'
import { handleProposalJobs } from './reschedule/reschedule.service.ts'
import { handlePhotoCopies } from './conversion/conversion.service.ts'
import { handleTimers } from './timers/timers.service.ts'

export { acceptBooking, declineBooking, getWholeBooking, listAllBookings } from './bookings.service.ts'
export {
  CONTESTED_JOB,
  FEE_CHANGED_JOB,
  SERIES_ANSWERED_JOB,
  WORK_CONFIRMED_JOB,
  type BookingDeps,
} from './booking.workflow.ts'
export { isScheduled } from './unscheduled.rules.ts'
export { describeBooking, enqueueSystemMessage } from './booking.effects.ts'
export { cancel as cancelBooking } from './cancellation/cancellation.service.ts'
export {
  disputeBooking,
  listBookingEvidence,
  findContester,
  lockDisputable,
  applyDisputeOutcomeToBooking,
  type DisputableBooking,
} from './dispute/dispute.service.ts'
export type { DisputeEnding as BookingEnding } from './dispute/dispute.rules.ts'
export { actorOf, type ActingParty, type ActingPerson } from './booking.access.ts'
export { findBillableWork, type BillableWork } from './billable-work.service.ts'
export { linkToMilestone } from './milestones.store.ts'
export {
  countOpenBookings,
  findCustomer,
  findParties,
  redactAddresses,
  haveSharedBooking,
  isUnderWay,
  listOpenReferences,
} from './relations.store.ts'
export { bookOffer, findBookingOf } from './conversion/conversion.service.ts'
export { requestBooking } from './creation/creation.service.ts'
export { serveMarketplaceContent } from './content.routes.ts'
export { serveBookingTransitions } from './bookings.marketplace.ts'
export { proposeForProvider } from './reschedule/reschedule.service.ts'
export { bookVisit, cancelVisit, changeVisit } from './visits/visits.service.ts'

/**
 * Registers bookings. `postSystemMessage` posts to the chat of the two; `findLastMessageAt` returns when one of them
 * last wrote there.
 */
export function registerBookings(
  deps: Deps,
  routers: Pick<Routers, 'provider'>,
  {
    postSystemMessage,
    findLastMessageAt,
  }: { postSystemMessage: PostSystemMessage; findLastMessageAt: FindLastMessageAt },
): void {
  handleTimers(deps)
  handleProposalJobs(deps)
  handlePhotoCopies(deps)
  deps.jobs.handle<SystemMessageJob>(POST_SYSTEM_MESSAGE_JOB, postSystemMessage)
  serveBookings(deps, routers, { findLastMessageAt })
  serveContent(deps, routers)
}
