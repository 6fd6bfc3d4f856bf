import * as z from 'zod/mini'
import { SlotView, WallTime, Weekday } from '../availability/availability.ts'
import { weekdays } from '../availability/constants.ts'
import { Location, Price, timelineOf } from './index.ts'
import { CancelReason, Side } from './cancellations.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import {
  BookingId,
  CustomerId,
  Day,
  idOf,
  Instant,
  line,
  MAX_INTEGER,
  prose,
  TimeZone,
  UserId,
} from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { issueText } from '../core/issue-text.ts'
import { SERIES_COUNT } from './constants.ts'

/** Recurring jobs: one agreement, many visits. */

export const seriesStatuses = ['PENDING', 'ACTIVE', 'ENDED', 'CANCELLED'] as const
export const SeriesStatus = z.enum(seriesStatuses)
export type SeriesStatus = z.infer<typeof SeriesStatus>

/** Guards beside the table: only the other side accepts or declines, only the proposer withdraws. */
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

const COUNT = issueText('REPEAT_COUNT', { min: SERIES_COUNT.min, max: SERIES_COUNT.max })

export const RecurrenceRule = z
  .object({
    freq: z.enum(['DAILY', 'WEEKLY', 'MONTHLY'], issueText('FREQUENCY_REQUIRED')),
    interval: z._default(
      z
        .int(issueText('REPEAT_INTERVAL', { min: 1, max: 12 }))
        .check(
          z.gte(1, issueText('REPEAT_INTERVAL', { min: 1, max: 12 })),
          z.lte(12, issueText('REPEAT_INTERVAL', { min: 1, max: 12 })),
        ),
      1,
    ),
    /** Weekdays, for WEEKLY only. Defaults to that of the first visit. */
    byDay: z._default(z.array(Weekday).check(z.maxLength(weekdays.length)), []),
    count: z.optional(z.int(COUNT).check(z.gte(SERIES_COUNT.min, COUNT), z.lte(SERIES_COUNT.max, COUNT))),
    /** Last possible date of a visit. */
    until: z.optional(Day),
  })
  .check(
    z.refine(({ count, until }) => (count === undefined) !== (until === undefined), {
      error: issueText('REPEAT_END_REQUIRED'),
      path: ['count'],
    }),
    z.refine(({ freq, byDay }) => freq === 'WEEKLY' || byDay.length === 0, {
      error: issueText('WEEKDAYS_NOT_WEEKLY'),
      path: ['byDay'],
    }),
    z.refine(({ byDay }) => new Set(byDay).size === byDay.length, {
      error: issueText('DAYS_REPEATED'),
      path: ['byDay'],
    }),
  )
export type RecurrenceRule = z.infer<typeof RecurrenceRule>

const durationMinutes = z
  .int()
  .check(z.gte(15, issueText('MIN_MINUTES')), z.lte(1440, issueText('MAX_HOURS', { max: 24 })))

/** Times of the visits, in wall-clock time across daylight saving changes. */
const timing = {
  rule: RecurrenceRule,
  /** Date of the first visit, or the date from which it is searched. */
  startsOn: Day,
  localStart: WallTime,
  durationMinutes,
  /** Defaults to that of the provider's hours, for a customer's request to that of the customer. */
  timeZone: z.optional(TimeZone),
}

export const Occurrence = z.object({
  index: z.int(),
  startAt: Instant,
  endAt: Instant,
  /** PLANNED until a booking is created for it. */
  status: z.enum(['PLANNED', 'BOOKED', 'SKIPPED', 'CANCELLED']),
  /** Changed individually or already started: edits of the series skip it. */
  detached: z.boolean(),
  bookingId: z.nullable(BookingId),
})
export type Occurrence = z.infer<typeof Occurrence>

export const PreviewedOccurrence = z.object({
  index: z.int(),
  startAt: Instant,
  endAt: Instant,
  status: z.enum(['FREE', 'CONFLICT', 'OFF_HOURS']),
  /** A free time nearby, if this one is not free. */
  suggestion: z.nullable(SlotView),
})
export type PreviewedOccurrence = z.infer<typeof PreviewedOccurrence>

export const ConflictPolicy = z.enum(['FAIL', 'SKIP', 'MOVE_TO_SUGGESTION'], issueText('AFFECTED_CHOICE_REQUIRED'))
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
  /** Indexes of visits in the rule that the series leaves out. */
  exceptions: z.array(z.int()),
  occurrences: z.array(Occurrence),
  respondBy: z.nullable(Instant),
  /** The booking request for the first visit, if a customer asked. Its answer applies to the whole series. */
  headBookingId: z.nullable(BookingId),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  allowedActions: z.array(SeriesAction),
})
export type BookingSeries = z.infer<typeof BookingSeries>

/** Exactly what a change of a series affected. */
export const SeriesChange = z.object({
  series: BookingSeries,
  changed: z.object({
    /** Bookings created, moved, edited or cancelled. */
    bookingIds: z.array(BookingId),
    /** Visits by index. */
    occurrences: z.array(z.int()),
    /** Visits left unchanged because they were changed individually, started or finished. */
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
  summary: 'Preview every visit of a series, each checked against the schedule. Changes nothing.',
  body: z.object(timing),
  returns: z.array(PreviewedOccurrence),
})

/** Content of a new series, shared by both sides' operations. */
export const seriesDraft = {
  ...timing,
  title: line(3, 120, issueText('TITLE_LENGTH')),
  description: z._default(prose(0, 5000, issueText('MAX_CHARACTERS')), ''),
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
  summary: 'List series without their visits, newest first, optionally by customer or state.',
  query: z.object({ customerId: z.optional(CustomerId), status: z.optional(SeriesStatus) }),
  returns: z.array(z.omit(BookingSeries, { occurrences: true, exceptions: true })),
})

export const seriesParams = z.object({ id: SeriesId })
const params = seriesParams

export const getSeries = operation({
  name: 'series.get',
  method: 'GET',
  path: '/v2/booking-series/:id',
  audience: 'provider',
  summary: 'Get a series with its visits.',
  params,
  returns: BookingSeries,
  errors: ['NOT_FOUND'],
})

const version = z.optional(z.int())

export const getSeriesTimeline = timelineOf('series', '/v2/booking-series', 'a series', params)

/** Visits to change: one, that one and all later ones, or all future ones. */
export const SeriesScope = z.enum(['THIS', 'THIS_AND_FUTURE', 'ALL'], issueText('VISIT_SCOPE_REQUIRED'))
export type SeriesScope = z.infer<typeof SeriesScope>

/** Selects the visits of a change, for both sides. */
export const seriesScope = {
  version,
  scope: SeriesScope,
  /** First visit concerned. Required unless the scope is ALL. */
  index: z.optional(z.int().check(z.gte(0), z.lte(MAX_INTEGER))),
}
export const needsIndex = z.refine<{ scope: SeriesScope; index?: number | undefined }>(
  ({ scope, index }) => scope === 'ALL' || index !== undefined,
  { error: issueText('VISIT_REQUIRED'), path: ['index'] },
)

/**
 * Every booked visit is cancelled for this reason, on the terms its preview would show now. A reason that needs a photo
 * is given for each visit instead.
 */
export const seriesCancelling = {
  reasonCode: CancelReason,
  note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))),
}

/** Changes of the time. The other fields apply to every visit. */
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
  summary: 'Preview the visits an edit affects at their new times, checked against the schedule. Changes nothing.',
  params,
  body: z.object({ scope: SeriesScope, index: seriesScope.index, ...newTime }).check(needsIndex),
  returns: z.object({
    occurrences: z.array(PreviewedOccurrence),
    /** Visits in the scope that stay unchanged because they were changed individually, started or finished. */
    keptOccurrences: z.array(z.int()),
  }),
  errors: ['NOT_FOUND'],
})

export const editSeries = operation({
  name: 'series.edit',
  method: 'PATCH',
  path: '/v2/booking-series/:id',
  audience: 'provider',
  summary: 'Change future visits of a series. Returns the affected visits.',
  params,
  body: z
    .object({
      ...seriesScope,
      title: z.optional(seriesDraft.title),
      description: z.optional(prose(0, 5000, issueText('MAX_CHARACTERS'))),
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
  summary: 'Cancel future visits of a series. Returns the affected visits.',
  params,
  body: z.object({ ...seriesScope, ...seriesCancelling }).check(needsIndex),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'CONTACT_REQUIRED'],
})
