import type { SeriesChange, SeriesScope } from '@fettle/protocol/booking-series'
import type { CancelReason } from '@fettle/protocol/cancellations'
import type { Tx } from '../../platform/db.ts'
import { fieldError } from '../../platform/errors.ts'
import { addMinutes } from '../../platform/wall-time.ts'
import { cancelVisit, changeVisit, SERIES_ANSWERED, type Mover, type Person } from '../bookings/index.ts'
import { slotOn } from './recurrence.rules.ts'
import { openToChange, recordSeries } from './series.door.ts'
import * as rules from './series.rules.ts'
import type { Series, Visit } from './series.rules.ts'
import { diaryAround } from './series.service.ts'
import * as store from './series.store.ts'
import { expiryKey, materialise, type Touched } from './series.visits.ts'

interface Scope {
  version?: number | undefined
  scope: SeriesScope
  index?: number | undefined
}

const untouched = (): Touched => ({ bookingIds: [], occurrences: [] })

/** Writes a change of a series with exactly what it touched, and answers the same. */
async function finish(
  deps: Mover,
  tx: Tx,
  party: Person,
  after: Series,
  { event, touched, kept = [] }: { event: string; touched: Touched; kept?: readonly Visit[] },
): Promise<SeriesChange> {
  const changed = { ...touched, keptOccurrences: kept.map(({ place }) => place) }
  await store.save(tx, after)
  await recordSeries(deps, tx, party, after, event, changed)
  const visits = await store.listVisits(tx, after.id)
  return { series: rules.toView(after, visits, party.role, deps.clock.now()), changed }
}

/**
 * The other side agrees: the visits are judged once more, since the diary has moved on, and those of the next eight
 * weeks become bookings.
 */
export function acceptSeries(deps: Mover, party: Person, id: string, version?: number): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await openToChange(tx, party, id, version)
    const after = rules.move(before, 'accept', party.role, deps.clock.now())
    await deps.jobs.cancel(tx, expiryKey(id))
    return finish(deps, tx, party, after, { event: 'accepted', touched: await begin(deps, tx, before, after) })
  })
}

async function begin(deps: Mover, tx: Tx, before: Series, after: Series): Promise<Touched> {
  const now = deps.clock.now()
  const touched = untouched()
  const planned = (await store.listVisits(tx, before.id)).filter(({ state }) => state === 'PLANNED')
  if (planned.length > 0) {
    const diary = await diaryAround(tx, before.providerId, planned, now, before.id)
    // What others merely asked for stays a request.
    const entries = diary.entries.filter(({ kind }) => kind !== 'REQUEST')
    const moves = before.conflictPolicy === 'MOVE_TO_SUGGESTION'
    const judged = rules.plan(planned, { ...diary, entries }, { now, moves })
    // Hours were judged when it was proposed: now only what is in the way counts.
    for (const visit of rules.resolve(judged, before.conflictPolicy, 'PROVIDER')) {
      const known = planned.find(({ place }) => place === visit.place)
      if (!known || (visit.state === known.state && +visit.startAt === +known.startAt)) continue
      await store.saveVisit(tx, before.id, { ...known, ...visit })
      touched.occurrences.push(visit.place)
    }
  }
  const made = await materialise(deps, tx, after)
  const occurrences = [...new Set([...touched.occurrences, ...made.occurrences])].sort((one, other) => one - other)
  return { ...made, occurrences }
}

/**
 * The request for the first visit was answered, and so is the series. What cannot be kept of the rest by now is left
 * out: a yes to the first visit is not taken back for the sake of a later one.
 */
async function answer(deps: Mover, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const series = await openToChange(tx, { role: 'SYSTEM' }, id, undefined)
    if (series.status !== 'PENDING') return
    const visits = await store.listVisits(tx, id)
    const isAgreed = visits.some(
      ({ bookingId, bookingStatus }) =>
        bookingId !== null &&
        bookingStatus !== null &&
        !rules.isNothing(bookingStatus) &&
        bookingStatus !== 'REQUESTED',
    )
    const lenient: Series =
      series.conflictPolicy === 'FAIL'
        ? { ...series, conflictPolicy: 'SKIP', headBookingId: null }
        : { ...series, headBookingId: null }
    const other = {
      role: series.createdBy === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER',
      id: series.providerId,
      name: '',
    } as const
    const after = rules.move(lenient, isAgreed ? 'accept' : 'decline', other.role, deps.clock.now())
    const touched = isAgreed ? await begin(deps, tx, lenient, after) : untouched()
    await store.save(tx, after)
    await recordSeries(deps, tx, { role: 'SYSTEM' }, after, isAgreed ? 'accepted' : 'declined', { ...touched })
  })
}

export function handleAnswers(deps: Mover): void {
  deps.jobs.handle<{ id: string }>(SERIES_ANSWERED, ({ id }) => answer(deps, id))
}

/** The other side says no, or whoever proposed it takes it back. */
export function declineSeries(deps: Mover, party: Person, id: string, version?: number): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await openToChange(tx, party, id, version)
    const action = before.createdBy === party.role ? 'withdraw' : 'decline'
    const after = rules.move(before, action, party.role, deps.clock.now())
    await deps.jobs.cancel(tx, expiryKey(id))
    return finish(deps, tx, party, after, { event: 'declined', touched: untouched() })
  })
}

/** The visits a change is about; a visit the series does not have is a mistake. */
function choose(visits: readonly Visit[], scope: Scope, now: Date) {
  if (scope.scope !== 'ALL' && !visits.some(({ place }) => place === scope.index)) {
    throw fieldError(['index'], 'NOT_ALLOWED', 'Choose a visit.')
  }
  return rules.select(visits, scope, now)
}

interface Edit extends Scope {
  title?: string | undefined
  description?: string | undefined
  localStart?: string | undefined
  durationMinutes?: number | undefined
}

/** Changes visits that are still to come. One that is moved by itself goes its own way from then on. */
export function editSeries(
  deps: Mover,
  party: Person,
  id: string,
  { title, description, localStart, durationMinutes, ...scope }: Edit,
): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await openToChange(tx, party, id, scope.version)
    const now = deps.clock.now()
    const isAll = scope.scope === 'ALL'
    const after: Series = {
      ...rules.move(before, 'edit', party.role, now),
      ...(isAll && title !== undefined && { title }),
      ...(isAll && description !== undefined && { description }),
      ...(isAll && localStart !== undefined && { localStart }),
      ...(isAll && durationMinutes !== undefined && { durationMinutes }),
    }
    const { chosen, kept } = choose(await store.listVisits(tx, id), scope, now)
    const edited = chosen.map((visit) => {
      const from = visit.bookedStart ?? visit.startAt
      const length = durationMinutes ?? (+(visit.bookedEnd ?? visit.endAt) - +from) / 60_000
      const slot =
        localStart === undefined
          ? { startAt: from, endAt: addMinutes(from, length) }
          : slotOn(visit.date, { localStart, durationMinutes: length, timeZone: before.timeZone })
      const isMoved = +slot.startAt !== +from
      return {
        ...visit,
        ...slot,
        title: title ?? visit.title,
        description: description ?? visit.description,
        detached: visit.detached || (scope.scope === 'THIS' && isMoved),
      }
    })
    const passed = edited.find(({ startAt }) => startAt <= now)
    if (passed) throw fieldError(['localStart'], 'TOO_SMALL', 'Choose a start in the future.')
    await assertFree(deps, tx, before, edited)
    const touched = await apply(deps, tx, party, before, edited, chosen)
    return finish(deps, tx, party, after, { event: 'changed', touched, kept })
  })
}

/** Nothing may stand in the new times but the very visits that leave theirs. */
async function assertFree(deps: Mover, tx: Tx, series: Series, edited: readonly Visit[]): Promise<void> {
  if (edited.length === 0) return
  const now = deps.clock.now()
  const diary = await diaryAround(tx, series.providerId, edited, now, series.id)
  const leaving = new Set(edited.map(({ bookingId }) => bookingId))
  const moving = new Set(edited.map(({ place }) => place))
  const staying = (await store.listVisits(tx, series.id)).filter(
    ({ place, state }) => state === 'PLANNED' && !moving.has(place),
  )
  const entries = diary.entries.filter(({ kind, id }) => kind !== 'REQUEST' && !leaving.has(id))
  const others = staying.map(({ startAt, endAt }) => ({
    kind: 'SERIES' as const,
    id: series.id,
    reference: series.title,
    title: series.title,
    timeZone: series.timeZone,
    place: null,
    startAt,
    endAt,
  }))
  const planned = rules.plan(edited, { ...diary, entries: [...entries, ...others] }, { now })
  const bad = planned.filter(({ status }) => status === 'CONFLICT')
  if (bad.length > 0) throw rules.seriesConflict(planned, bad)
}

const isSame = (one: Visit, other: Visit) =>
  +one.startAt === +(other.bookedStart ?? other.startAt) &&
  +one.endAt === +(other.bookedEnd ?? other.endAt) &&
  one.title === other.title &&
  one.description === other.description

/** Later visits first where all go later: none passes through the time of the next. */
async function apply(
  deps: Mover,
  tx: Tx,
  party: Person,
  series: Series,
  edited: readonly Visit[],
  chosen: readonly Visit[],
): Promise<Touched> {
  const touched = untouched()
  const pairs = edited.flatMap((visit, index) => {
    const known = chosen[index]
    return known && !isSame(visit, known) ? [{ visit, known }] : []
  })
  const goesLater = pairs.some(({ visit, known }) => visit.startAt > known.startAt)
  for (const { visit } of goesLater ? pairs.toReversed() : pairs) {
    await store.saveVisit(tx, series.id, visit)
    touched.occurrences.push(visit.place)
    if (visit.bookingId === null) continue
    touched.bookingIds.push(visit.bookingId)
    const { startAt, endAt, title, description } = visit
    await changeVisit(deps, tx, party, visit.bookingId, {
      startAt,
      endAt,
      title: title ?? series.title,
      description: description ?? series.description,
    })
  }
  touched.occurrences.sort((one, other) => one - other)
  return touched
}

/** Cancels visits that are still to come; those that are bookings by the rules of every booking. */
export function cancelSeries(
  deps: Mover,
  party: Person,
  id: string,
  { reasonCode, note, ...scope }: Scope & { reasonCode: CancelReason; note?: string | undefined },
): Promise<SeriesChange> {
  return deps.db.transaction(async (tx) => {
    const before = await openToChange(tx, party, id, scope.version)
    const now = deps.clock.now()
    const moved = rules.move(before, 'cancel', party.role, now)
    const after: Series = scope.scope === 'ALL' ? moved : { ...moved, status: before.status }
    const { chosen, kept } = choose(await store.listVisits(tx, id), scope, now)
    const touched = untouched()
    for (const visit of chosen) {
      if (visit.bookingId) {
        await cancelVisit(deps, tx, party, visit.bookingId, { reasonCode, note })
        touched.bookingIds.push(visit.bookingId)
      }
      await store.saveVisit(tx, id, { ...visit, state: 'CANCELLED' })
      touched.occurrences.push(visit.place)
    }
    return finish(deps, tx, party, after, { event: 'cancelled', touched, kept })
  })
}
