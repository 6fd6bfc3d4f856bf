import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { checkSlot, findTakenSlots, type SlotClaim, type SlotVerdict } from '../../availability/index.ts'
import type { Booking, BookingDecisionContext, BookingRole, StoredProposal, WithTime } from '../booking.types.ts'
import { isScheduled } from './unscheduled.rules.ts'
import { findPending, listPending } from '../rescheduling/reschedule.store.ts'

/** A booking's claim on its provider's schedule. */
export function toSlotClaim({
  id,
  providerId,
  location: { lat, lng },
  startAt,
  endAt,
}: WithTime<Pick<Booking, 'id' | 'providerId' | 'location'>>): SlotClaim {
  const geoPoint = lat === undefined || lng === undefined ? null : { lat, lng }
  return { providerId, bookingId: id, startAt, endAt, location: geoPoint }
}

/** The decision context with data for display, including the verdict on the requested slot. */
export type BookingViewContext = BookingDecisionContext & { verdict: SlotVerdict; asksStartCode: boolean }

/** Loads the decision context of a booking. `proposal` is the pending one, or null, where that is known already. */
export async function loadDecisionContext(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  db: Queryable,
  booking: Booking,
  role: BookingRole,
  { proposal: loadedProposal }: { proposal?: StoredProposal | null | undefined } = {},
): Promise<BookingViewContext> {
  const now = clock.now()
  const [verdict, proposal] = await db.parallel(
    async () =>
      booking.status === 'REQUESTED' && isScheduled(booking)
        ? checkSlot({ clock }, db, toSlotClaim(booking))
        : { conflicts: [], warnings: [] },
    async () => (loadedProposal === undefined ? findPending(db, booking.id) : loadedProposal),
  )
  const slotTaken = verdict.conflicts.length > 0
  const { requireStartCode: asksStartCode } = settings()
  return { role, now, slotTaken, proposal, verdict, asksStartCode }
}

/** Loads the decision contexts of many bookings of one provider, without conflicts, in a fixed number of statements. */
export async function loadDecisionContexts(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  db: Queryable,
  bookings: readonly Booking[],
): Promise<(booking: Booking) => Omit<BookingViewContext, 'verdict'>> {
  const requests = bookings.filter(isScheduled).filter(({ status }) => status === 'REQUESTED')
  const [takenSlotIds, proposals] = await Promise.all([
    findTakenSlots(
      { clock },
      db,
      requests.map((booking) => ({ ...toSlotClaim(booking), bookingId: booking.id })),
    ),
    listPending(
      db,
      bookings.map(({ id }) => id),
    ),
  ])
  const now = clock.now()
  const { requireStartCode: asksStartCode } = settings()
  return ({ id }) => ({
    asksStartCode,
    role: 'PROVIDER',
    now,
    slotTaken: takenSlotIds.has(id),
    proposal: proposals.find(({ bookingId }) => bookingId === id) ?? null,
  })
}
