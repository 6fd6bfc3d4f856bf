import type { BookingCard, BookingListEntry, BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import { CONTACT_SHOWN_FOR_MS, maskPhone } from '../customers/index.ts'
import type { BookingViewContext } from './lifecycle/decision-context.service.ts'
import type { BookingRelations } from './listing/relations.store.ts'
import { allowedActions, feeBasisOf } from './booking.rules.ts'
import type { Booking, ListedBooking } from './booking.types.ts'
import { isAnsweredByOffer } from './lifecycle/answered-by-offer.rules.ts'
import { isScheduled } from './lifecycle/unscheduled.rules.ts'
import { toView as toProposal } from './rescheduling/reschedule.rules.ts'

/**
 * Visible from confirmation until thirty days after the end, or after the cancellation of a job that never had a time.
 * Never for a request that was not accepted. `isContactShown` is the same in SQL.
 */
export const isAddressVisible = (
  { isConfirmed, endAt }: { isConfirmed: boolean; endAt: Date | null },
  now: Date,
): boolean => isConfirmed && (endAt === null || +now < +endAt + CONTACT_SHOWN_FOR_MS)

const isContactVisible = (
  { confirmedAt, endAt, cancellation }: Pick<Booking, 'confirmedAt' | 'endAt' | 'cancellation'>,
  now: Date,
): boolean =>
  isAddressVisible(
    { isConfirmed: confirmedAt !== null, endAt: endAt ?? (cancellation && new Date(cancellation.at)) },
    now,
  )

/** Rounds degrees to about a kilometre, for positions the provider may not know exactly. */
export const nearby = (degrees: number | null): number | null =>
  degrees === null ? null : Math.round(degrees * 100) / 100

/** The summary of a booking for its provider, which every representation contains. */
export function toSummary(booking: Omit<ListedBooking, 'seriesId'>, now: Date): BookingSummary {
  const { customer } = booking
  const phone = customer.phone && !isContactVisible(booking, now) ? maskPhone(customer.phone) : customer.phone
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    title: booking.title,
    serviceCategory: booking.serviceCategory,
    customer: { ...customer, name: customerNameOf(customer.name), phone },
    schedulingMode: booking.schedulingMode,
    startAt: toIsoOrNull(booking.startAt),
    endAt: toIsoOrNull(booking.endAt),
    timeZone: booking.timeZone,
    city: booking.city,
    price: booking.price,
    respondBy: isAnsweredByOffer(booking) ? null : toIsoOrNull(booking.respondBy),
    version: booking.version,
    createdAt: booking.createdAt.toISOString(),
  }
}

/** A row of the provider's list. Visits of a series are answered with the series. */
export function toListEntry(
  booking: ListedBooking & Pick<BookingListEntry, 'thumbnail' | 'overlaps'>,
  now: Date,
): BookingListEntry {
  const { status, awaitingParty, respondBy, seriesId } = booking
  const isAnswerable = status === 'REQUESTED' && awaitingParty === 'PROVIDER' && (respondBy === null || respondBy > now)
  // Extends the new summary: copies by spread cost the list processor time.
  return Object.assign(toSummary(booking, now), {
    canAccept: isAnswerable && seriesId === null,
    answerableSeriesId: isAnswerable ? seriesId : null,
    overlaps: booking.overlaps,
    thumbnail: booking.thumbnail,
  })
}

/** A booking as a card. */
export const toCard = (booking: Booking, context: Omit<BookingViewContext, 'verdict'>): BookingCard => ({
  ...toSummary({ ...booking, city: booking.location.city }, context.now),
  awaitingParty: booking.awaitingParty,
  slotTaken: context.slotTaken,
  pendingProposal: context.proposal && toProposal(context.proposal, context),
  etaAt: toIsoOrNull(booking.etaAt),
  autoConfirmAt: toIsoOrNull(booking.autoConfirmAt),
  asksStartCode: asksCode(booking, context),
  allowedActions: allowedActions(booking, context),
})

/** The code is not required once work has started. */
const asksCode = ({ startedAt }: Booking, { asksStartCode }: Pick<BookingViewContext, 'asksStartCode'>): boolean =>
  asksStartCode && startedAt === null

/** A booking as `context.role` may see it. Providers get phone and address with the confirmation. */
export function toView(
  booking: Booking,
  context: BookingViewContext,
  { relationship, attempts }: BookingRelations,
): BookingView {
  const isCustomers = context.role === 'CUSTOMER'
  const isOpen = isCustomers || isContactVisible(booking, context.now)
  const summary = toSummary({ ...booking, city: booking.location.city }, context.now)
  return {
    ...summary,
    customer: {
      ...(isCustomers ? booking.customer : summary.customer),
      since: relationship.since.toISOString(),
      completedWithYou: relationship.completedWithYou,
    },
    providerId: booking.providerId,
    channelId: relationship.channelId,
    source: booking.source,
    createdBy: booking.createdBy,
    ...booking.links,
    description: booking.description,
    arrivalWindowMinutes: booking.arrivalWindowMinutes,
    durationMinutes: booking.durationMinutes,
    awaitingParty: booking.awaitingParty,
    location: toLocation(booking, isOpen),
    slotTaken: context.slotTaken,
    cancellationPolicy: booking.policy,
    feeBasisStartAt: isScheduled(booking) ? feeBasisOf(booking, context.now).toISOString() : null,
    pendingProposal: context.proposal && toProposal(context.proposal, context),
    rescheduleCount: booking.rescheduleCount,
    confirmedAt: toIsoOrNull(booking.confirmedAt),
    enRouteAt: toIsoOrNull(booking.enRouteAt),
    etaAt: toIsoOrNull(booking.etaAt),
    arrivedAt: toIsoOrNull(booking.arrivedAt),
    startedAt: toIsoOrNull(booking.startedAt),
    completedAt: toIsoOrNull(booking.completedAt),
    customerConfirmedAt: toIsoOrNull(booking.customerConfirmedAt),
    autoConfirmAt: toIsoOrNull(booking.autoConfirmAt),
    pause: booking.pause && { ...booking.pause, resumeOn: toIsoOrNull(booking.pause.resumeOn) },
    completion: booking.completion,
    declined: booking.declined && { ...booking.declined, suggestedSlots: [...booking.declined.suggestedSlots] },
    cancellation: booking.cancellation,
    noShow: booking.noShow,
    contactAttempts: isCustomers ? [] : attempts,
    startCode: isCustomers ? booking.startCode : null,
    asksStartCode: asksCode(booking, context),
    updatedAt: booking.updatedAt.toISOString(),
    allowedActions: allowedActions(booking, context),
    warnings: isCustomers ? [] : [...context.verdict.warnings],
  }
}

/** The full address, or the city and a position accurate to about a kilometre. */
function toLocation({ location }: Booking, isVisible: boolean): BookingView['location'] {
  const { city, country, state = null, lat = null, lng = null } = location
  const ifVisible = <T>(value: T | undefined): T | null => (isVisible ? (value ?? null) : null)
  return {
    line1: ifVisible(location.line1),
    line2: ifVisible(location.line2),
    city,
    state,
    country,
    postalCode: ifVisible(location.postalCode),
    lat: isVisible ? lat : nearby(lat),
    lng: isVisible ? lng : nearby(lng),
    accessNotes: ifVisible(location.accessNotes),
    parkingNotes: ifVisible(location.parkingNotes),
    pets: ifVisible(location.pets),
    contactName: ifVisible(location.contactName),
    contactPhone: ifVisible(location.contactPhone),
  }
}
