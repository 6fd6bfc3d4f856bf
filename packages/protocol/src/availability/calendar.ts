import * as z from 'zod/mini'
import { BookingStatus } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, Day, Instant } from '../core/values.ts'

/** A stretch of a provider's diary, everything that stands in it. */

export const CALENDAR_DAYS = 62

const CalendarBooking = z.object({
  id: BookingId,
  reference: z.string(),
  status: BookingStatus,
  title: z.string(),
  customerId: CustomerId,
  customerName: z.string(),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
  city: z.string(),
  seriesId: z.nullable(z.string()),
  occurrenceIndex: z.nullable(z.int()),
  /** Why it may stand where another stands. */
  overlapReason: z.nullable(z.string()),
  version: z.int(),
})
export type CalendarBooking = z.infer<typeof CalendarBooking>

/** A visit of a series that is not a booking yet. */
const CalendarOccurrence = z.object({
  seriesId: z.string(),
  index: z.int(),
  title: z.string(),
  customerName: z.string(),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
})

const CalendarBlock = z.object({ id: z.string(), title: z.string(), startAt: Instant, endAt: Instant })

export const CalendarView = z.object({
  timeZone: z.string(),
  bookings: z.array(CalendarBooking),
  occurrences: z.array(CalendarOccurrence),
  /** Time that is promised: a proposal's slots, an offer's. `id` is that of the booking or, without one, of the offer. */
  holds: z.array(
    z.extend(CalendarBlock, {
      kind: z.enum(['PROPOSAL', 'OFFER']),
      reference: z.string(),
      customerName: z.nullable(z.string()),
    }),
  ),
  timeOff: z.array(CalendarBlock),
  /** When other calendars are busy; `id` is the calendar's. */
  external: z.array(CalendarBlock),
  /** Each date of the stretch in the provider's zone, with what is worked on it and what could be. */
  days: z.array(z.object({ date: Day, loadMinutes: z.int(), workingMinutes: z.int() })),
})
export type CalendarView = z.infer<typeof CalendarView>

export const getCalendar = operation({
  name: 'calendar.get',
  method: 'GET',
  path: '/v2/calendar',
  audience: 'provider',
  summary: `Bookings, visits to come, holds, time off, other calendars and the load of each day, at most ${CALENDAR_DAYS} days.`,
  query: z.object({ from: Instant, to: Instant }).check(
    z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      error: 'Choose an end after the start.',
      path: ['to'],
    }),
    z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS * 86_400_000, {
      error: `Ask for at most ${CALENDAR_DAYS} days at once.`,
      path: ['to'],
    }),
  ),
  returns: CalendarView,
  errors: [],
})

const CalendarFeed = z.object({
  isActive: z.boolean(),
  createdAt: z.nullable(Instant),
  /** The address with its token, on making it only: what is kept does not tell it again. */
  url: z.nullable(z.string()),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const getCalendarFeed = operation({
  name: 'calendar.feed.get',
  method: 'GET',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Whether other programs may read the calendar by an address.',
  returns: CalendarFeed,
  errors: [],
})

export const createCalendarFeed = operation({
  name: 'calendar.feed.create',
  method: 'POST',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Make an address for other programs to read the calendar by. One made before stops working.',
  body: z.object({}),
  status: 201,
  returns: CalendarFeed,
  errors: [],
})

export const revokeCalendarFeed = operation({
  name: 'calendar.feed.revoke',
  method: 'DELETE',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Let nobody read the calendar by its address any more.',
  returns: CalendarFeed,
  errors: [],
})

export const readCalendarFeed = operation({
  name: 'calendar.feed.read',
  method: 'GET',
  path: '/v2/calendar/feed.ics',
  audience: 'public',
  summary: 'The calendar a token opens, for other programs: streets only from a day before until a day after.',
  query: z.object({ token: z._default(z.string().check(z.maxLength(100)), '') }),
  returns: z.unknown(),
  produces: 'text/calendar',
  errors: ['NOT_FOUND'],
})
