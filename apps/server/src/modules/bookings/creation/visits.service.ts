import { cancellationPolicies, type CancelReason, type Side } from '@fettle/protocol/bookings/cancellations'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM, type ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { claimSlot } from '../../availability/index.ts'
import { lockParties } from '../../customers/index.ts'
import { bookingWorkflow, type BookingDeps } from '../booking.workflow.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { listAttempts } from '../lifecycle/contact.store.ts'
import { toSlotClaim, loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { durationOf, moveWithSeries, newBookingDefaults } from '../booking.rules.ts'
import type { Booking, BookingSlot, WithTime } from '../booking.types.ts'
import * as store from '../bookings.store.ts'
import { notificationParams, describeBooking, toNotification } from '../booking.effects.ts'
import * as cancellation from '../cancellation/cancellation.rules.ts'
import { findCustomer } from '../listing/relations.store.ts'
import { endProposal } from '../rescheduling/release.service.ts'

/** Visits of a series as bookings. All functions run in the caller's transaction. */

export interface SeriesVisitInput
  extends
    BookingSlot,
    Pick<Booking, 'providerId' | 'title' | 'description' | 'serviceCategory' | 'location' | 'price' | 'timeZone'> {
  seriesId: string
  occurrenceIndex: number
  customerId: string
  createdBy: Side
}

/** Books a visit agreed with its series, confirmed from the start. Returns the booking's id. Throws SLOT_CONFLICT. */
export async function bookVisit(
  deps: BookingDeps,
  tx: Tx,
  { seriesId, occurrenceIndex, customerId, ...visit }: SeriesVisitInput,
): Promise<string> {
  const now = deps.clock.now()
  const customer = await findCustomer(tx, customerId)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
  const { timeZone: _, ...card } = customer
  const { STANDARD } = cancellationPolicies
  const booking: WithTime<Booking> = {
    ...newBookingDefaults,
    ...visit,
    durationMinutes: durationOf(visit),
    id: deps.ids.next('bkg'),
    reference: await nextReference(tx, 'BK', now),
    customer: card,
    status: 'CONFIRMED',
    awaitingParty: null,
    source: 'SERIES',
    schedulingMode: 'FIXED',
    arrivalWindowMinutes: 0,
    policy: { ...STANDARD, tiers: [...STANDARD.tiers] },
    respondBy: null,
    confirmedAt: now,
    startCode: deps.ids.code(4),
    links: { ...newBookingDefaults.links, seriesId, occurrenceIndex },
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await claimSlot(deps, tx, { ...toSlotClaim(booking), subjectId: seriesId }, { role: 'SYSTEM' })
  await lockParties(tx, { providerId: booking.providerId, customerId })
  await store.insert(tx, booking)
  await bookingWorkflow.begin(deps, tx, SYSTEM, booking, {
    event: 'booking.confirmed',
    data: { source: booking.source, seriesId },
  })
  return booking.id
}

/** Applies an edit of the series to a visit that has not started. The caller has checked the slot. */
export async function changeVisit(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  id: string,
  { title, description, ...slot }: WithTime<Pick<Booking, 'title' | 'description'>>,
): Promise<void> {
  const before = await lockOwnBooking(tx, party, id)
  const now = deps.clock.now()
  const renamed: Booking = { ...bumpVersion(before, now), title, description }
  const isMoved = before.startAt?.getTime() !== +slot.startAt || before.endAt?.getTime() !== +slot.endAt
  const after = isMoved ? moveWithSeries(renamed, slot, now) : renamed
  const times = (booking: Booking) => ({
    startAt: booking.startAt?.toISOString() ?? null,
    endAt: booking.endAt?.toISOString() ?? null,
  })
  await bookingWorkflow.commit(deps, tx, party, {
    before,
    after,
    at: now,
    effects: isMoved
      ? {
          event: 'booking.rescheduled',
          data: { seriesId: before.links.seriesId, from: times(before), to: times(after) },
          systemMessage: { code: 'booking-rescheduled-with-series', params: { booking: describeBooking(after) } },
        }
      : { event: 'booking.changed', data: { seriesId: before.links.seriesId } },
  })
  // It proposes times instead of one that is no longer the visit's.
  if (isMoved) await endProposal(deps, tx, after)
  if (title !== before.title || description !== before.description) await store.saveTexts(tx, after)
}

/** Throws FEE_CHANGED or a field error unless a customer accepted what cancelling these visits costs now. */
export async function assertVisitFeesAccepted(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  ids: readonly string[],
  { reasonCode, ...accepted }: Pick<cancellation.CancellationInput, 'acceptFee' | 'previewHash' | 'reasonCode'>,
): Promise<void> {
  if (party.role !== 'CUSTOMER') return
  const previews = []
  for (const id of ids) {
    const booking = await lockOwnBooking(tx, party, id)
    const context = await loadDecisionContext(deps, tx, booking, party.role)
    previews.push({ ...cancellation.previewOf(booking, { by: party.role, reasonCode, context }), bookingId: id })
  }
  cancellation.assertFeesAccepted(previews, accepted)
}

/** Cancels a visit with its series, on the current terms. */
export async function cancelVisit(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  id: string,
  { reasonCode, note }: { reasonCode: CancelReason; note?: string | undefined },
): Promise<void> {
  const before = await lockOwnBooking(tx, party, id)
  const context = await loadDecisionContext(deps, tx, before, party.role)
  const by = party.role
  const { previewHash, needs } = cancellation.previewOf(before, { by, reasonCode, context })
  const input = { reasonCode, note, photoIds: [], acceptFee: true, previewHash }
  const attempts = needs.contactAttempts > 0 ? (await listAttempts(tx, id)).length : 0
  const after = cancellation.cancel(before, input, context, { by, photoIds: [], attempts })
  const { fee = null, attributedTo = 'NEUTRAL', contestUntil = null } = after.cancellation ?? {}
  await bookingWorkflow.commit(deps, tx, party, {
    before,
    after,
    at: context.now,
    action: 'cancel',
    effects: {
      event: 'booking.cancelled',
      data: { by, reasonCode, ...(note && { note }), fee, attributedTo, contestUntil, seriesId: before.links.seriesId },
      systemMessage: { code: 'booking-cancelled', params: { booking: describeBooking(after) } },
      ...(by === 'CUSTOMER' && {
        notification: toNotification(after, 'booking-cancelled', {
          ...notificationParams(after),
          note: note ?? null,
          isContestable: contestUntil !== null,
        }),
      }),
    },
  })
}
