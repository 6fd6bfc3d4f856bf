import * as z from 'zod/mini'
import { SlotWarning } from '../availability/availability.ts'
import { bookingContent } from './content.ts'
import { BookingAction, BookingStatus } from './states.ts'
import { Cancellation, CancellationPolicy, NoShow, Side } from './cancellations.ts'
import { bookingSorts } from '../common/list-sorts.ts'
import { cardsOf } from '../common/document-lists.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { BookingId, commaList, CustomerId, Instant, line, Money, pageQuery, prose, UserId } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { ProposedSlot, RescheduleProposal } from './reschedules.ts'
import { issueText } from '../core/issue-text.ts'
import { declineReasons, pauseReasons, contactMethods, bookingCardsMax } from './constants.ts'

export * from './flow.ts'
export * from './states.ts'

/** Bookings: a customer's request and the job it becomes. */

export const DeclineReason = z.enum(declineReasons, issueText('REASON_REQUIRED'))
export type DeclineReason = z.infer<typeof DeclineReason>

const notes = z.optional(prose(0, 1000, issueText('MAX_CHARACTERS')))
/** Site notes a customer may edit later. */
const siteNotes = {
  accessNotes: notes,
  parkingNotes: notes,
  pets: z.optional(line(0, 200, issueText('MAX_CHARACTERS'))),
  /** Contact person on site. */
  contactName: z.optional(line(0, 100, issueText('MAX_CHARACTERS'))),
  contactPhone: z.optional(line(0, 40, issueText('MAX_CHARACTERS'))),
}
export const SiteNotes = z.object(siteNotes)

/** Where the work is. Before confirmation a provider sees only the city. */
export const Location = z.object({
  line1: line(3, 200, issueText('STREET_REQUIRED')),
  line2: z.optional(line(0, 200, issueText('MAX_CHARACTERS'))),
  city: line(2, 80, issueText('CITY_REQUIRED')),
  state: z.optional(line(0, 80, issueText('MAX_CHARACTERS'))),
  country: z.string(issueText('COUNTRY_REQUIRED')).check(z.regex(/^[A-Z]{2}$/, issueText('COUNTRY_REQUIRED'))),
  postalCode: z.optional(line(0, 20, issueText('MAX_CHARACTERS'))),
  lat: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  lng: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  ...siteNotes,
})
export type Location = z.infer<typeof Location>

const minutes = (min: number) =>
  z
    .int()
    .check(z.gte(min, issueText('DURATION_TOO_SHORT', { min: 15 })), z.lte(1440, issueText('MAX_HOURS', { max: 24 })))
const isNegative = (money: Money | undefined) => (money?.amount ?? 0) < 0

export const Price = z
  .object({
    model: z.enum(['FIXED', 'HOURLY', 'TO_QUOTE']),
    /** The agreed fixed price. For hourly work: the total, once the work is done. */
    amount: z.optional(Money),
    hourlyRate: z.optional(Money),
    /** Estimated minutes and the minimum charged. */
    estimatedMinutes: z.optional(minutes(15)),
    minimumMinutes: z.optional(minutes(0)),
  })
  .check(
    z.refine(({ model, amount }) => model !== 'FIXED' || amount !== undefined, {
      error: issueText('PRICE_REQUIRED'),
      path: ['amount'],
    }),
    z.refine(({ model, hourlyRate }) => (model === 'HOURLY') === (hourlyRate !== undefined), {
      error: issueText('HOURLY_RATE_MISMATCH'),
      path: ['hourlyRate'],
    }),
    z.refine(({ model, amount }) => model !== 'TO_QUOTE' || amount === undefined, {
      error: issueText('PRICE_NOT_QUOTED'),
      path: ['amount'],
    }),
    z.refine(({ amount }) => !isNegative(amount), { error: issueText('PRICE_NEGATIVE'), path: ['amount'] }),
    z.refine(({ hourlyRate }) => !isNegative(hourlyRate), {
      error: issueText('RATE_NEGATIVE'),
      path: ['hourlyRate'],
    }),
  )
export type Price = z.infer<typeof Price>

export const TimelineEntry = z.object({
  id: z.string(),
  seq: z.int(),
  at: Instant,
  occurredAt: Instant,
  actor: z.object({
    type: z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM']),
    id: z.nullable(z.string()),
    name: LocalizedText,
  }),
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Declares the call for the timeline of a provider's record. `record` is its noun with an article: `a booking`. */
export const timelineOf = <Params extends z.core.$ZodType>(
  noun: string,
  path: string,
  record: string,
  params: Params,
) =>
  operation({
    name: `${noun}.timeline`,
    method: 'GET',
    path: `${path}/:id/timeline`,
    audience: 'provider',
    summary: `List the timeline of ${record}, oldest first.`,
    params,
    returns: z.array(TimelineEntry),
    errors: ['NOT_FOUND'],
  })

export const PauseReason = z.enum(pauseReasons, issueText('REASON_REQUIRED'))
export type PauseReason = z.infer<typeof PauseReason>

/** How the provider handed the work over. */
export const Completion = z.object({
  summary: z.string(),
  /** Only part of the work was done. */
  partial: z.boolean(),
  photoIds: z.array(z.string()),
  finalMinutes: z.nullable(z.int()),
  /** File of the customer's signature drawn on the provider's screen. */
  customerSignature: z.nullable(z.string()),
})
export type Completion = z.infer<typeof Completion>

export const ContactMethod = z.enum(contactMethods, issueText('CONTACT_METHOD_REQUIRED'))
export type ContactMethod = z.infer<typeof ContactMethod>
export const ContactAttempt = z.object({ id: z.string(), method: ContactMethod, at: Instant })
export type ContactAttempt = z.infer<typeof ContactAttempt>

/** At a fixed time, within a window, any time that day, or not yet scheduled. */
export const SchedulingMode = z.enum(['FIXED', 'WINDOW', 'ANYTIME', 'UNSCHEDULED'])
export type SchedulingMode = z.infer<typeof SchedulingMode>
export const ArrivalWindow = z.literal(
  [0, 15, 30, 60, 120, 180, 240],
  issueText('ARRIVAL_WINDOW_INVALID', { min: 0, max: 240 }),
)

/** The fields every representation of a booking has. */
export const BookingSummary = z.object({
  id: BookingId,
  reference: z.string(),
  status: BookingStatus,
  title: z.string(),
  serviceCategory: z.nullable(ServiceType),
  customer: CustomerCard,
  schedulingMode: SchedulingMode,
  /** Null while UNSCHEDULED. */
  startAt: z.nullable(Instant),
  endAt: z.nullable(Instant),
  timeZone: z.string(),
  city: z.string(),
  price: Price,
  /** Deadline for answering a request. Null while an offer answers it: then the offer's deadline counts. */
  respondBy: z.nullable(Instant),
  version: z.int(),
  createdAt: Instant,
})
export type BookingSummary = z.infer<typeof BookingSummary>

/** A row of the booking list. */
export const BookingListEntry = z.extend(BookingSummary, {
  /** Whether the provider may accept or decline this request now. False for a visit of a series. */
  canAccept: z.boolean(),
  /** The series to answer instead, when this request is a visit of one and may be answered now. */
  answerableSeriesId: z.nullable(z.string()),
  /** Title of a confirmed job at the time of this request. Null without one. */
  overlaps: z.nullable(z.string()),
  /** The first photo of the job as a small data URL. Null without photos, and until it is made. */
  thumbnail: z.nullable(z.string()),
})
export type BookingListEntry = z.infer<typeof BookingListEntry>

export const bookingSources = [
  'REQUEST',
  'INSTANT',
  'OFFER',
  'CONTRACT',
  'SERIES',
  'PROVIDER_CREATED',
  'REBOOK',
] as const
export const BookingSource = z.enum(bookingSources)
export type BookingSource = z.infer<typeof BookingSource>

export const BookingView = z.extend(BookingSummary, {
  customer: z.extend(CustomerCard, {
    /** First booking with this provider. */
    since: Instant,
    completedWithYou: z.int(),
  }),
  providerId: UserId,
  /** Chat channel with the customer, if any. */
  channelId: z.nullable(z.string()),
  source: BookingSource,
  createdBy: Side,
  /** The offer it was booked from, or for a request the latest one that answers it. */
  offerId: z.nullable(z.string()),
  contractId: z.nullable(z.string()),
  milestoneId: z.nullable(z.string()),
  seriesId: z.nullable(z.string()),
  occurrenceIndex: z.nullable(z.int()),
  description: z.string(),
  arrivalWindowMinutes: z.int(),
  durationMinutes: z.int(),
  /** Side whose answer a request awaits. The customer, also for their own request, while an offer answers it. */
  awaitingParty: z.nullable(Side),
  location: z.object({
    line1: z.nullable(z.string()),
    line2: z.nullable(z.string()),
    city: z.string(),
    state: z.nullable(z.string()),
    country: z.string(),
    postalCode: z.nullable(z.string()),
    lat: z.nullable(z.number()),
    lng: z.nullable(z.number()),
    accessNotes: z.nullable(z.string()),
    parkingNotes: z.nullable(z.string()),
    pets: z.nullable(z.string()),
    contactName: z.nullable(z.string()),
    contactPhone: z.nullable(z.string()),
  }),
  /** Another job occupies the slot: accepting would be refused. */
  slotTaken: z.boolean(),
  cancellationPolicy: CancellationPolicy,
  /** Time from which cancellation notice is measured: the earliest start agreed within the last day. */
  feeBasisStartAt: z.nullable(Instant),
  pendingProposal: z.nullable(RescheduleProposal),
  /** Number of accepted reschedules. */
  rescheduleCount: z.int(),
  confirmedAt: z.nullable(Instant),
  enRouteAt: z.nullable(Instant),
  etaAt: z.nullable(Instant),
  arrivedAt: z.nullable(Instant),
  startedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  customerConfirmedAt: z.nullable(Instant),
  autoConfirmAt: z.nullable(Instant),
  pause: z.nullable(z.object({ reasonCode: PauseReason, resumeOn: z.nullable(Instant) })),
  completion: z.nullable(Completion),
  declined: z.nullable(
    z.object({ reasonCode: DeclineReason, note: z.nullable(z.string()), suggestedSlots: z.array(ProposedSlot) }),
  ),
  cancellation: z.nullable(Cancellation),
  noShow: z.nullable(NoShow),
  contactAttempts: z.array(ContactAttempt),
  /** Four-digit code the customer gives the provider on site. Shown to the customer's side only. */
  startCode: z.nullable(z.string()),
  /** Starting work requires the code. */
  asksStartCode: z.boolean(),
  disputeId: z.nullable(z.string()),
  updatedAt: Instant,
  allowedActions: z.array(BookingAction),
  /** Warnings about the slot. */
  warnings: z.array(SlotWarning),
})
export type BookingView = z.infer<typeof BookingView>

/** A booking with all its content. Actions return it without, because they change none of it. */
export const BookingDetails = z.extend(BookingView, bookingContent)
export type BookingDetails = z.infer<typeof BookingDetails>

/** A booking as a card, for example in a chat: state, deadlines and allowed actions. */
export const BookingCard = z.extend(BookingSummary, {
  awaitingParty: z.nullable(Side),
  /** Another job occupies the slot: accepting would be refused. */
  slotTaken: z.boolean(),
  pendingProposal: z.nullable(RescheduleProposal),
  etaAt: z.nullable(Instant),
  autoConfirmAt: z.nullable(Instant),
  /** Starting work requires the customer's four-digit code. */
  asksStartCode: z.boolean(),
  allowedActions: z.array(BookingAction),
})
export type BookingCard = z.infer<typeof BookingCard>

export const listBookingCards = cardsOf('bookings', BookingCard, bookingCardsMax, 'MAX_BOOKINGS_PER_QUERY')

/** Filters shared by the list and the export. The list's counts apply all of them except the status. */
export const bookingChoice = {
  status: z.optional(commaList(BookingStatus)),
  /** Bookings that end after `from` and start before `to`. */
  from: z.optional(Instant),
  to: z.optional(Instant),
  /** Bookings with this customer. */
  customerId: z.optional(CustomerId),
  /** Bookings of this trade. */
  serviceCategory: z.optional(ServiceType),
  /** Words in reference, title or customer name, ignoring accents. At most a thousand matches are counted. */
  q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
}

export const listBookings = operation({
  name: 'bookings.list',
  method: 'GET',
  path: '/v2/bookings',
  audience: 'provider',
  summary:
    'List bookings by start, latest first unless sorted. meta carries nextCursor, total, countsByStatus and atLeast.',
  query: z.object({
    ...pageQuery,
    /** `startAt` lists the soonest first; what has no value is first when ascending. A cursor is valid only for the order it was created in. */
    sort: z._default(z.enum(bookingSorts), '-startAt'),
    ...bookingChoice,
  }),
  returns: z.array(BookingListEntry),
})

const bookingParams = z.object({ id: BookingId })

export const getBooking = operation({
  name: 'bookings.get',
  method: 'GET',
  path: '/v2/bookings/:id',
  audience: 'provider',
  summary: 'Get a booking with all its parts and allowedActions.',
  params: bookingParams,
  returns: BookingDetails,
  errors: ['NOT_FOUND'],
})

export const getBookingTimeline = timelineOf('bookings', '/v2/bookings', 'a booking', bookingParams)
