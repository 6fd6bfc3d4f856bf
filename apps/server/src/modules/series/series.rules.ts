import { actionsFrom } from '@fettle/protocol'
import {
  seriesFlow,
  type BookingSeries,
  type ConflictPolicy,
  type Occurrence,
  type PreviewedOccurrence,
  type RecurrenceRule,
  type SeriesAction,
  type SeriesScope,
  type SeriesStatus,
} from '@fettle/protocol/bookings/series'
import type { BookingStatus, Location, Price } from '@fettle/protocol/bookings'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import { AppError } from '../../platform/errors.ts'
import {
  findConflicts,
  isWorked,
  suggestSlots,
  toSlotView,
  type ProviderSchedule,
  type ScheduleEntry,
  type TimeSlot,
} from '../availability/index.ts'

/** A series as it is kept. */
export interface Series {
  id: string
  providerId: string
  customer: BookingSeries['customer']
  status: SeriesStatus
  createdBy: Side
  title: string
  description: string
  serviceCategory: BookingSeries['serviceCategory']
  location: Location
  price: Price
  rule: RecurrenceRule
  startsOn: string
  localStart: string
  durationMinutes: number
  timeZone: string
  conflictPolicy: ConflictPolicy
  respondBy: Date | null
  /** The request for its first visit, whose answer answers for all. */
  headBookingId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A visit of a series, with the booking it became. */
export interface SeriesVisit extends TimeSlot {
  place: number
  date: string
  state: Occurrence['status']
  detached: boolean
  title: string | null
  description: string | null
  bookingId: string | null
  bookingStatus: BookingStatus | null
  /** Where the booking stands now. */
  bookedStart: Date | null
  bookedEnd: Date | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How far ahead visits are bookings. */
export const MATERIALISE_AHEAD_MS = 56 * DAY_MS

/** So many hours, but not later than an hour before the first visit; half an hour at least. */
export const respondByOf = (now: Date, firstStart: Date, respondHours: number): Date =>
  new Date(Math.min(+now + respondHours * HOUR_MS, Math.max(+firstStart - HOUR_MS, +now + 30 * MINUTE_MS), +firstStart))

type SeriesRole = Side | 'SYSTEM'

const awaiting = ({ status, createdBy }: Series): Side | null =>
  status !== 'PENDING' ? null : createdBy === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER'

/** What `role` may do with a series now. */
export function allowedActions(series: Series, role: SeriesRole, now: Date): SeriesAction[] {
  const isLate = series.respondBy !== null && now >= series.respondBy
  return actionsFrom<SeriesStatus, SeriesAction, string>(seriesFlow, series.status, role).filter((action) => {
    if (action === 'accept' || action === 'decline') return awaiting(series) === role && !isLate
    if (action === 'withdraw') return series.createdBy === role
    // What was asked for with a booking runs out with it.
    if (action === 'expire') return isLate && series.headBookingId === null
    return true
  })
}

const verbs: Record<SeriesAction, string> = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
  edit: 'changed',
  cancel: 'cancelled',
  end: 'ended',
}

/** The series after a move: one version on. */
export function transition(series: Series, action: SeriesAction, role: SeriesRole, now: Date): Series {
  const allowed = allowedActions(series, role, now)
  if (!allowed.includes(action)) {
    const answers = action === 'accept' || action === 'decline'
    const isLate = series.status === 'PENDING' && series.respondBy !== null && now >= series.respondBy
    if (answers && isLate && awaiting(series) === role) throw new AppError('REQUEST_EXPIRED')
    const details = { thing: 'series', from: series.status, action, verb: verbs[action], allowed }
    throw new AppError('INVALID_TRANSITION', details)
  }
  return after(series, action, now)
}

/** The same where it was judged already, by the rules of bookings: the request for its first visit was answered. */
export const after = (series: Series, action: SeriesAction, now: Date): Series => ({
  ...series,
  status: seriesFlow.transitions[action].to,
  version: series.version + 1,
  updatedAt: now,
})

/** A visit as it would be, judged. */
export interface PlannedVisit extends TimeSlot {
  place: number
  status: PreviewedOccurrence['status']
  suggestion: TimeSlot | null
}

const SUGGEST_WITHIN_MS = 10 * DAY_MS

/**
 * Judges every visit against the diary and against the visits before it, and finds another time for those that are not
 * free. `moves`: the ones after are judged as if it were taken.
 */
export function plan(
  visits: readonly (TimeSlot & { place: number })[],
  schedule: ProviderSchedule,
  { now, moves = false }: { now: Date; moves?: boolean },
): PlannedVisit[] {
  // What is agreed on for a year is not bound to how far ahead single jobs are taken.
  const settings = { ...schedule.settings, maxHorizonDays: 6 * 366 }
  const made: ScheduleEntry[] = []
  return visits.map((visit) => {
    const near = {
      startAt: new Date(+visit.startAt - SUGGEST_WITHIN_MS),
      endAt: new Date(+visit.endAt + SUGGEST_WITHIN_MS),
    }
    const isNear = ({ startAt, endAt }: TimeSlot) => startAt < near.endAt && endAt > near.startAt
    const around: ProviderSchedule = {
      ...schedule,
      settings,
      entries: [...schedule.entries.filter(isNear), ...made.filter(isNear)],
    }
    const isTaken = findConflicts(visit, around).length > 0
    const isOff = settings.isSet && !isWorked(settings, visit)
    const status = isTaken ? ('CONFLICT' as const) : isOff ? ('OFF_HOURS' as const) : ('FREE' as const)
    const [suggestion = null] = status === 'FREE' ? [] : suggestSlots(around, visit, now, 1)
    const stands = isTaken ? (moves ? suggestion : null) : visit
    if (stands) made.push(toEntry(stands, visit.place))
    return { ...visit, status, suggestion }
  })
}

const toEntry = ({ startAt, endAt }: TimeSlot, place: number): ScheduleEntry => ({
  kind: 'SERIES',
  id: String(place),
  reference: 'this series',
  title: '',
  customerName: null,
  bookingId: null,
  timeZone: 'UTC',
  location: null,
  startAt,
  endAt,
})

export const toPreview = ({ place, status, suggestion, ...slot }: PlannedVisit): PreviewedOccurrence => ({
  index: place,
  ...toSlotView(slot),
  status,
  suggestion: suggestion && toSlotView(suggestion),
})

/** The refusal, with every visit as it was judged. */
export const seriesConflict = (planned: readonly PlannedVisit[], bad: readonly PlannedVisit[]): AppError =>
  new AppError('SERIES_CONFLICT', { n: bad.length, total: planned.length, occurrences: planned.map(toPreview) })

/**
 * What becomes of each visit by what was chosen for those that are not free. To a customer, hours that are not worked
 * are not free either.
 */
export function resolve(
  planned: readonly PlannedVisit[],
  policy: ConflictPolicy,
  by: Side,
  /** A visit that was agreed on already is enough of a series, whatever becomes of the rest. */
  { hasHead = false } = {},
): (TimeSlot & { place: number; state: 'PLANNED' | 'SKIPPED'; detached: boolean })[] {
  const isBad = ({ status }: PlannedVisit) => status === 'CONFLICT' || (by === 'CUSTOMER' && status === 'OFF_HOURS')
  const bad = planned.filter(isBad)
  if (bad.length > 0 && policy === 'FAIL') throw seriesConflict(planned, bad)
  const resolved = planned.map((visit) => {
    const { place, startAt, endAt, suggestion } = visit
    if (!isBad(visit)) return { place, startAt, endAt, state: 'PLANNED' as const, detached: false }
    if (policy === 'SKIP' || !suggestion) return { place, startAt, endAt, state: 'SKIPPED' as const, detached: false }
    return { place, ...suggestion, state: 'PLANNED' as const, detached: true }
  })
  const isNothingLeft = bad.length > 0 && resolved.every(({ state }) => state === 'SKIPPED')
  if (isNothingLeft && !hasHead) throw seriesConflict(planned, bad)
  return resolved
}

/** Whether a visit was moved or begun by itself, so that the series no longer says when it is. */
export const isDetached = (visit: SeriesVisit): boolean =>
  visit.detached ||
  (visit.state === 'BOOKED' && (visit.bookingStatus !== 'CONFIRMED' || +(visit.bookedStart ?? 0) !== +visit.startAt))

/** The visits a change is about, and those in its scope that stay because they went their own way. */
export function select(
  visits: readonly SeriesVisit[],
  { scope, index = 0 }: { scope: SeriesScope; index?: number | undefined },
  now: Date,
): { chosen: SeriesVisit[]; kept: SeriesVisit[] } {
  const inScope = visits.filter(
    ({ place, state }) =>
      (state === 'PLANNED' || state === 'BOOKED') &&
      (scope === 'ALL' || (scope === 'THIS' ? place === index : place >= index)),
  )
  const isToCome = (visit: SeriesVisit) =>
    (visit.bookedStart ?? visit.startAt) > now && (visit.state === 'PLANNED' || visit.bookingStatus === 'CONFIRMED')
  // One that is named by itself is meant, wherever it went.
  const isChosen = (visit: SeriesVisit) => isToCome(visit) && (scope === 'THIS' || !isDetached(visit))
  return { chosen: inScope.filter(isChosen), kept: inScope.filter((visit) => !isChosen(visit)) }
}

const over: ReadonlySet<BookingStatus | null> = new Set(['CANCELLED', 'DECLINED', 'EXPIRED'])

/** Whether a booking came to nothing. */
export const isCancelledVisit = (status: BookingStatus | null): boolean => over.has(status)

const toOccurrence = (visit: SeriesVisit): Occurrence => ({
  index: visit.place,
  ...toSlotView({ startAt: visit.bookedStart ?? visit.startAt, endAt: visit.bookedEnd ?? visit.endAt }),
  status: isCancelledVisit(visit.bookingStatus) ? 'CANCELLED' : visit.state,
  detached: isDetached(visit),
  bookingId: visit.bookingId,
})

export function toSummary(
  series: Series,
  role: SeriesRole,
  now: Date,
): Omit<BookingSeries, 'occurrences' | 'exceptions'> {
  const { location, createdAt, updatedAt, respondBy, ...rest } = series
  return {
    ...rest,
    city: location.city,
    awaitingParty: awaiting(series),
    respondBy: series.status === 'PENDING' ? (respondBy?.toISOString() ?? null) : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    allowedActions: allowedActions(series, role, now),
  }
}

export function toView(series: Series, visits: readonly SeriesVisit[], role: SeriesRole, now: Date): BookingSeries {
  const occurrences = visits.map(toOccurrence)
  const isMissing = ({ status }: Occurrence) => status === 'SKIPPED' || status === 'CANCELLED'
  return {
    ...toSummary(series, role, now),
    exceptions: occurrences.filter(isMissing).map(({ index }) => index),
    occurrences,
  }
}
