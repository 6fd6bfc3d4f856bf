import type { SlotView } from '@fettle/protocol/availability/availability'
import type { Deps } from '../../platform/deps.ts'
import * as store from './availability.store.ts'
import { toSlotView } from './schedule.rules.ts'
import { checkSlot, suggestSlots } from './schedule.service.ts'

/** Proposes other times for a booking in its provider's name. Does nothing while a proposal is pending. */
export type ProposeTimes = (bookingId: string, slots: SlotView[]) => Promise<void>

export const PROPOSE_TIMES_JOB = 'availability.propose-times'

/**
 * Proposes up to three free times for a booking left outside the hours. Skips bookings that moved on or are inside the
 * hours again.
 */
export function handleProposals(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, propose: ProposeTimes): void {
  deps.jobs.handle<{ bookingId: string }>(PROPOSE_TIMES_JOB, async ({ bookingId }) => {
    const booking = await store.findUpcoming(deps.db, bookingId)
    if (!booking || booking.startAt <= deps.clock.now()) return
    const claim = { ...booking, bookingId }
    const { conflicts, warnings } = await checkSlot(deps, deps.db, claim)
    const noLongerFits = conflicts.length > 0 || warnings.some(({ code }) => code === 'OUTSIDE_WORKING_HOURS')
    if (!noLongerFits) return
    const slots = await suggestSlots(deps, deps.db, claim)
    if (slots.length > 0) await propose(bookingId, slots.map(toSlotView))
  })
}
