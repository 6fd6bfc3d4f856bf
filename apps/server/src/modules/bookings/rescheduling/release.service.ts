import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseSlots } from '../../availability/index.ts'
import { resolveFor } from '../../notifications/index.ts'
import type { Booking } from '../booking.types.ts'
import * as rules from './reschedule.rules.ts'
import * as store from './reschedule.store.ts'

export const EXPIRE_PROPOSAL = 'bookings.expire-proposal'
export const proposalKey = (id: string) => `${EXPIRE_PROPOSAL}:${id}`

/** Releases an ended proposal: frees its slots, cancels its timer and resolves its notification. */
export async function releaseProposal(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<void> {
  await releaseSlots(tx, id)
  await deps.jobs.cancel(tx, proposalKey(id))
  await resolveFor(deps, tx, { type: 'booking', id: bookingId }, 'proposal-received')
}

/** Ends the open proposal of a booking that moved on. */
export async function endProposal(deps: Pick<Deps, 'clock' | 'jobs'>, tx: Tx, { id }: Pick<Booking, 'id'>) {
  const pending = await store.findPending(tx, id)
  if (!pending) return
  await store.save(tx, rules.transition(pending, 'withdraw', { role: 'SYSTEM', now: deps.clock.now() }))
  await releaseProposal(deps, tx, pending)
}
