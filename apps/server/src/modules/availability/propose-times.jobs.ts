import type { SlotView } from '@fettle/protocol/availability/availability'
import type { Deps } from '../../platform/deps.ts'
import * as store from './availability.store.ts'
import { toSlotView } from './schedule.rules.ts'
import { checkSlot, suggestSlots } from './schedule.service.ts'

/** Proposes other times for a booking on behalf of its provider; answers nothing where one is pending already. */
export type ProposeTimes = (bookingId: string, slots: SlotView[]) => Promise<void>

export const PROPOSE_TIMES_JOB = 'availability.propose-times'

/**
 * Moves a booking that new hours or time off left stranded: up to three free times are proposed to its customer. A
 * booking that moved on, or stands inside the hours again, is left alone.
 */
export function handleProposals(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, propose: ProposeTimes): void {
  deps.jobs.handle<{ bookingId: string }>(PROPOSE_TIMES_JOB, async ({ bookingId }) => {
    const booking = await store.findUpcoming(deps.db, bookingId)
    if (!booking || booking.startAt <= deps.clock.now()) return
    const claim = { ...booking, bookingId }
    const { conflicts, warnings } = await checkSlot(deps, deps.db, claim)
    const isStranded = conflicts.length > 0 || warnings.some(({ code }) => code === 'OUTSIDE_WORKING_HOURS')
    if (!isStranded) return
    const slots = await suggestSlots(deps, deps.db, claim)
    if (slots.length > 0) await propose(bookingId, slots.map(toSlotView))
  })
}
