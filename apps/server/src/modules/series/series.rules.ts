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
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { AppError } from '../../platform/errors.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { maskPhone } from '../customers/index.ts'
import {
  findConflicts,
  isWorked,
  suggestSlots,
  toSlotView,
  type ProviderSchedule,
  type ScheduleEntry,
  type TimeSlot,
} from '../availability/index.ts'

/** A series as stored. */
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
  /** The request for its first visit, whose answer applies to all. */
  headBookingId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A visit of a series, with its booking. */
export interface SeriesVisit extends TimeSlot {
  position: number
  date: string
  state: Occurrence['status']
  detached: boolean
  title: string | null
  description: string | null
  bookingId: string | null
  bookingStatus: BookingStatus | null
  /** Whether its booking was ever confirmed. */
  wasConfirmed: boolean
  /** The booking's current start. */
  bookedStart: Date | null
  bookedEnd: Date | null
}

/** How far ahead visits become bookings. */
export const MATERIALISE_AHEAD_MS = 56 * DAY_MS

/** Deadline of an answer in hours, at latest an hour before the first visit, at least half an hour. */
export const respondByOf = (now: Date, firstStart: Date, respondHours: number): Date =>
  new Date(Math.min(+now + respondHours * HOUR_MS, Math.max(+firstStart - HOUR_MS, +now + 30 * MINUTE_MS), +firstStart))

type SeriesRole = Side | 'SYSTEM'

const awaitedSide = ({ status, createdBy }: Series): Side | null =>
  status !== 'PENDING' ? null : createdBy === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER'

/** Actions `role` may take now. */
export function allowedActions(series: Series, role: SeriesRole, now: Date): SeriesAction[] {
  const isLate = series.respondBy !== null && now >= series.respondBy
  return actionsFrom<SeriesStatus, SeriesAction, string>(seriesFlow, series.status, role).filter((action) => {
    if (action === 'accept' || action === 'decline') return awaitedSide(series) === role && !isLate
    if (action === 'withdraw') return series.createdBy === role
    // A series requested with a booking expires with that.
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

/** The series after a transition, with the next version. */
export function transition(series: Series, action: SeriesAction, role: SeriesRole, now: Date): Series {
  const allowed = allowedActions(series, role, now)
  if (!allowed.includes(action)) {
    const answers = action === 'accept' || action === 'decline'
    const isLate = series.status === 'PENDING' && series.respondBy !== null && now >= series.respondBy
    if (answers && isLate && awaitedSide(series) === role) throw new AppError('REQUEST_EXPIRED')
    const details = { thing: 'series', from: series.status, action, verb: verbs[action], allowed }
    throw new AppError('INVALID_TRANSITION', details)
  }
  return after(series, action, now)
}

/** The series after a transition decided by its first visit's booking. */
export const after = (series: Series, action: SeriesAction, now: Date): Series => ({
  ...series,
  status: seriesFlow.transitions[action].to,
  version: series.version + 1,
  updatedAt: now,
})

/** A checked visit. */
export interface PlannedVisit extends TimeSlot {
  position: number
  status: PreviewedOccurrence['status']
  suggestion: TimeSlot | null
}

const SUGGEST_WITHIN_MS = 10 * DAY_MS

/**
 * Checks every visit against the schedule and earlier visits, and finds alternatives for those that are not free.
 * `moves`: later visits are checked as if the alternatives were taken.
 */
export function plan(
  visits: readonly (TimeSlot & { position: number })[],
  schedule: ProviderSchedule,
  { now, moves = false }: { now: Date; moves?: boolean },
): PlannedVisit[] {
  // The horizon of single bookings does not apply to a series.
  const settings = { ...schedule.settings, maxHorizonDays: 6 * 366 }
  const plannedEntries: ScheduleEntry[] = []
  return visits.map((visit) => {
    const range = {
      startAt: new Date(+visit.startAt - SUGGEST_WITHIN_MS),
      endAt: new Date(+visit.endAt + SUGGEST_WITHIN_MS),
    }
    const isNear = ({ startAt, endAt }: TimeSlot) => startAt < range.endAt && endAt > range.startAt
    const nearbySchedule: ProviderSchedule = {
      ...schedule,
      settings,
      entries: [...schedule.entries.filter(isNear), ...plannedEntries.filter(isNear)],
    }
    const isTaken = findConflicts(visit, nearbySchedule).length > 0
    const isOff = settings.isSet && !isWorked(settings, visit)
    const status = isTaken ? ('CONFLICT' as const) : isOff ? ('OFF_HOURS' as const) : ('FREE' as const)
    const [suggestion = null] = status === 'FREE' ? [] : suggestSlots(nearbySchedule, visit, now, 1)
    const stands = isTaken ? (moves ? suggestion : null) : visit
    if (stands) plannedEntries.push(toEntry(stands, visit.position))
    return { ...visit, status, suggestion }
  })
}

const toEntry = ({ startAt, endAt }: TimeSlot, position: number): ScheduleEntry => ({
  kind: 'SERIES',
  id: String(position),
  reference: 'this series',
  title: '',
  customerName: null,
  bookingId: null,
  timeZone: 'UTC',
  location: null,
  lateEndAt: null,
  startAt,
  endAt,
})

export const toPreview = ({ position, status, suggestion, ...slot }: PlannedVisit): PreviewedOccurrence => ({
  index: position,
  ...toSlotView(slot),
  status,
  suggestion: suggestion && toSlotView(suggestion),
})

/** The SERIES_CONFLICT error with every checked visit. */
export const seriesConflict = (planned: readonly PlannedVisit[], conflicting: readonly PlannedVisit[]): AppError =>
  new AppError('SERIES_CONFLICT', { n: conflicting.length, total: planned.length, occurrences: planned.map(toPreview) })

/** Applies the conflict policy to each visit. For customers, times outside working hours are not free either. */
export function resolve(
  planned: readonly PlannedVisit[],
  policy: ConflictPolicy,
  by: Side,
  /** With an agreed first visit the series may lose all others. */
  { hasHead = false } = {},
): (TimeSlot & { position: number; state: 'PLANNED' | 'SKIPPED'; detached: boolean })[] {
  const isBad = ({ status }: PlannedVisit) => status === 'CONFLICT' || (by === 'CUSTOMER' && status === 'OFF_HOURS')
  const conflicting = planned.filter(isBad)
  if (conflicting.length > 0 && policy === 'FAIL') throw seriesConflict(planned, conflicting)
  const resolved = planned.map((visit) => {
    const { position, startAt, endAt, suggestion } = visit
    if (!isBad(visit)) return { position, startAt, endAt, state: 'PLANNED' as const, detached: false }
    if (policy === 'SKIP' || !suggestion)
      return { position, startAt, endAt, state: 'SKIPPED' as const, detached: false }
    return { position, ...suggestion, state: 'PLANNED' as const, detached: true }
  })
  const isNothingLeft = conflicting.length > 0 && resolved.every(({ state }) => state === 'SKIPPED')
  if (isNothingLeft && !hasHead) throw seriesConflict(planned, conflicting)
  return resolved
}

/** Whether a visit was changed individually or started, so that the series no longer determines its time. */
const isDetached = (visit: SeriesVisit): boolean =>
  visit.detached ||
  (visit.state === 'BOOKED' && (visit.bookingStatus !== 'CONFIRMED' || +(visit.bookedStart ?? 0) !== +visit.startAt))

/** Visits in the scope of a change, and those excluded because they are detached. */
export function select(
  visits: readonly SeriesVisit[],
  { scope, index = 0 }: { scope: SeriesScope; index?: number | undefined },
  now: Date,
): { chosen: SeriesVisit[]; kept: SeriesVisit[] } {
  const inScope = visits.filter(
    ({ position, state }) =>
      (state === 'PLANNED' || state === 'BOOKED') &&
      (scope === 'ALL' || (scope === 'THIS' ? position === index : position >= index)),
  )
  const isUpcoming = (visit: SeriesVisit) =>
    (visit.bookedStart ?? visit.startAt) > now && (visit.state === 'PLANNED' || visit.bookingStatus === 'CONFIRMED')
  // A single named visit is included even if detached.
  const isChosen = (visit: SeriesVisit) => isUpcoming(visit) && (scope === 'THIS' || !isDetached(visit))
  return { chosen: inScope.filter(isChosen), kept: inScope.filter((visit) => !isChosen(visit)) }
}

/** Statuses of bookings that ended without work. */
const cancelledStatuses: ReadonlySet<BookingStatus | null> = new Set(['CANCELLED', 'DECLINED', 'EXPIRED'])

const toOccurrence = (visit: SeriesVisit): Occurrence => ({
  index: visit.position,
  ...toSlotView({ startAt: visit.bookedStart ?? visit.startAt, endAt: visit.bookedEnd ?? visit.endAt }),
  status: cancelledStatuses.has(visit.bookingStatus) ? 'CANCELLED' : visit.state,
  detached: isDetached(visit),
  bookingId: visit.bookingId,
})

export function toSummary(
  series: Series,
  role: SeriesRole,
  now: Date,
): Omit<BookingSeries, 'occurrences' | 'exceptions'> {
  const { customer, location, createdAt, updatedAt, respondBy, ...rest } = series
  // Providers get the number with the confirmed visit.
  const phone = role === 'CUSTOMER' || customer.phone === null ? customer.phone : maskPhone(customer.phone)
  return {
    ...rest,
    customer: { ...customer, name: customerNameOf(customer.name), phone },
    city: location.city,
    awaitingParty: awaitedSide(series),
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
