import * as z from 'zod/mini'
import { BookingStatus } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { BookingId, CustomerId, Day, Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { SlotView } from './availability.ts'

/** A provider's schedule for a range of dates. */

export const CALENDAR_DAYS = 62

const CalendarBooking = z.object({
  id: BookingId,
  reference: z.string(),
  status: BookingStatus,
  title: z.string(),
  customerId: CustomerId,
  customerName: LocalizedText,
  customerAvatar: z.nullable(z.string()),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
  city: z.string(),
  /** Street and city; the city only until confirmation. */
  address: z.string(),
  /** Position of the job; accurate to about a kilometre until confirmation. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  seriesId: z.nullable(z.string()),
  occurrenceIndex: z.nullable(z.int()),
  /** Why the provider allowed it to overlap. */
  overlapReason: z.nullable(z.string()),
  version: z.int(),
  /** A request that awaits the provider's answer. */
  canAccept: z.boolean(),
  /** The provider may propose another time. */
  canMove: z.boolean(),
  /** Estimated travel from the job before on the same day, or from the base. Null where a position is unknown. */
  travelMinutes: z.nullable(z.int()),
  /** Travel takes longer than the time since the job before. */
  isTight: z.boolean(),
  /** When to leave to arrive within the arrival window. Null without known travel, and once travel has started. */
  leaveBy: z.nullable(Instant),
})
export type CalendarBooking = z.infer<typeof CalendarBooking>

/** A visit of a series that has no booking yet. */
const CalendarOccurrence = z.object({
  seriesId: z.string(),
  index: z.int(),
  title: z.string(),
  customerName: z.string(),
  customerAvatar: z.nullable(z.string()),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
})

const CalendarBlock = z.object({ id: z.string(), title: z.string(), startAt: Instant, endAt: Instant })

export const CalendarView = z.object({
  timeZone: z.string(),
  /** Where the working day starts. */
  base: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  bookings: z.array(CalendarBooking),
  occurrences: z.array(CalendarOccurrence),
  /** Slots held for proposals and offers. `id` is the booking's or, without one, the offer's. */
  holds: z.array(
    z.extend(CalendarBlock, {
      kind: z.enum(['PROPOSAL', 'OFFER']),
      reference: z.string(),
      customerName: z.nullable(z.string()),
      customerAvatar: z.nullable(z.string()),
    }),
  ),
  timeOff: z.array(CalendarBlock),
  /** Busy times of external calendars. `id` is the calendar's. */
  external: z.array(CalendarBlock),
  /** Load and capacity of each date, in the provider's time zone. `hours` are the working hours, in order. */
  days: z.array(z.object({ date: Day, loadMinutes: z.int(), workingMinutes: z.int(), hours: z.array(SlotView) })),
  /** Confirmed but unscheduled bookings, whatever the range; the longest waiting first, at most 50. */
  unscheduled: z.array(
    z.object({
      id: BookingId,
      title: z.string(),
      customerName: z.string(),
      customerAvatar: z.nullable(z.string()),
      city: z.string(),
      durationMinutes: z.int(),
    }),
  ),
})
export type CalendarView = z.infer<typeof CalendarView>

export const getCalendar = operation({
  name: 'calendar.get',
  method: 'GET',
  path: '/v2/calendar',
  audience: 'provider',
  summary: `List bookings, upcoming visits, holds, time off, external events, hours and load of each day, and unscheduled bookings, for at most ${CALENDAR_DAYS} days.`,
  query: z.object({ from: Instant, to: Instant }).check(
    z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      error: issueText('END_BEFORE_START'),
      path: ['to'],
    }),
    z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS * 86_400_000, {
      error: issueText('MAX_DAYS_PER_QUERY', { max: CALENDAR_DAYS }),
      path: ['to'],
    }),
  ),
  returns: CalendarView,
})

const CalendarLink = z.object({
  isActive: z.boolean(),
  createdAt: z.nullable(Instant),
  /** The address with its token. Returned on creation only: the token is stored as a hash. */
  url: z.nullable(z.string()),
})
export type CalendarLink = z.infer<typeof CalendarLink>

export const getCalendarLink = operation({
  name: 'calendar.feed.get',
  method: 'GET',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Get the state of the calendar link for other programs.',
  returns: CalendarLink,
})

export const createCalendarLink = operation({
  name: 'calendar.feed.create',
  method: 'POST',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Create a calendar link for other programs. An earlier link stops working.',
  body: z.object({}),
  status: 201,
  returns: CalendarLink,
})

export const revokeCalendarLink = operation({
  name: 'calendar.feed.revoke',
  method: 'DELETE',
  path: '/v2/calendar/feed',
  audience: 'provider',
  summary: 'Delete the calendar link.',
  returns: CalendarLink,
})

export const readCalendarLink = operation({
  name: 'calendar.feed.read',
  method: 'GET',
  path: '/v2/calendar/feed.ics',
  audience: 'public',
  summary:
    "Get the calendar a link's token opens. Street addresses are included only from one day before a job until one day after it.",
  query: z.object({ token: z._default(z.string().check(z.maxLength(100)), '') }),
  returns: z.unknown(),
  produces: 'text/calendar',
  errors: ['NOT_FOUND'],
})
