import type { Received } from '@fettle/protocol'
import type {
  BookingSeries,
  createSeries as createOperation,
  PreviewedOccurrence,
} from '@fettle/protocol/bookings/series'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { sideOf, type ActingParty, type ActingPerson } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import {
  findSettings,
  lockSchedule,
  readSchedule,
  spanOf,
  type ProviderSchedule,
  type TimeSlot,
} from '../availability/index.ts'
import { findCustomer, haveSharedBooking, requestBookingIn, type BookingDeps } from '../bookings/index.ts'
import { lockParties } from '../customers/index.ts'
import { visitsOf, type SeriesTiming } from './recurrence.rules.ts'
import { getOwnSeries } from './series.access.ts'
import { seriesWorkflow, showSeries } from './series.workflow.ts'
import * as rules from './series.rules.ts'
import type { Series } from './series.rules.ts'
import * as store from './series.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

const SCHEDULE_MARGIN_MS = 20 * 86_400_000

/** The schedule around many slots, in one read. */
export function scheduleAround(
  db: Queryable,
  providerId: string,
  slots: readonly TimeSlot[],
  now: Date,
  seriesId?: string,
): Promise<ProviderSchedule> {
  const claim = { providerId, ...spanOf(slots), subjectId: seriesId, requestsBlock: true }
  return readSchedule(db, claim, now, SCHEDULE_MARGIN_MS)
}

/** The schedule around planned visits of a series as if they had no time yet, with its other planned visits. */
export async function scheduleWithout(
  db: Queryable,
  series: Series,
  visits: readonly (TimeSlot & { position: number })[],
  now: Date,
): Promise<ProviderSchedule> {
  const schedule = await scheduleAround(db, series.providerId, visits, now, series.id)
  const positions = new Set(visits.map(({ position }) => position))
  const others = (await store.listVisits(db, series.id))
    .filter(({ position, state }) => state === 'PLANNED' && !positions.has(position))
    .map(({ startAt, endAt }) => ({
      kind: 'SERIES' as const,
      id: series.id,
      reference: series.title,
      title: series.title,
      customerName: series.customer.name,
      bookingId: null,
      timeZone: series.timeZone,
      location: null,
      lateEndAt: null,
      startAt,
      endAt,
    }))
  return { ...schedule, entries: [...schedule.entries, ...others] }
}

type Draft = Omit<Received<typeof createOperation>['body'], 'customerId'>

const timingOf = (
  { rule, startsOn, localStart, durationMinutes }: Omit<SeriesTiming, 'timeZone'>,
  timeZone: string,
): SeriesTiming => ({
  rule,
  startsOn,
  localStart,
  durationMinutes,
  timeZone,
})

/** Every visit of a rule, checked against the schedule. */
export async function previewSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { timeZone, ...rule }: Omit<SeriesTiming, 'timeZone'> & { timeZone?: string | undefined },
): Promise<PreviewedOccurrence[]> {
  const now = clock.now()
  const zone = timeZone ?? (await findSettings(db, providerId)).settings.timeZone
  const visits = visitsOf(timingOf(rule, zone), now).map((visit, position) => ({ ...visit, position }))
  const schedule = await scheduleAround(db, providerId, visits, now)
  return rules.plan(visits, schedule, { now }).map(rules.toPreview)
}

/**
 * Proposes a series, by its provider to a known customer or by a customer. Nothing is booked before the answer; until
 * then the visits are held like requests.
 */
export const createSeries = (
  deps: BookingDeps,
  party: ActingPerson,
  draft: Draft & { providerId: string; customerId: string },
): Promise<BookingSeries> => deps.db.transaction((tx) => createSeriesIn(deps, tx, party, draft))

async function createSeriesIn(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  { providerId, customerId, ...draft }: Parameters<typeof createSeries>[2],
): Promise<BookingSeries> {
  const now = deps.clock.now()
  await lockSchedule(tx, providerId)
  const customer = await findCustomer(tx, customerId)
  const isKnown = party.role === 'CUSTOMER' || (await haveSharedBooking(tx, providerId, customerId))
  if (!customer || !isKnown) throw new AppError('NOT_FOUND', { thing: 'customer' })
  if (party.role === 'CUSTOMER') await assertOpen(deps, tx, providerId)
  const timing = timingOf(draft, draft.timeZone ?? (await findSettings(tx, providerId)).settings.timeZone)
  const requestedVisits = visitsOf(timing, now).map((visit, position) => ({ ...visit, position }))
  const schedule = await scheduleAround(tx, providerId, requestedVisits, now)
  const moves = draft.conflictPolicy === 'MOVE_TO_SUGGESTION'
  const visits = rules.resolve(rules.plan(requestedVisits, schedule, { now, moves }), draft.conflictPolicy, party.role)
  const { timeZone: _, ...card } = customer
  const respondBy = rules.respondByOf(now, spanOf(requestedVisits).startAt, deps.settings().respondHours)
  const series: Series = {
    ...draft,
    ...timing,
    id: deps.ids.next('ser'),
    providerId,
    customer: card,
    status: 'PENDING',
    createdBy: party.role,
    serviceCategory: draft.serviceCategory ?? null,
    respondBy,
    headBookingId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await lockParties(tx, { providerId, customerId })
  await store.insert(tx, series)
  await store.insertVisits(
    tx,
    series,
    visits.map((visit, index) => ({ ...visit, date: requestedVisits[index]?.date ?? timing.startsOn })),
  )
  await seriesWorkflow.begin(deps, tx, party, series, {
    event: 'series.requested',
    data: { visits: visits.length },
    announcements: party.role === 'PROVIDER' ? [{ event: 'requested' }] : [],
  })
  return showSeries(deps, tx, series, party)
}

/** Throws if the provider takes no bookings. */
async function assertOpen({ clock }: Pick<Deps, 'clock'>, db: Queryable, providerId: string): Promise<void> {
  const { settings } = await findSettings(db, providerId)
  const isPaused = settings.pausedUntil !== null && settings.pausedUntil > clock.now()
  if (settings.bookingMode !== 'OFF' && !isPaused) return
  const message = settings.pauseMessage ?? issueText('BOOKINGS_PAUSED')
  throw fieldError(['providerId'], 'NOT_ALLOWED', message)
}

export async function getSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  party: ActingParty,
  id: string,
): Promise<BookingSeries> {
  return showSeries({ clock }, db, await getOwnSeries(db, party, id), party)
}

export async function listSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  query: store.SeriesQuery,
): Promise<Omit<BookingSeries, 'occurrences' | 'exceptions'>[]> {
  const all = await store.list(db, providerId, query)
  return all.map((series) => rules.toSummary(series, 'PROVIDER', clock.now()))
}

/** All series of a provider, for the data export. */
export async function listAllSeries({ db, clock }: Pick<Deps, 'db' | 'clock'>, providerId: string) {
  const all = await store.list(db, providerId, {}, null)
  return all.map((series) => rules.toSummary(series, 'PROVIDER', clock.now()))
}

export async function getSeriesTimeline(
  { db }: Pick<Deps, 'db'>,
  party: ActingParty,
  id: string,
): Promise<TimelineEntry[]> {
  await getOwnSeries(db, party, id)
  return listTimeline(db, { type: 'series', id }, sideOf(party))
}

type Request = Parameters<typeof requestBookingIn>[2]

/**
 * Requests a series as a customer, with a booking request for its first visit. The provider's answer to that applies to
 * all. The caller has checked that the two may deal with each other.
 */
export function requestSeries(
  deps: BookingDeps,
  party: ActingPerson,
  draft: Parameters<typeof createSeries>[2] & { timeZone: string },
  /** Further fields of the booking request. */
  extra: Pick<Request, 'customer'> & Partial<Request>,
): Promise<{ seriesId: string; bookingId: string }> {
  return deps.db.transaction(async (tx) => {
    const { id, occurrences } = await createSeriesIn(deps, tx, party, draft)
    const upcoming = occurrences.filter(({ status }) => status === 'PLANNED')
    const [first] = upcoming
    if (!first) throw new Error('The series has no visit')
    const { providerId, title, description, location, price, timeZone, durationMinutes } = draft
    const booking = await requestBookingIn(deps, tx, {
      ...extra,
      providerId,
      title,
      description,
      location,
      price,
      timeZone,
      durationMinutes,
      serviceCategory: draft.serviceCategory ?? null,
      startAt: new Date(first.startAt),
      series: { id, index: first.index, visits: upcoming.length },
    })
    await store.saveHead(tx, id, first.index, booking.id)
    return { seriesId: id, bookingId: booking.id }
  })
}
