import type {
  BookingTransitionName,
  BookingSource,
  BookingStatus,
  BookingSummary,
  Completion,
  DeclineReason,
  Location,
  PauseReason,
  Price,
  SchedulingMode,
} from '@fettle/protocol/bookings'
import type { Cancellation, CancellationPolicy, NoShow, Side } from '@fettle/protocol/bookings/cancellations'
import type { ProposalStatus, ProposedSlot, RescheduleReason } from '@fettle/protocol/bookings/reschedules'

/** Fields of a booking that its list needs. */
export interface ListedBooking {
  id: string
  reference: string
  customer: BookingSummary['customer']
  status: BookingStatus
  title: string
  serviceCategory: BookingSummary['serviceCategory']
  schedulingMode: SchedulingMode
  /** With `endAt`. Null while the booking is unscheduled. */
  startAt: Date | null
  endAt: Date | null
  timeZone: string
  city: string
  price: Price
  respondBy: Date | null
  confirmedAt: Date | null
  createdBy: Side
  /** Side whose answer a request awaits. */
  awaitingParty: Side | null
  cancellation: Cancellation | null
  seriesId: string | null
  version: number
  createdAt: Date
}

/** A start before the booking was moved. */
interface EarlierStart {
  startAt: Date
  until: Date
  /** The provider moved the booking to an earlier time alone: the customer's notice is still measured from here. */
  isOneSided?: true
}

/** A booking as stored. */
export interface Booking extends Omit<ListedBooking, 'city' | 'seriesId'> {
  providerId: string
  source: BookingSource
  description: string
  location: Location
  arrivalWindowMinutes: number
  /** Length of the visit. Known before its time is. */
  durationMinutes: number
  /** Total of hourly work. */
  finalAmount: number | null
  /** Sum of approved adjustments. Maintained by the adjustments. */
  adjustmentsTotal: number
  policy: CancellationPolicy
  /** Other starts that cancellation notice is measured from. */
  earlierStarts: readonly EarlierStart[]
  rescheduleCount: number
  lateCount: number
  fixCount: number
  /** The customer's start code. */
  startCode: string | null
  enRouteAt: Date | null
  etaAt: Date | null
  arrivedAt: Date | null
  startedAt: Date | null
  completedAt: Date | null
  customerConfirmedAt: Date | null
  autoConfirmAt: Date | null
  pause: { reasonCode: PauseReason; resumeOn: Date | null } | null
  completion: Completion | null
  declined: { reasonCode: DeclineReason; note: string | null; suggestedSlots: readonly ProposedSlot[] } | null
  noShow: NoShow | null
  /** The last transition and its author. */
  lastAction: BookingTransitionName | null
  lastActionBy: BookingRole | null
  /** Timers that fired: `kind@due`. */
  firedTimers: readonly string[]
  links: {
    offerId: string | null
    contractId: string | null
    milestoneId: string | null
    seriesId: string | null
    occurrenceIndex: number | null
    disputeId: string | null
  }
  updatedAt: Date
}

export type BookingRole = Side | 'SYSTEM'

/** A half-open period: one that ends at ten does not overlap one that starts at ten. */
export interface BookingSlot {
  startAt: Date
  endAt: Date
}

/** A booking that has a time. */
export type WithTime<T> = T & BookingSlot

/** Everything a decision depends on besides the booking. */
export interface BookingDecisionContext {
  role: BookingRole
  now: Date
  /** Another entry occupies the requested slot. */
  slotTaken: boolean
  /** The proposal that awaits an answer. */
  proposal: StoredProposal | null
}

/** A proposal of other times, as it is stored. */
export interface StoredProposal {
  id: string
  bookingId: string
  status: ProposalStatus
  proposedBy: Side
  slots: readonly BookingSlot[]
  reasonCode: RescheduleReason
  note: string | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  slotIndex: number | null
}
