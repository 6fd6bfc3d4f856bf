import * as z from 'zod/mini'
import { SlotView, WallTime, Weekday, weekdays } from '../availability/availability.ts'
import { Location, Price, TimelineEntry } from './index.ts'
import { CancelReason, Side } from './cancellations.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, Day, idOf, Instant, line, MAX_INTEGER, prose, UserId } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { CustomerCard } from '../accounts/profile.ts'

/** The same job again and again: one agreement, many visits. */

export const seriesStatuses = ['PENDING', 'ACTIVE', 'ENDED', 'CANCELLED'] as const
export const SeriesStatus = z.enum(seriesStatuses)
export type SeriesStatus = z.infer<typeof SeriesStatus>

/** Whoever did not propose it may accept or decline it, and whoever did may withdraw it: guards beside the table. */
export const seriesFlow = flow(seriesStatuses, ['PENDING'], {
  accept: { from: ['PENDING'], to: 'ACTIVE', by: ['PROVIDER', 'CUSTOMER'] },
  decline: { from: ['PENDING'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  withdraw: { from: ['PENDING'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  expire: { from: ['PENDING'], to: 'CANCELLED', by: ['SYSTEM'] },
  edit: { from: ['ACTIVE'], to: 'ACTIVE', by: ['PROVIDER'] },
  cancel: { from: ['ACTIVE'], to: 'CANCELLED', by: ['PROVIDER', 'CUSTOMER'] },
  end: { from: ['ACTIVE'], to: 'ENDED', by: ['SYSTEM'] },
})
export type SeriesAction = keyof typeof seriesFlow.transitions
export const SeriesAction = z.enum(Object.keys(seriesFlow.transitions) as [SeriesAction, ...SeriesAction[]])

export const SeriesId = idOf('ser')

/** How many visits a series has at most, and at least. */
export const SERIES_COUNT = { min: 2, max: 52 } as const
/** How far ahead a series may reach, and no further. */
export const SERIES_MONTHS = 12
const COUNT = `Repeat ${SERIES_COUNT.min} to ${SERIES_COUNT.max} times.`

export const RecurrenceRule = z
  .object({
    freq: z.enum(['DAILY', 'WEEKLY', 'MONTHLY'], 'Choose how often it repeats.'),
    interval: z._default(
      z.int('Repeat every 1 to 12.').check(z.gte(1, 'Repeat every 1 to 12.'), z.lte(12, 'Repeat every 1 to 12.')),
      1,
    ),
    /** The days of a week, for WEEKLY alone; that of the first visit unless given. */
    byDay: z._default(z.array(Weekday).check(z.maxLength(weekdays.length)), []),
    count: z.optional(z.int(COUNT).check(z.gte(SERIES_COUNT.min, COUNT), z.lte(SERIES_COUNT.max, COUNT))),
    /** The last date there may be a visit on. */
    until: z.optional(Day),
  })
  .check(
    z.refine(({ count, until }) => (count === undefined) !== (until === undefined), {
      error: 'Say how many times, or until when.',
      path: ['count'],
    }),
    z.refine(({ freq, byDay }) => freq === 'WEEKLY' || byDay.length === 0, {
      error: 'Choose days for weekly visits only.',
      path: ['byDay'],
    }),
    z.refine(({ byDay }) => new Set(byDay).size === byDay.length, { error: 'Name each day once.', path: ['byDay'] }),
  )
export type RecurrenceRule = z.infer<typeof RecurrenceRule>

const zone = z.string('Choose a time zone.').check(
  z.refine((value) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
    } catch {
      return false
    }
  }, 'Use an IANA time zone, for example Africa/Lagos.'),
)
const durationMinutes = z.int().check(z.gte(15, 'At least 15 minutes.'), z.lte(1440, 'At most 24 hours.'))

/** When the visits are: by the clock on the wall, whatever becomes of it over the year. */
const timing = {
  rule: RecurrenceRule,
  /** The date of the first visit, or from which on it is looked for. */
  startsOn: Day,
  localStart: WallTime,
  durationMinutes,
  timeZone: z.optional(zone),
}

export const Occurrence = z.object({
  index: z.int(),
  startAt: Instant,
  endAt: Instant,
  /** PLANNED until it is near enough to be a booking. */
  status: z.enum(['PLANNED', 'BOOKED', 'SKIPPED', 'CANCELLED']),
  /** Moved or begun by itself: edits of the series leave it alone. */
  detached: z.boolean(),
  bookingId: z.nullable(BookingId),
})
export type Occurrence = z.infer<typeof Occurrence>

export const PreviewedOccurrence = z.object({
  index: z.int(),
  startAt: Instant,
  endAt: Instant,
  status: z.enum(['FREE', 'CONFLICT', 'OFF_HOURS']),
  /** Another time near it, where it is not free. */
  suggestion: z.nullable(SlotView),
})
export type PreviewedOccurrence = z.infer<typeof PreviewedOccurrence>

export const ConflictPolicy = z.enum(['FAIL', 'SKIP', 'MOVE_TO_SUGGESTION'], 'Choose what to do with them.')
export type ConflictPolicy = z.infer<typeof ConflictPolicy>

export const BookingSeries = z.object({
  id: SeriesId,
  providerId: UserId,
  customer: CustomerCard,
  status: SeriesStatus,
  createdBy: Side,
  awaitingParty: z.nullable(Side),
  title: z.string(),
  description: z.string(),
  serviceCategory: z.nullable(ServiceType),
  city: z.string(),
  price: Price,
  rule: RecurrenceRule,
  startsOn: Day,
  localStart: z.string(),
  durationMinutes: z.int(),
  timeZone: z.string(),
  conflictPolicy: ConflictPolicy,
  /** Indexes of the visits the rule names and the series does not have. */
  exceptions: z.array(z.int()),
  occurrences: z.array(Occurrence),
  respondBy: z.nullable(Instant),
  /** The request for its first visit, where a customer asked for it: whatever is answered to that is answered to all. */
  headBookingId: z.nullable(BookingId),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  allowedActions: z.array(SeriesAction),
})
export type BookingSeries = z.infer<typeof BookingSeries>

/** Exactly what a change of a series touched: nothing else of it is other than before. */
export const SeriesChange = z.object({
  series: BookingSeries,
  changed: z.object({
    /** Bookings that were made, moved, edited or cancelled. */
    bookingIds: z.array(BookingId),
    /** Visits, by their index. */
    occurrences: z.array(z.int()),
    /** Those that stayed as they were because they were moved, begun or done by themselves. */
    keptOccurrences: z.array(z.int()),
  }),
})
export type SeriesChange = z.infer<typeof SeriesChange>

export const previewSeries = operation({
  name: 'series.preview',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/booking-series/preview',
  audience: 'provider',
  summary: 'Every visit a series would have, each checked against the schedule. Changes nothing.',
  body: z.object(timing),
  returns: z.array(PreviewedOccurrence),
  errors: [],
})

/** What a series is about, whoever asks for it. */
export const seriesDraft = {
  ...timing,
  title: line(3, 120, 'Use 3 to 120 characters for the title.'),
  description: z._default(prose(0, 5000, 'Use at most 5,000 characters.'), ''),
  serviceCategory: z.optional(ServiceType),
  location: Location,
  price: z._default(Price, { model: 'TO_QUOTE' }),
  conflictPolicy: ConflictPolicy,
}

export const createSeries = operation({
  name: 'series.create',
  method: 'POST',
  path: '/v2/booking-series',
  audience: 'provider',
  summary: 'Propose a series of visits to a customer I have worked with. The customer answers it as a whole.',
  body: z.object({ ...seriesDraft, customerId: CustomerId }),
  status: 201,
  returns: BookingSeries,
  errors: ['NOT_FOUND', 'SERIES_CONFLICT'],
})

export const listSeries = operation({
  name: 'series.list',
  method: 'GET',
  path: '/v2/booking-series',
  audience: 'provider',
  summary: 'Series, newest first, without their visits: all, or those of a customer or a state.',
  query: z.object({ customerId: z.optional(CustomerId), status: z.optional(SeriesStatus) }),
  returns: z.array(z.omit(BookingSeries, { occurrences: true, exceptions: true })),
  errors: [],
})

/** Which series a call is about. */
export const seriesParams = z.object({ id: SeriesId })
const params = seriesParams

export const getSeries = operation({
  name: 'series.get',
  method: 'GET',
  path: '/v2/booking-series/:id',
  audience: 'provider',
  summary: 'One series with its visits.',
  params,
  returns: BookingSeries,
  errors: ['NOT_FOUND'],
})

const version = z.optional(z.int())

export const getSeriesTimeline = operation({
  name: 'series.timeline',
  method: 'GET',
  path: '/v2/booking-series/:id/timeline',
  audience: 'provider',
  summary: 'What happened to a series as a whole, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

/** Which visits a change is about: one, that and all after it, or all to come. */
export const SeriesScope = z.enum(['THIS', 'THIS_AND_FUTURE', 'ALL'], 'Choose which visits.')
export type SeriesScope = z.infer<typeof SeriesScope>

/** The visits of a change, named the same way by both sides. */
export const seriesScope = {
  version,
  scope: SeriesScope,
  /** The visit it starts from; needed unless all are meant. */
  index: z.optional(z.int().check(z.gte(0), z.lte(MAX_INTEGER))),
}
export const needsIndex = z.refine<{ scope: SeriesScope; index?: number | undefined }>(
  ({ scope, index }) => scope === 'ALL' || index !== undefined,
  { error: 'Choose a visit.', path: ['index'] },
)

/** Each visit that is a booking is cancelled for this reason, on the terms its preview would show now. */
export const seriesCancelling = {
  reasonCode: CancelReason,
  note: z.optional(prose(0, 500, 'Use at most 500 characters.')),
}

/** What an edit changes of the time; the rest is the same for every visit. */
const newTime = {
  localStart: z.optional(WallTime),
  durationMinutes: z.optional(durationMinutes),
}

export const previewSeriesEdit = operation({
  name: 'series.previewEdit',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/booking-series/:id/edit-preview',
  audience: 'provider',
  summary: 'Every visit an edit would touch, at the time it would have, checked against the schedule. Changes nothing.',
  params,
  body: z.object({ scope: SeriesScope, index: seriesScope.index, ...newTime }).check(needsIndex),
  returns: z.object({
    occurrences: z.array(PreviewedOccurrence),
    /** Visits in the scope that would stay as they are because they were moved, begun or done by themselves. */
    keptOccurrences: z.array(z.int()),
  }),
  errors: ['NOT_FOUND'],
})

export const editSeries = operation({
  name: 'series.edit',
  method: 'PATCH',
  path: '/v2/booking-series/:id',
  audience: 'provider',
  summary: 'Change visits of a series that are still to come; answers exactly which.',
  params,
  body: z
    .object({
      ...seriesScope,
      title: z.optional(seriesDraft.title),
      description: z.optional(prose(0, 5000, 'Use at most 5,000 characters.')),
      ...newTime,
    })
    .check(needsIndex),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'SERIES_CONFLICT'],
})

export const cancelSeries = operation({
  name: 'series.cancel',
  method: 'POST',
  path: '/v2/booking-series/:id/cancel',
  audience: 'provider',
  summary: 'Cancel visits of a series that are still to come; answers exactly which.',
  params,
  body: z.object({ ...seriesScope, ...seriesCancelling }).check(needsIndex),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})
