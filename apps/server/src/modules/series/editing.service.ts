import type { PreviewedOccurrence, SeriesChange, SeriesScope } from '@fettle/protocol/bookings/series'
import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import type { ActingParty, ActingPerson } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError } from '../../platform/errors.ts'
import { addMinutes, localDate } from '../../platform/locale/zoned-time.ts'
import type { ScheduleEntry } from '../availability/index.ts'
import { assertVisitFeesAccepted, cancelVisit, changeVisit, type BookingDeps } from '../bookings/index.ts'
import { slotOn } from './recurrence.rules.ts'
import { getOwnSeries, lockOwnSeries } from './series.access.ts'
import { changeSeries, noVisitsAffected, type AffectedVisits } from './series.workflow.ts'
import * as rules from './series.rules.ts'
import type { Series, SeriesVisit } from './series.rules.ts'
import { scheduleWithout } from './series.service.ts'
import * as store from './series.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

interface EditScope {
  version?: number | undefined
  scope: SeriesScope
  index?: number | undefined
}

/** Visits in the scope of a change. Throws for a visit the series does not have. */
function choose(visits: readonly SeriesVisit[], scope: EditScope, now: Date) {
  if (scope.scope !== 'ALL' && !visits.some(({ position }) => position === scope.index)) {
    throw fieldError(['index'], 'NOT_ALLOWED', issueText('VISIT_REQUIRED'))
  }
  return rules.select(visits, scope, now)
}

interface SeriesEdit extends EditScope {
  title?: string | undefined
  description?: string | undefined
  localStart?: string | undefined
  durationMinutes?: number | undefined
}

/** Changes future visits. A visit changed individually is detached from the series. */
export function editSeries(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { title, description, localStart, durationMinutes, ...scope }: SeriesEdit,
): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnSeries(tx, party, id)
    return changeSeries(deps, tx, party, before, {
      version: scope.version,
      decide: async (now) => {
        const isAll = scope.scope === 'ALL'
        const after: Series = {
          ...rules.transition(before, 'edit', party.role, now),
          ...(isAll && title !== undefined && { title }),
          ...(isAll && description !== undefined && { description }),
          ...(isAll && localStart !== undefined && { localStart }),
          ...(isAll && durationMinutes !== undefined && { durationMinutes }),
        }
        const { chosen, kept } = choose(await store.listVisits(tx, id), scope, now)
        const edited = retime(chosen, before, { localStart, durationMinutes }).map((visit, index) => {
          const original = chosen[index]
          const isMoved = +visit.startAt !== +(original?.bookedStart ?? original?.startAt ?? visit.startAt)
          return {
            ...visit,
            title: title ?? visit.title,
            description: description ?? visit.description,
            detached: visit.detached || (scope.scope === 'THIS' && isMoved),
          }
        })
        const pastVisit = edited.find(({ startAt }) => startAt <= now)
        if (pastVisit) throw fieldError(['localStart'], 'TOO_SMALL', issueText('START_IN_PAST'))
        const planned = await planEdit(deps, tx, before, edited)
        // Conflicts of a visit that stays were there before.
        const staying = new Set(
          chosen.filter((original, at) => isSameTime(edited[at], original)).map(({ position }) => position),
        )
        const conflicting = planned.filter(({ status, position }) => status === 'CONFLICT' && !staying.has(position))
        if (conflicting.length > 0) throw rules.seriesConflict(planned, conflicting)
        const affected = await applyEdit(deps, tx, party, before, { edited, chosen })
        // Each booking announces its new time itself.
        const moved = edited.filter((visit, at) => visit.bookingId === null && !isSameTime(visit, chosen[at] ?? visit))
        return {
          after,
          event: 'series.changed',
          affected,
          kept,
          announcements: [{ event: 'rescheduled', visits: moved }],
        }
      },
    })
  })
}

/** The visits at their new times on their days, in the site's time zone. */
function retime(
  visits: readonly SeriesVisit[],
  { timeZone }: Series,
  { localStart, durationMinutes }: Pick<SeriesEdit, 'localStart' | 'durationMinutes'>,
): SeriesVisit[] {
  return visits.map((visit) => {
    const from = visit.bookedStart ?? visit.startAt
    const length = durationMinutes ?? (+(visit.bookedEnd ?? visit.endAt) - +from) / 60_000
    const slot =
      localStart === undefined
        ? { startAt: from, endAt: addMinutes(from, length) }
        : slotOn(localDate(from, timeZone), { localStart, durationMinutes: length, timeZone })
    return { ...visit, ...slot }
  })
}

/** Checks the new times, ignoring the visits that leave theirs. */
async function planEdit(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  series: Series,
  edited: readonly SeriesVisit[],
): Promise<rules.PlannedVisit[]> {
  if (edited.length === 0) return []
  const now = clock.now()
  const schedule = await scheduleWithout(db, series, edited, now)
  // The visits themselves, and times held by proposals to move them.
  const isOwn = ({ bookingId }: ScheduleEntry) =>
    bookingId !== null && edited.some((visit) => visit.bookingId === bookingId)
  const entries = schedule.entries.filter((entry) => entry.kind !== 'REQUEST' && !isOwn(entry))
  return rules.plan(edited, { ...schedule, entries }, { now })
}

/** Preview of an edit: affected visits, checked against the schedule. */
export async function previewEdit(
  deps: Pick<Deps, 'db' | 'clock'>,
  party: ActingParty,
  id: string,
  { localStart, durationMinutes, ...scope }: Omit<SeriesEdit, 'version' | 'title' | 'description'>,
): Promise<{ occurrences: PreviewedOccurrence[]; keptOccurrences: number[] }> {
  const series = await getOwnSeries(deps.db, party, id)
  const { chosen, kept } = choose(await store.listVisits(deps.db, id), scope, deps.clock.now())
  const edited = retime(chosen, series, { localStart, durationMinutes })
  return {
    occurrences: (await planEdit(deps, deps.db, series, edited)).map(rules.toPreview),
    keptOccurrences: kept.map(({ position }) => position),
  }
}

const isSameTime = (one: SeriesVisit | undefined, other: SeriesVisit): boolean =>
  one !== undefined &&
  +one.startAt === +(other.bookedStart ?? other.startAt) &&
  +one.endAt === +(other.bookedEnd ?? other.endAt)

const isSame = (one: SeriesVisit, other: SeriesVisit) =>
  isSameTime(one, other) && one.title === other.title && one.description === other.description

/** Saves `edited`, the `chosen` visits as they become. Later ones first when all move later, so that none overlaps the next. */
async function applyEdit(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  series: Series,
  { edited, chosen }: { edited: readonly SeriesVisit[]; chosen: readonly SeriesVisit[] },
): Promise<AffectedVisits> {
  const affected = noVisitsAffected()
  const pairs = edited.flatMap((visit, index) => {
    const original = chosen[index]
    return original && !isSame(visit, original) ? [{ visit, original }] : []
  })
  const goesLater = pairs.some(({ visit, original }) => visit.startAt > original.startAt)
  for (const { visit } of goesLater ? pairs.toReversed() : pairs) {
    await store.saveVisit(tx, series.id, visit)
    affected.occurrences.push(visit.position)
    if (visit.bookingId === null) continue
    affected.bookingIds.push(visit.bookingId)
    const { startAt, endAt, title, description } = visit
    await changeVisit(deps, tx, party, visit.bookingId, {
      startAt,
      endAt,
      title: title ?? series.title,
      description: description ?? series.description,
    })
  }
  affected.occurrences.sort((one, other) => one - other)
  return affected
}

/**
 * Cancels future visits. Booked ones follow the rules of bookings, and a customer accepts their fees. A cancelled series
 * keeps bookings that were changed individually, but no planned visits, because it makes no more bookings.
 */
export function cancelSeries(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  {
    reasonCode,
    note,
    acceptFee,
    previewHash,
    ...scope
  }: EditScope & {
    reasonCode: CancelReason
    note?: string | undefined
    acceptFee?: boolean | undefined
    previewHash?: string | undefined
  },
): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnSeries(tx, party, id)
    return changeSeries(deps, tx, party, before, {
      version: scope.version,
      decide: async (now) => {
        const moved = rules.transition(before, 'cancel', party.role, now)
        const after: Series = scope.scope === 'ALL' ? moved : { ...moved, status: before.status }
        const { chosen, kept } = choose(await store.listVisits(tx, id), scope, now)
        const isLost = ({ state }: SeriesVisit) => scope.scope === 'ALL' && state === 'PLANNED'
        const cancelled = [...chosen, ...kept.filter(isLost)].sort((one, other) => one.position - other.position)
        const bookingIds = cancelled.flatMap(({ bookingId }) => bookingId ?? [])
        await assertVisitFeesAccepted(deps, tx, party, bookingIds, { reasonCode, acceptFee, previewHash })
        const affected = noVisitsAffected()
        for (const visit of cancelled) {
          if (visit.bookingId) {
            await cancelVisit(deps, tx, party, visit.bookingId, { reasonCode, note })
            affected.bookingIds.push(visit.bookingId)
          }
          await store.saveVisit(tx, id, { ...visit, state: 'CANCELLED' })
          affected.occurrences.push(visit.position)
        }
        // Each booking announces its cancellation itself.
        const planned = cancelled.filter(({ bookingId }) => bookingId === null)
        return {
          after,
          event: 'series.cancelled',
          affected,
          kept: kept.filter((visit) => !isLost(visit)),
          announcements: [{ event: 'cancelled', visits: planned, withNotification: party.role === 'CUSTOMER' }],
        }
      },
    })
  })
}
