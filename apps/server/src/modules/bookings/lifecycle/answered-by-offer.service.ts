import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { checkSlot } from '../../availability/index.ts'
import { allowedActions, transition, withOffer } from '../booking.rules.ts'
import type { Booking, BookingSlot } from '../booking.types.ts'
import { bookingWorkflow, type BookingDeps } from '../booking.workflow.ts'
import * as store from '../bookings.store.ts'
import { loadDecisionContext, toSlotClaim } from './decision-context.service.ts'
import { isAnsweredByOffer } from './answered-by-offer.rules.ts'
import { isScheduled } from './unscheduled.rules.ts'

/**
 * Requests that are answered with an offer. The offers module calls these in the transaction that changes the offer,
 * which holds the lock of the provider's schedule. All of them ignore a booking that is no open request.
 */

/** Whether the provider may answer this booking with an offer now. */
export const mayAnswerWithOffer = ({ clock }: Pick<Deps, 'clock'>, booking: Booking): boolean =>
  allowedActions(booking, { role: 'PROVIDER', now: clock.now(), slotTaken: false, proposal: null }).includes(
    'send-offer',
  )

/** The time that accepting the offer confirms when the offer proposes none: the request's, if it is ahead and free. */
export async function findRequestedTime(
  deps: Pick<Deps, 'clock' | 'settings'>,
  db: Queryable,
  { bookingId, offerId }: { bookingId: string; offerId: string },
): Promise<BookingSlot | undefined> {
  const booking = await store.find(db, bookingId)
  if (!booking || !isScheduled(booking) || booking.startAt <= deps.clock.now()) return undefined
  const context = { role: 'SYSTEM', now: deps.clock.now(), slotTaken: false, proposal: null } as const
  if (!allowedActions(booking, context).includes('accept-offer')) return undefined
  const { conflicts } = await checkSlot(deps, db, { ...toSlotClaim(booking), subjectId: offerId })
  return conflicts.length === 0 ? { startAt: booking.startAt, endAt: booking.endAt } : undefined
}

/** Records that an open offer answers a request: the customer is awaited, and the request does not expire. */
export async function recordOfferSent(deps: BookingDeps, tx: Tx, party: ActingParty, id: string, offerId: string) {
  const before = await store.find(tx, id)
  if (!before || !(isAnsweredByOffer(before) || mayAnswerWithOffer(deps, before))) return
  const after = withOffer(before, { offerId, isOpen: true }, deps.clock.now())
  const effects = { event: 'booking.offer_sent', data: { offerId } }
  await bookingWorkflow.commit(deps, tx, party, { before, after, effects })
}

/**
 * Records that an offer ended that answered a request. Without another open one the provider is awaited until the old
 * deadline. `remaining` is the offer that the request shows from now on.
 */
export async function recordOfferEnded(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  id: string,
  { offerId, remaining }: { offerId: string; remaining: { offerId: string | null; isOpen: boolean } },
): Promise<void> {
  const before = await store.find(tx, id)
  if (!before || !isAnsweredByOffer(before)) return
  const after = withOffer(before, remaining, deps.clock.now())
  const effects = { event: 'booking.offer_ended', data: { offerId } }
  await bookingWorkflow.commit(deps, tx, party, { before, after, effects })
}

/** Ends a request whose offer became a contract, which plans the work from now on. */
export async function replaceRequestByContract(deps: BookingDeps, tx: Tx, party: ActingParty, id: string) {
  const before = await store.find(tx, id)
  const context = before && (await loadDecisionContext(deps, tx, before, 'SYSTEM'))
  if (!before || !context || !allowedActions(before, context).includes('replace-by-contract')) return
  await bookingWorkflow.commit(deps, tx, party, {
    before,
    after: transition(before, 'replace-by-contract', context),
    action: 'replace-by-contract',
    context,
    effects: {
      event: 'booking.cancelled',
      data: { by: 'SYSTEM', reasonCode: 'REPLACED_BY_CONTRACT', offerId: before.links.offerId },
    },
  })
}
