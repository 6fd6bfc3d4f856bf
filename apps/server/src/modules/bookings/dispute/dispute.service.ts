import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Money } from '@fettle/protocol'
import { SYSTEM, type ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { bookingWorkflow, type BookingDeps } from '../booking.workflow.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { assertAllowed } from '../booking.rules.ts'
import * as store from '../bookings.store.ts'
import { findBillableWork } from '../billing/billable-work.service.ts'
import { findFee, holdFee, saveFeeAmount } from '../cancellation/cancellation-fees.store.ts'
import { findProviderName } from '../listing/relations.store.ts'
import { listOf as listPhotos } from '../content/photos.store.ts'
import * as rules from './dispute.rules.ts'
import { disputableUntil } from './dispute-window.rules.ts'

/** A booking that may be disputed. The functions here run in the caller's transaction with the schedule locked. */
export interface DisputableBooking {
  id: string
  providerId: string
  customer: { id: string; name: string }
  reference: string
  title: string
  status: BookingStatus
  until: Date | null
  contractId: string | null
  offerId: string | null
  /** The price of the work. Undefined if a milestone is paid instead or no price was agreed. */
  work: Money | undefined
  /** The fee for a cancellation or no-show. */
  fee: Money | undefined
  /** When the work was handed over. */
  completedAt: Date | null
}

/** Loads and locks a booking to be disputed. Throws NOT_FOUND, INVALID_TRANSITION or DISPUTE_CLOSED. */
export async function lockDisputable(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  id: string,
): Promise<DisputableBooking> {
  const booking = await lockOwnBooking(tx, party, id)
  assertAllowed(booking, 'dispute', await loadDecisionContext(deps, tx, booking, party.role))
  const work = await findBillableWork(tx, id)
  const fee = await findFee(tx, id)
  const { providerId, customer, reference, title, status, links, completedAt } = booking
  const isWorked = status === 'COMPLETED' || status === 'AWAITING_CONFIRMATION'
  return {
    id,
    providerId,
    customer: { id: customer.id, name: customer.name },
    reference,
    title,
    status,
    until: disputableUntil(booking),
    contractId: links.contractId,
    offerId: links.offerId,
    work: isWorked ? work?.total : undefined,
    fee: !isWorked && fee ? { amount: fee.amount, currency: fee.currency } : undefined,
    completedAt,
  }
}

/** Puts a booking in dispute. Its charges are held. */
export async function disputeBooking(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  id: string,
  disputeId: string,
): Promise<void> {
  const before = await lockOwnBooking(tx, party, id)
  const context = await loadDecisionContext(deps, tx, before, party.role)
  const after = rules.dispute(before, disputeId, context)
  await holdFee(tx, id)
  // Opening the dispute has already notified both sides.
  const effects = { event: 'booking.disputed', data: { disputeId, by: party.role } }
  await bookingWorkflow.commit(deps, tx, party, { before, after, at: context.now, action: 'dispute', effects })
}

/** Applies the outcome of a dispute, or restores the previous state. */
export async function applyDisputeOutcomeToBooking(
  deps: BookingDeps,
  tx: Tx,
  id: string,
  settlement: rules.BookingDisputeResult,
): Promise<void> {
  const before = await lockOwnBooking(tx, SYSTEM, id)
  const context = await loadDecisionContext(deps, tx, before, 'SYSTEM')
  const after = rules.applyDisputeOutcome(before, settlement, context)
  await saveFeeAmount(tx, id, after.status === 'COMPLETED' ? 0 : settlement.fee)
  const { to, attribution } = settlement
  const data = { disputeId: before.links.disputeId, to, attribution, withdrawn: settlement.isWithdrawn }
  const effects = { event: 'booking.dispute_settled', data }
  await bookingWorkflow.commit(deps, tx, SYSTEM, {
    before,
    after,
    at: context.now,
    action: rules.disputeEndings[to],
    effects,
  })
}

/** A booking's evidence that both sides see in a dispute. */
export async function listBookingEvidence(tx: Tx, id: string) {
  const booking = await store.find(tx, id)
  const photos = await listPhotos(tx, id)
  return {
    fileIds: photos.map(({ fileId }) => fileId),
    offerId: booking?.links.offerId ?? null,
    contractId: booking?.links.contractId ?? null,
  }
}

/** The person of this side and what they contest. Undefined: their contest is over, or there was none. */
export async function findContester(
  tx: Tx,
  id: string,
  by: 'PROVIDER' | 'CUSTOMER',
): Promise<{ person: ActingPerson; isNoShow: boolean } | undefined> {
  const booking = await store.find(tx, id)
  const contest = booking && (booking.cancellation ?? booking.noShow)?.contest
  if (!contest || contest.by !== by || contest.status !== 'OPEN') return undefined
  const { providerId, customer, noShow } = booking
  const person: ActingPerson =
    by === 'CUSTOMER'
      ? { role: by, id: customer.id, name: customer.name }
      : { role: by, id: providerId, name: await findProviderName(tx, booking) }
  return { person, isNoShow: noShow !== null }
}
