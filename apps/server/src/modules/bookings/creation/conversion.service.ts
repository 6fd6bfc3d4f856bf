import type { SlotConsent } from '@fettle/protocol/availability/availability'
import { cancellationPolicies } from '@fettle/protocol/bookings/cancellations'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { claimSlot } from '../../availability/index.ts'
import { lockParties } from '../../customers/index.ts'
import { findPublicProvider } from '../../profile/index.ts'
import { copyFile } from '../../uploads/index.ts'
import { bookingWorkflow, type BookingDeps } from '../booking.workflow.ts'
import { loadDecisionContext, toSlotClaim } from '../lifecycle/decision-context.service.ts'
import { acceptOffer, allowedActions, durationOf, newBookingDefaults } from '../booking.rules.ts'
import type { Booking, BookingSlot, WithTime } from '../booking.types.ts'
import * as store from '../bookings.store.ts'
import { describeBooking } from '../booking.effects.ts'
import { enqueueThumbnail } from '../content/photos.jobs.ts'
import { listOf as listPhotos, insert as insertPhoto } from '../content/photos.store.ts'

/** Work agreed by an offer. */

export interface AgreedOffer
  extends
    BookingSlot,
    Pick<
      Booking,
      'providerId' | 'customer' | 'title' | 'description' | 'serviceCategory' | 'location' | 'price' | 'timeZone'
    > {
  offerId: string
  /** Files to copy; the offer keeps its own. */
  photos: readonly string[]
  consent: SlotConsent
}

/** A booking of one provider, if it is theirs. */
export async function findBookingOf(db: Queryable, providerId: string, id: string): Promise<Booking | undefined> {
  return (await store.findMany(db, providerId, [id]))[0]
}

const COPY_PHOTOS_JOB = 'bookings.copy-photos'

async function enqueuePhotoCopies({ jobs }: BookingDeps, tx: Tx, bookingId: string, fileIds: readonly string[]) {
  if (fileIds.length > 0) await jobs.add(tx, COPY_PHOTOS_JOB, { bookingId, fileIds: [...fileIds] })
}

/**
 * Confirms the request that an accepted offer answers, within the transaction of the caller, who holds the schedule's
 * lock. Returns false and changes nothing if the request is not open any more. Throws SLOT_CONFLICT.
 */
export async function confirmRequest(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  id: string,
  { photos, consent, ...agreed }: AgreedOffer,
): Promise<boolean> {
  const before = await store.find(tx, id)
  const context = before && (await loadDecisionContext(deps, tx, before, 'SYSTEM'))
  if (!before || !context || !allowedActions(before, context).includes('accept-offer')) return false
  const { offerId } = agreed
  const after = acceptOffer(before, context, { agreed, startCode: deps.ids.code(4) })
  // The offer carries the overlap reason.
  await claimSlot(deps, tx, { ...toSlotClaim(after), subjectId: offerId }, { ...consent, role: party.role })
  await store.saveTerms(tx, after)
  await bookingWorkflow.commit(deps, tx, party, {
    before,
    after,
    action: 'accept-offer',
    context,
    effects: {
      event: 'booking.confirmed',
      data: { source: after.source, offerId },
      systemMessage: { code: 'booking-confirmed', params: { booking: describeBooking(after) } },
    },
  })
  await enqueuePhotoCopies(deps, tx, id, photos)
  return true
}

/** Creates a confirmed booking within the caller's transaction. Returns its id. Throws SLOT_CONFLICT. */
export async function bookOffer(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  { offerId, photos, consent, ...agreed }: AgreedOffer,
): Promise<string> {
  const now = deps.clock.now()
  const { STANDARD } = cancellationPolicies
  const booking: WithTime<Booking> = {
    ...newBookingDefaults,
    ...agreed,
    durationMinutes: durationOf(agreed),
    id: deps.ids.next('bkg'),
    reference: await nextReference(tx, 'BK', now),
    status: 'CONFIRMED',
    awaitingParty: null,
    createdBy: 'CUSTOMER',
    source: 'OFFER',
    schedulingMode: 'FIXED',
    arrivalWindowMinutes: 0,
    policy: { ...STANDARD, tiers: [...STANDARD.tiers] },
    respondBy: null,
    confirmedAt: now,
    startCode: deps.ids.code(4),
    links: { ...newBookingDefaults.links, offerId },
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await lockParties(tx, { providerId: booking.providerId, customerId: booking.customer.id })
  // Inserted first, because the deferred constraint then sees its overlap reason.
  await store.insert(tx, booking)
  await claimSlot(deps, tx, { ...toSlotClaim(booking), subjectId: offerId }, { ...consent, role: party.role })
  await bookingWorkflow.begin(deps, tx, party, booking, {
    event: 'booking.confirmed',
    data: { source: booking.source, offerId },
    systemMessage: { code: 'booking-booked', params: { booking: describeBooking(booking) } },
  })
  await enqueuePhotoCopies(deps, tx, booking.id, photos)
  return booking.id
}

/** Handles the job that copies photos of an offer to its booking. Photos already there are skipped. */
export function handlePhotoCopies(deps: Deps): void {
  deps.jobs.handle<{ bookingId: string; fileIds: string[] }>(COPY_PHOTOS_JOB, async ({ bookingId, fileIds }) => {
    const booking = await store.find(deps.db, bookingId)
    if (!booking) return
    const provider = await findPublicProvider(deps, booking.providerId)
    for (const fileId of fileIds) {
      const existing = await listPhotos(deps.db, bookingId)
      const existingHashes = new Set(existing.map(({ sha256 }) => sha256))
      const target = { purpose: 'BOOKING_PHOTO', attachedTo: bookingId } as const
      await copyFile(deps, fileId, target, existingHashes, async (tx, file) => {
        const isCustomers = file.ownerId === booking.customer.id
        const id = deps.ids.next('pho')
        await insertPhoto(tx, {
          id,
          bookingId,
          fileId: file.id,
          kind: 'BEFORE',
          caption: null,
          addedAt: deps.clock.now(),
          addedBy: isCustomers ? 'CUSTOMER' : 'PROVIDER',
          adderName: isCustomers ? booking.customer.name : (provider?.name ?? ''),
        })
        await enqueueThumbnail(deps, tx, { id, bookingId })
      })
    }
  })
}
