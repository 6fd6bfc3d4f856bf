import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseSlots } from '../../availability/index.ts'
import { resolveFor } from '../../notifications/index.ts'
import type { Booking } from '../booking.rules.ts'
import * as rules from './reschedule.rules.ts'
import * as store from './reschedule.store.ts'

export const EXPIRE_PROPOSAL = 'bookings.expire-proposal'
export const proposalKey = (id: string) => `${EXPIRE_PROPOSAL}:${id}`

/** A proposal is over: its times are free again, its timer is forgotten and its notice is shown as done. */
export async function releaseProposal(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<void> {
  await releaseSlots(tx, id)
  await deps.jobs.cancel(tx, proposalKey(id))
  await resolveFor(tx, deps, { type: 'booking', id: bookingId }, 'proposal-received')
}

/** The booking moved on: what was proposed for it can no longer be answered. */
export async function endProposal(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, { id }: Pick<Booking, 'id'>) {
  const pending = await store.findPending(tx, id)
  if (!pending) return
  await store.save(tx, rules.transition(pending, 'withdraw', { role: 'SYSTEM', now: deps.clock.now() }))
  await releaseProposal(tx, deps, pending)
}
