import { HOUR_MS } from '@fettle/protocol/core/durations'
import { SYSTEM } from '../../platform/acting-party.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { bookVisit, type BookingDeps } from '../bookings/index.ts'
import { lockOwnSeries } from './series.access.ts'
import { noVisitsAffected, seriesTimers, seriesWorkflow, type AffectedVisits } from './series.workflow.ts'
import * as rules from './series.rules.ts'
import type { Series, SeriesVisit } from './series.rules.ts'
import { scheduleWithout } from './series.service.ts'
import * as store from './series.store.ts'

const CREATE_BOOKINGS_JOB = 'series.create-bookings'
const CREATE_DUE_JOB = 'series.create-due-bookings'
const END_JOB = 'series.end'

/** Visits that became bookings, at their time or `moved` to another, or were `skipped`. */
interface MaterialisedVisits extends AffectedVisits {
  moved: SeriesVisit[]
  skipped: SeriesVisit[]
}

/**
 * Books the planned visits of the next eight weeks. On a conflict a visit is skipped or moved according to the policy;
 * otherwise it stays planned and the next run tries again. The caller holds the schedule lock.
 */
export async function materialise(deps: BookingDeps, tx: Tx, series: Series): Promise<MaterialisedVisits> {
  const now = deps.clock.now()
  const affected: MaterialisedVisits = { ...noVisitsAffected(), moved: [], skipped: [] }
  for (const visit of await store.listVisits(tx, series.id)) {
    if (visit.state !== 'PLANNED' || +visit.startAt >= +now + rules.MATERIALISE_AHEAD_MS) continue
    const visitAfter =
      visit.startAt <= now ? { ...visit, state: 'SKIPPED' as const } : await book(deps, tx, series, visit)
    if (!visitAfter) continue
    await store.saveVisit(tx, series.id, visitAfter)
    affected.occurrences.push(visit.position)
    if (visitAfter.bookingId) affected.bookingIds.push(visitAfter.bookingId)
    if (visitAfter.state === 'SKIPPED') affected.skipped.push(visit)
    else if (+visitAfter.startAt !== +visit.startAt) affected.moved.push(visitAfter)
  }
  return affected
}

/** Books or skips a visit. Undefined: it has to wait. */
async function book(deps: BookingDeps, tx: Tx, series: Series, visit: SeriesVisit): Promise<SeriesVisit | undefined> {
  try {
    const bookingId = await bookVisit(deps, tx, toBooking(series, visit))
    return { ...visit, state: 'BOOKED', bookingId }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SLOT_CONFLICT') throw error
    if (series.conflictPolicy === 'SKIP') return { ...visit, state: 'SKIPPED' }
    if (series.conflictPolicy === 'FAIL') return undefined
    const now = deps.clock.now()
    const [planned] = rules.plan([visit], await scheduleWithout(tx, series, [visit], now), { now })
    if (!planned?.suggestion) return { ...visit, state: 'SKIPPED' }
    const moved = { ...visit, ...planned.suggestion, detached: true }
    const bookingId = await bookVisit(deps, tx, toBooking(series, moved))
    return { ...moved, state: 'BOOKED', bookingId }
  }
}

const toBooking = (series: Series, { position, startAt, endAt, title, description }: SeriesVisit) => ({
  seriesId: series.id,
  occurrenceIndex: position,
  providerId: series.providerId,
  customerId: series.customer.id,
  createdBy: series.createdBy,
  title: title ?? series.title,
  description: description ?? series.description,
  serviceCategory: series.serviceCategory,
  location: series.location,
  price: series.price,
  timeZone: series.timeZone,
  startAt,
  endAt,
})

/** Expires a series without an answer. One requested with a booking expires with that. */
const expire = (deps: BookingDeps, id: string): Promise<void> =>
  seriesWorkflow.fireTimer(deps, id, 'expire', {
    isDone: (series) => series.headBookingId !== null,
    decide: (before, { now }) => rules.transition(before, 'expire', 'SYSTEM', now),
    describeEffects: ({ createdBy }) => ({
      event: 'series.expired',
      data: { ...noVisitsAffected(), keptOccurrences: [] },
      announcements: [{ event: 'expired', withNotification: createdBy === 'PROVIDER' }],
    }),
  })

async function materialiseOne(deps: BookingDeps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const series = await lockOwnSeries(tx, SYSTEM, id)
    if (series.status !== 'ACTIVE') return
    const { moved, skipped, ...affected } = await materialise(deps, tx, series)
    if (affected.occurrences.length === 0) return
    await seriesWorkflow.announce(deps, tx, SYSTEM, series, {
      event: 'series.materialised',
      data: { ...affected },
      announcements: [
        { event: 'rescheduled', visits: moved },
        { event: 'cancelled', visits: skipped },
      ],
    })
  })
}

async function end(deps: BookingDeps, id: string): Promise<void> {
  await seriesWorkflow.run(deps, SYSTEM, id, {
    isDone: (series) => !rules.allowedActions(series, 'SYSTEM', deps.clock.now()).includes('end'),
    decide: (before, { now }) => rules.transition(before, 'end', 'SYSTEM', now),
    describeEffects: () => ({ event: 'series.ended' }),
  })
}

/** One job per series, so that a failing one does not block the others. */
export function handleSeriesJobs(deps: BookingDeps): void {
  seriesTimers.handle(deps, (id) => expire(deps, id))
  // Jobs of databases from before series had timers.
  deps.jobs.handle<{ id: string }>('series.expire-request', ({ id }) => expire(deps, id))
  deps.jobs.handle<{ id: string }>(CREATE_BOOKINGS_JOB, ({ id }) => materialiseOne(deps, id))
  deps.jobs.handle<{ id: string }>(END_JOB, ({ id }) => end(deps, id))
  deps.jobs.repeat(CREATE_DUE_JOB, HOUR_MS, async () => {
    const now = deps.clock.now()
    for (const { id } of await store.listDue(deps.db, new Date(+now + rules.MATERIALISE_AHEAD_MS)))
      await deps.jobs.add(deps.db, CREATE_BOOKINGS_JOB, { id }, { key: `${CREATE_BOOKINGS_JOB}:${id}` })
    for (const { id } of await store.listOver(deps.db, now))
      await deps.jobs.add(deps.db, END_JOB, { id }, { key: `${END_JOB}:${id}` })
  })
}
