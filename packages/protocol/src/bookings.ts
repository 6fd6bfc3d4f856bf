import * as z from 'zod/mini'
import { bookingContent } from './booking-content.ts'
import { flow } from './core/flow.ts'
import { operation } from './core/operation.ts'
import { BookingId, commaList, CustomerId, Instant, line, Money, pageQuery, prose } from './core/values.ts'
import { ServiceType } from './fields.ts'
import { CustomerCard } from './profile.ts'

/** Bookings: a customer's request and the job it becomes (domain §5). */

export const bookingStatuses = ['REQUESTED', 'CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const
export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

/**
 * The rows of domain §5's table that exist so far (B2–B5). Whoever is awaited may answer a request; whoever made it may
 * withdraw it: that finer rule is a guard beside the table.
 */
export const bookingFlow = flow(bookingStatuses, ['REQUESTED'], {
  accept: { from: ['REQUESTED'], to: 'CONFIRMED', by: ['PROVIDER', 'CUSTOMER'] },
  decline: { from: ['REQUESTED'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
  expire: { from: ['REQUESTED'], to: 'EXPIRED', by: ['SYSTEM'] },
  withdraw: { from: ['REQUESTED'], to: 'CANCELLED', by: ['CUSTOMER'] },
})

export const BookingAction = z.enum(['accept', 'decline', 'expire', 'withdraw'])
export type BookingAction = z.infer<typeof BookingAction>

export const declineReasons = [
  'NOT_AVAILABLE',
  'TOO_FAR',
  'OUTSIDE_SKILLS',
  'PRICE_TOO_LOW',
  'NOT_ENOUGH_DETAIL',
  'SAFETY_CONCERN',
  'DUPLICATE',
  'OTHER',
] as const
export const DeclineReason = z.enum(declineReasons, 'Choose a reason.')
export type DeclineReason = z.infer<typeof DeclineReason>

/** Where the work is. Until a booking is confirmed a provider sees the city only (domain §5). */
export const Location = z.object({
  line1: line(3, 200, 'Enter the street address.'),
  line2: z.optional(line(0, 200, 'Use at most 200 characters.')),
  city: line(2, 80, 'Enter the city.'),
  state: z.optional(line(0, 80, 'Use at most 80 characters.')),
  country: z.string('Choose a country.').check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  postalCode: z.optional(line(0, 20, 'Use at most 20 characters.')),
  lat: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  lng: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  accessNotes: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')),
})
export type Location = z.infer<typeof Location>

export const Price = z
  .object({
    model: z.enum(['FIXED', 'HOURLY', 'TO_QUOTE']),
    /** The price or the hourly rate. Absent for TO_QUOTE. */
    amount: z.optional(Money),
  })
  .check(
    z.refine(({ model, amount }) => model === 'TO_QUOTE' || amount !== undefined, {
      error: 'Enter the price.',
      path: ['amount'],
    }),
    z.refine(({ model, amount }) => model !== 'TO_QUOTE' || amount === undefined, {
      error: 'Leave the price out until it is quoted.',
      path: ['amount'],
    }),
    z.refine(({ amount }) => (amount?.amount ?? 0) >= 0, { error: 'A price cannot be negative.', path: ['amount'] }),
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
    name: z.string(),
  }),
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** A row of the list: what a provider needs to decide which one to open. */
export const BookingSummary = z.object({
  id: BookingId,
  reference: z.string(),
  status: BookingStatus,
  title: z.string(),
  serviceCategory: z.nullable(ServiceType),
  customer: CustomerCard,
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
  city: z.string(),
  price: Price,
  respondBy: z.nullable(Instant),
  version: z.int(),
  createdAt: Instant,
})
export type BookingSummary = z.infer<typeof BookingSummary>

export const BookingView = z.extend(BookingSummary, {
  description: z.string(),
  durationMinutes: z.int(),
  awaitingParty: z.nullable(z.enum(['PROVIDER', 'CUSTOMER'])),
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
  }),
  /** Another job stands in this request's time: accepting it would be refused. */
  slotTaken: z.boolean(),
  confirmedAt: z.nullable(Instant),
  declined: z.nullable(z.object({ reasonCode: DeclineReason, note: z.nullable(z.string()) })),
  updatedAt: Instant,
  allowedActions: z.array(BookingAction),
})
export type BookingView = z.infer<typeof BookingView>

/** The booking with what gathered on it; the moves answer without, since they change none of it. */
export const BookingDetails = z.extend(BookingView, bookingContent)
export type BookingDetails = z.infer<typeof BookingDetails>

/** Writes may name the version they were decided on; a stale one is refused (domain §0). */
const version = z.optional(z.int())

export const listBookings = operation({
  name: 'bookings.list',
  method: 'GET',
  path: '/v2/bookings',
  audience: 'provider',
  summary: 'Bookings by start, latest first unless sorted; meta carries nextCursor, total and countsByStatus.',
  query: z.object({
    ...pageQuery,
    /** `startAt`: soonest first. A cursor holds for the order it was handed out in. */
    sort: z._default(z.enum(['startAt', '-startAt']), '-startAt'),
    status: z.optional(commaList(BookingStatus)),
    /** Bookings that end after `from` and begin before `to`; counts are then of these alone. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    /** Those with one customer; counts likewise. */
    customerId: z.optional(CustomerId),
    q: z.optional(z.string().check(z.minLength(2, 'Type at least 2 characters.'), z.maxLength(100))),
  }),
  returns: z.array(BookingSummary),
  errors: [],
})

const bookingParams = z.object({ id: BookingId })

export const getBooking = operation({
  name: 'bookings.get',
  method: 'GET',
  path: '/v2/bookings/:id',
  audience: 'provider',
  summary: 'One booking with all that gathered on it and what the caller may do.',
  params: bookingParams,
  returns: BookingDetails,
  errors: ['NOT_FOUND'],
})

export const getBookingTimeline = operation({
  name: 'bookings.timeline',
  method: 'GET',
  path: '/v2/bookings/:id/timeline',
  audience: 'provider',
  summary: 'What happened to a booking, oldest first.',
  params: bookingParams,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

export const acceptBooking = operation({
  name: 'bookings.accept',
  method: 'POST',
  path: '/v2/bookings/:id/accept',
  audience: 'provider',
  summary: 'Accept a request (B2). Refused once the slot is taken or the time to answer has passed.',
  params: bookingParams,
  body: z.object({ version }),
  returns: BookingView,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'SLOT_CONFLICT', 'REQUEST_EXPIRED'],
})

export const declineBooking = operation({
  name: 'bookings.decline',
  method: 'POST',
  path: '/v2/bookings/:id/decline',
  audience: 'provider',
  summary: 'Decline a request (B3) with a reason.',
  params: bookingParams,
  body: z.object({
    version,
    reasonCode: DeclineReason,
    note: z.optional(prose(0, 500, 'Use at most 500 characters.')),
  }),
  returns: BookingView,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REQUEST_EXPIRED'],
})
