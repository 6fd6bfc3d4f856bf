import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveBookings } from './bookings.routes.ts'
import type { NoShowDeps } from './cancellation/cancellation.service.ts'
import { handleThumbnails } from './content/photos.jobs.ts'
import { serveContent } from './content/content.routes.ts'
import { handleProposalJobs } from './rescheduling/reschedule.service.ts'
import { handlePhotoCopies } from './creation/conversion.service.ts'
import { handleTimers } from './timers/timers.service.ts'

export { acceptBooking, declineBooking, getBookingWithTimeline, listAllBookings } from './bookings.service.ts'
export {
  CONTESTED_JOB,
  FEE_CHANGED_JOB,
  SERIES_ANSWERED_JOB,
  WORK_CONFIRMED_JOB,
  type BookingDeps,
} from './booking.workflow.ts'
export { isAddressVisible, nearby } from './booking.view.ts'
export { isScheduled } from './lifecycle/unscheduled.rules.ts'
export { describeBooking } from './booking.effects.ts'
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
export { findBillableWork, listHandedOverWork, type BillableWork } from './billing/billable-work.service.ts'
export { linkToMilestone, unlinkFromMilestone } from './billing/milestones.store.ts'
export {
  countOpenBookings,
  findCustomer,
  findParties,
  redactCustomer as redactBookings,
  haveSharedBooking,
  isUnderWay,
  listOpenReferences,
} from './listing/relations.store.ts'
export { bookOffer, confirmRequest, findBookingOf } from './creation/conversion.service.ts'
export {
  findRequestedTime,
  mayAnswerWithOffer,
  recordOfferEnded,
  recordOfferSent,
  replaceRequestByContract,
} from './lifecycle/answered-by-offer.service.ts'
export { deletePhotosOf as deleteBookingPhotosOf } from './content/photos.service.ts'
export { overlapOf } from './listing/booking-rows.store.ts'
export { checklistTemplates } from './content/checklist.service.ts'
export { requestBooking, requestBookingIn } from './creation/creation.service.ts'
export { serveMarketplaceContent } from './content/content.routes.ts'
export { serveBookingTransitions } from './bookings.marketplace.ts'
export { proposeForProvider } from './rescheduling/reschedule.service.ts'
export { bookVisit, assertVisitFeesAccepted, cancelVisit, changeVisit } from './creation/visits.service.ts'

/** Registers bookings. */
export function registerBookings(
  deps: Deps,
  routers: Pick<Routers, 'provider'>,
  { findLastMessageAt }: Pick<NoShowDeps, 'findLastMessageAt'>,
): void {
  handleTimers(deps)
  handleProposalJobs(deps)
  handlePhotoCopies(deps)
  handleThumbnails(deps)
  serveBookings({ ...deps, findLastMessageAt }, routers)
  serveContent(deps, routers)
}
