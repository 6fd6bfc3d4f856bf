import { DAY_MS } from '../core/durations.ts'
import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { operation } from '../core/operation.ts'
import { BookingId, Day, idOf, Instant, line, prose, TimeZone, UserId } from '../core/values.ts'
import { issueText, type IssueMessageCode } from '../core/issue-text.ts'
import { weekdays, bookingModes } from './constants.ts'

/** Working hours, booking rules and slot checks. */

export const Weekday = z.enum(weekdays, issueText('DAY_REQUIRED'))
export type Weekday = z.infer<typeof Weekday>

const TIME = issueText('TIME_INVALID')
/** Wall-clock time in the provider's time zone. `24:00` ends a day. */
export const WallTime = z.string(TIME).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME))
const Interval = z.object({
  from: WallTime,
  to: z.string(TIME).check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, TIME)),
})
export type Interval = z.infer<typeof Interval>

/** Whether every interval ends after it starts, on the same day, and none overlaps another. */
export function intervalsAreApart(intervals: readonly Interval[]): boolean {
  const sorted = [...intervals].sort((one, other) => one.from.localeCompare(other.from))
  return sorted.every(({ from, to }, index) => from < to && (sorted[index + 1]?.from ?? to) >= to)
}

const Intervals = z
  .array(Interval)
  .check(z.maxLength(3, issueText('MAX_HOURS_PER_DAY')), z.refine(intervalsAreApart, issueText('HOURS_OVERLAP')))

const uniqueWeekdays = (key: 'day' | 'date') => (items: readonly Record<string, unknown>[]) =>
  new Set(items.map((item) => item[key])).size === items.length

const Weekly = z
  .array(z.object({ day: Weekday, intervals: Intervals }))
  .check(z.maxLength(7), z.refine(uniqueWeekdays('day'), issueText('DAYS_REPEATED')))

/** Special hours on one date, or a closed day. */
const Override = z
  .object({
    date: Day,
    intervals: z.optional(Intervals),
    closed: z.optional(z.boolean()),
    note: z.optional(line(0, 200, issueText('MAX_CHARACTERS'))),
  })
  .check(
    z.refine(({ intervals, closed }) => (closed === true) !== Boolean(intervals?.length), {
      error: issueText('DATE_HOURS_REQUIRED'),
      path: ['intervals'],
    }),
  )

const intBetween = (min: number, max: number, code: IssueMessageCode) => {
  const message = issueText(code, { min, max })
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
}

const settings = {
  timeZone: TimeZone,
  weekly: Weekly,
  overrides: z
    .array(Override)
    .check(z.maxLength(200, issueText('MAX_DATES')), z.refine(uniqueWeekdays('date'), issueText('DATES_REPEATED'))),
  bufferBeforeMinutes: intBetween(0, 240, 'MINUTES_RANGE'),
  bufferAfterMinutes: intBetween(0, 240, 'MINUTES_RANGE'),
  minNoticeMinutes: intBetween(0, 20_160, 'MINUTES_RANGE'),
  maxHorizonDays: intBetween(1, 365, 'DAYS_RANGE'),
  maxBookingsPerDay: z.nullable(intBetween(1, 20, 'BOOKINGS_RANGE')),
  slotIntervalMinutes: z.literal([15, 30, 60], issueText('SLOT_INTERVAL_INVALID')),
  serviceRadiusKm: z.nullable(intBetween(1, 200, 'RADIUS_RANGE')),
  /** Where the service radius and the working day start. */
  base: z.nullable(
    z.object({ lat: z.number().check(z.gte(-90), z.lte(90)), lng: z.number().check(z.gte(-180), z.lte(180)) }),
  ),
  bookingMode: z.enum(bookingModes, issueText('BOOKING_MODE_REQUIRED')),
  holdRequests: z.boolean(),
  pausedUntil: z.nullable(Instant),
  pauseMessage: z.nullable(prose(0, 500, issueText('MAX_CHARACTERS'))),
}

/** Defaults until a provider saves working hours. */
export const availabilityDefaults = {
  weekly: [],
  overrides: [],
  bufferBeforeMinutes: 15,
  bufferAfterMinutes: 15,
  minNoticeMinutes: 120,
  maxHorizonDays: 60,
  maxBookingsPerDay: null,
  slotIntervalMinutes: 30,
  serviceRadiusKm: null,
  base: null,
  bookingMode: 'REQUEST',
  holdRequests: true,
  pausedUntil: null,
  pauseMessage: null,
} as const satisfies Partial<AvailabilitySettings>

const AvailabilitySettings = z.object(settings)
export type AvailabilitySettings = z.infer<typeof AvailabilitySettings>

/** A booking that a change of hours leaves outside them. */
const AffectedBooking = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  status: z.string(),
  customerName: z.string(),
  startAt: Instant,
  endAt: Instant,
})
export type AffectedBooking = z.infer<typeof AffectedBooking>

export const Availability = z.extend(AvailabilitySettings, {
  /** False until hours were saved once: customers are offered no slots, and no warnings about hours are shown. */
  isSet: z.boolean(),
  version: z.int(),
  updatedAt: z.nullable(Instant),
  /** Bookings this change left outside the hours and what was done about them. Empty when reading. */
  affected: z.array(AffectedBooking),
})
export type Availability = z.infer<typeof Availability>

/** The choice about bookings outside the new hours. */
const affectedBookingFields = z.optional(z.enum(['KEEP', 'PROPOSE_NEW_TIMES'], issueText('AFFECTED_CHOICE_REQUIRED')))

export const getAvailability = operation({
  name: 'availability.get',
  method: 'GET',
  path: '/v2/availability',
  audience: 'provider',
  summary: 'Get working hours and booking rules.',
  returns: Availability,
})

const { weekly, overrides, timeZone, ...rest } = settings

export const putAvailability = operation({
  name: 'availability.put',
  method: 'PUT',
  path: '/v2/availability',
  audience: 'provider',
  summary:
    'Replace working hours and booking rules. Fields left out return to their defaults. Requires onAffected when bookings would fall outside the hours.',
  body: z.object({
    timeZone: z.optional(timeZone),
    weekly,
    overrides: z._default(overrides, []),
    bufferBeforeMinutes: z._default(rest.bufferBeforeMinutes, availabilityDefaults.bufferBeforeMinutes),
    bufferAfterMinutes: z._default(rest.bufferAfterMinutes, availabilityDefaults.bufferAfterMinutes),
    minNoticeMinutes: z._default(rest.minNoticeMinutes, availabilityDefaults.minNoticeMinutes),
    maxHorizonDays: z._default(rest.maxHorizonDays, availabilityDefaults.maxHorizonDays),
    maxBookingsPerDay: z._default(rest.maxBookingsPerDay, null),
    slotIntervalMinutes: z._default(rest.slotIntervalMinutes, availabilityDefaults.slotIntervalMinutes),
    serviceRadiusKm: z._default(rest.serviceRadiusKm, null),
    base: z._default(rest.base, null),
    bookingMode: z._default(rest.bookingMode, availabilityDefaults.bookingMode),
    holdRequests: z._default(rest.holdRequests, availabilityDefaults.holdRequests),
    pausedUntil: z._default(rest.pausedUntil, null),
    pauseMessage: z._default(rest.pauseMessage, null),
    onAffected: affectedBookingFields,
    version: z.optional(z.int()),
  }),
  returns: Availability,
  errors: ['VERSION_CONFLICT', 'BOOKINGS_AFFECTED'],
})

export const TimeOffId = idOf('tof')
export const TimeOff = z.object({
  id: TimeOffId,
  startAt: Instant,
  endAt: Instant,
  reason: z.nullable(z.string()),
  createdAt: Instant,
})
export type TimeOff = z.infer<typeof TimeOff>

export const listTimeOff = operation({
  name: 'timeOff.list',
  method: 'GET',
  path: '/v2/availability/time-off',
  audience: 'provider',
  summary: 'List time off that has not ended, soonest first.',
  returns: z.array(TimeOff),
})

export const createTimeOff = operation({
  name: 'timeOff.create',
  method: 'POST',
  path: '/v2/availability/time-off',
  audience: 'provider',
  summary: 'Add time off. onAffected decides about bookings within it.',
  body: z
    .object({
      startAt: Instant,
      endAt: Instant,
      reason: z.optional(line(0, 200, issueText('MAX_CHARACTERS'))),
      onAffected: affectedBookingFields,
    })
    .check(
      z.refine(({ startAt, endAt }) => Date.parse(startAt) < Date.parse(endAt), {
        error: issueText('END_BEFORE_START'),
        path: ['endAt'],
      }),
    ),
  status: 201,
  returns: z.extend(TimeOff, { affected: z.array(AffectedBooking) }),
  errors: ['BOOKINGS_AFFECTED', 'TIME_OFF_LIMIT'],
})

export const deleteTimeOff = operation({
  name: 'timeOff.delete',
  method: 'DELETE',
  path: '/v2/availability/time-off/:id',
  audience: 'provider',
  summary: 'Delete time off.',
  params: z.object({ id: TimeOffId }),
  returns: z.object({ id: TimeOffId }),
  errors: ['NOT_FOUND'],
})

/** Slot warnings that a provider may override. */
export const slotWarnings = [
  'OUTSIDE_WORKING_HOURS',
  'TRAVEL_TOO_TIGHT',
  'PREVIOUS_JOB_RUNS_LATE',
  'DAILY_MAX',
  'SHORT_NOTICE',
  'OUT_OF_RADIUS',
  'HOLIDAY',
] as const
export const SlotWarningCode = z.enum(slotWarnings)
export const SlotWarning = z.object({
  code: SlotWarningCode,
  message: LocalizedText,
  /** The neighbouring job the warning is about, to open it. Null for other warnings. */
  bookingId: z.nullable(BookingId),
})
export type SlotWarning = z.infer<typeof SlotWarning>

export const SlotView = z.object({ startAt: Instant, endAt: Instant })
export type SlotView = z.infer<typeof SlotView>

/** Consent to conflicts of a write that takes a slot; spread into its body. */
export const slotConsent = {
  /** Allows overlapping own jobs and external calendars, with a reason. Time off can never be overlapped. */
  allowOverlap: z.optional(z.boolean()),
  overlapReason: z.optional(line(3, 200, issueText('OVERLAP_REASON_REQUIRED'))),
  acknowledge: z.optional(z.array(SlotWarningCode).check(z.maxLength(slotWarnings.length))),
}

export type SlotConsent = {
  allowOverlap?: boolean | undefined
  overlapReason?: string | undefined
  acknowledge?: readonly z.infer<typeof SlotWarningCode>[] | undefined
}

const minutes = z.coerce
  .number()
  .check(z.int(), z.gte(15, issueText('MIN_MINUTES')), z.lte(1440, issueText('MAX_HOURS', { max: 24 })))

/** Longest range of free slots per request, in days. */
export const SLOTS_DAYS = 62
const slotFields = z.object({ from: Instant, to: Instant, durationMinutes: z._default(minutes, 60) }).check(
  z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: issueText('END_BEFORE_START'),
    path: ['to'],
  }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= SLOTS_DAYS * DAY_MS, {
    error: issueText('MAX_DAYS_PER_QUERY', { max: SLOTS_DAYS }),
    path: ['to'],
  }),
)

export const listOwnSlots = operation({
  name: 'availability.slots',
  method: 'GET',
  path: '/v2/availability/slots',
  audience: 'provider',
  summary: "List the caller's own free slots, as customers are offered them.",
  query: slotFields,
  returns: z.array(SlotView),
})

/** One conflict with a slot. */
export const SlotConflict = z.object({
  kind: z.enum(['BOOKING', 'REQUEST', 'PROPOSAL', 'OFFER', 'SERIES', 'TIME_OFF', 'EXTERNAL']),
  id: z.string(),
  /** Empty for time off and external calendars. */
  reference: z.string(),
  /** Empty for time off without a reason and external events without a title. */
  title: z.string(),
  /** Customer of the conflicting job, request, offer or series. Null for time off and external calendars. */
  customerName: z.nullable(z.string()),
  /** Booking to open for it: the job itself, or the one a proposal moves. */
  bookingId: z.nullable(BookingId),
  startAt: Instant,
  endAt: Instant,
})
export type SlotConflict = z.infer<typeof SlotConflict>

export const checkSlot = operation({
  name: 'availability.check',
  method: 'GET',
  path: '/v2/availability/check',
  audience: 'provider',
  summary: 'Check a slot: list conflicts, warnings and up to three free alternatives. Changes nothing.',
  query: z.object({
    startAt: Instant,
    durationMinutes: minutes,
    /** The booking that would be moved there. Its own slot does not count as a conflict. */
    bookingId: z.optional(BookingId),
    lat: z.optional(z.coerce.number().check(z.gte(-90), z.lte(90))),
    lng: z.optional(z.coerce.number().check(z.gte(-180), z.lte(180))),
  }),
  returns: z.object({
    conflicts: z.array(SlotConflict),
    warnings: z.array(SlotWarning),
    suggestions: z.array(SlotView),
  }),
  errors: ['NOT_FOUND'],
})

export const listProviderSlots = operation({
  name: 'marketplace.providers.slots',
  method: 'GET',
  path: '/v2/marketplace/providers/:id/slots',
  audience: 'marketplace',
  scope: 'providers',
  summary: "List a provider's free slots, soonest first. Empty while the provider pauses or cannot be booked.",
  params: z.object({ id: UserId }),
  query: slotFields,
  returns: z.object({
    timeZone: z.string(),
    bookingMode: z.enum(bookingModes),
    pausedUntil: z.nullable(Instant),
    pauseMessage: z.nullable(z.string()),
    slots: z.array(SlotView),
  }),
  errors: ['NOT_FOUND'],
})
