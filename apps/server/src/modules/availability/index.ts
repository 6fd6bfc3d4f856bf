import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveAvailability } from './availability.routes.ts'
import { deleteExpiredHolds } from './schedule.store.ts'
import { handleProposals, type ProposeTimes } from './propose-times.jobs.ts'

export { checkSlot, claimSlot, findTakenSlots, holdSlots, readSchedule, type SlotClaim } from './schedule.service.ts'
export {
  findConflicts,
  leaveByOf,
  suggestSlots,
  toSlotView,
  travelMinutes,
  type ProviderSchedule,
  type ScheduleEntry,
  type SlotVerdict,
} from './schedule.rules.ts'
export type { AvailabilityRecord } from './availability-settings.ts'
export { lockSchedule, releaseSlots } from './schedule.store.ts'
export { findSettings } from './settings.store.ts'
export { listAllHours } from './availability.service.ts'
export { clear as deleteAvailability } from './availability.store.ts'
export { findWithinReach, findAvailable } from './slots.service.ts'
export { isWorked, spanOf, workedMinutes, workedOn, workingHours, type TimeSlot } from './hours.rules.ts'

/**
 * Registers availability, schedule and slots. `proposeTimes` reschedules a booking that a change left outside the
 * hours.
 */
export function registerAvailability(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  { proposeTimes }: { proposeTimes: ProposeTimes },
): void {
  handleProposals(deps, proposeTimes)
  deps.jobs.repeat('availability.purge-holds', HOUR_MS, () => deleteExpiredHolds(deps.db, deps.clock.now()))
  serveAvailability(deps, routers)
}
