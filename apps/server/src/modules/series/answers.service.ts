import type { Received } from '@fettle/protocol'
import type { PreviewedOccurrence, SeriesAction, SeriesChange } from '@fettle/protocol/bookings/series'
import type * as protocol from '@fettle/protocol/bookings/series-answers'
import { sideOf, SYSTEM, type ActingParty, type ActingPerson } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import {
  acceptBooking,
  cancelBooking,
  declineBooking,
  SERIES_ANSWERED_JOB,
  type BookingDeps,
} from '../bookings/index.ts'
import { assertVersion, getOwnSeries, lockOwnSeries } from './series.access.ts'
import { changeSeries, noVisitsAffected, showSeries, type AffectedVisits } from './series.workflow.ts'
import * as rules from './series.rules.ts'
import type { PlannedVisit, Series, SeriesVisit } from './series.rules.ts'
import { scheduleAround } from './series.service.ts'
import * as store from './series.store.ts'
import { materialise } from './series.jobs.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/**
 * Accepting or declining a series as a whole. A customer answers a provider's proposal directly. A customer's request
 * depends on the booking request for its first visit: its answer, withdrawal or expiry applies to the series.
 */

const events = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' } as const
type AnswerAction = keyof typeof events

interface AcceptanceInput extends Omit<Received<typeof protocol.acceptSeries>['body'], 'version' | 'onConflict'> {
  version?: number | undefined
  onConflict?: 'FAIL' | 'SKIP' | undefined
}

/** Preview of every visit if accepted now. */
export async function previewAnswer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  party: ActingParty,
  id: string,
): Promise<PreviewedOccurrence[]> {
  const series = await getOwnSeries(db, party, id)
  if (series.status !== 'PENDING') {
    const allowed = rules.allowedActions(series, party.role, clock.now())
    const details = { thing: 'series', from: series.status, action: 'accept', verb: 'accepted', allowed }
    throw new AppError('INVALID_TRANSITION', details)
  }
  const visits = await store.listVisits(db, id)
  const requestedVisits = visits.filter(({ state }) => state === 'PLANNED' || state === 'BOOKED')
  return (await planVisits(db, series, requestedVisits, clock.now())).map(rules.toPreview)
}

/** Plans visits with the current schedule. Other requests, and those of the series itself, do not conflict. */
async function planVisits(
  db: Queryable,
  series: Series,
  visits: readonly SeriesVisit[],
  now: Date,
): Promise<PlannedVisit[]> {
  if (visits.length === 0) return []
  const schedule = await scheduleAround(db, series.providerId, visits, now, series.id)
  const entries = schedule.entries.filter(({ kind }) => kind !== 'REQUEST')
  return rules.plan(visits, { ...schedule, entries }, { now, moves: series.conflictPolicy === 'MOVE_TO_SUGGESTION' })
}

const plannedOf = async (db: Queryable, id: string): Promise<SeriesVisit[]> =>
  (await store.listVisits(db, id)).filter(({ state }) => state === 'PLANNED')

/**
 * Accepts a proposed series. Visits are checked again, because the schedule has changed, and those of the next eight
 * weeks become bookings.
 */
export async function acceptSeries(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, onConflict, ...consent }: AcceptanceInput = {},
): Promise<SeriesChange> {
  const series = await getOwnSeries(deps.db, party, id)
  if (series.headBookingId) {
    return answerWithHead(deps, party, series, { action: 'accept', version }, async (head) => {
      const policy = onConflict ?? series.conflictPolicy
      if (policy === 'FAIL') {
        const evaluated = await planVisits(deps.db, series, await plannedOf(deps.db, id), deps.clock.now())
        rules.resolve(evaluated, policy, 'PROVIDER', { hasHead: true })
      }
      // Before the first visit, whose acceptance starts the series, maybe by a job.
      if (policy !== series.conflictPolicy) await store.saveConflictPolicy(deps.db, id, policy)
      try {
        await acceptBooking(deps, party, head, consent)
      } catch (error) {
        await store.saveConflictPolicy(deps.db, id, series.conflictPolicy)
        throw error
      }
    })
  }
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnSeries(tx, party, id)
    return changeSeries(deps, tx, party, before, {
      version,
      decide(now) {
        const chosen = onConflict ? { ...before, conflictPolicy: onConflict } : before
        const after = rules.transition(chosen, 'accept', party.role, now)
        return conclude(deps, tx, party, { before: chosen, after, action: 'accept' })
      },
    })
  })
}

/** Declines a series with a reason, or withdraws an own one. */
export async function declineSeries(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, ...answer }: Partial<Received<typeof protocol.declineSeries>['body']> = {},
): Promise<SeriesChange> {
  const series = await getOwnSeries(deps.db, party, id)
  const action = series.createdBy === party.role ? 'withdraw' : 'decline'
  const { reasonCode, note } = answer
  const mustSayWhy = action === 'decline' && party.role === 'PROVIDER' && series.status === 'PENDING'
  if (mustSayWhy && !reasonCode) throw fieldError(['reasonCode'], 'REQUIRED', issueText('REASON_REQUIRED'))
  if (series.headBookingId) {
    return answerWithHead(deps, party, series, { action, version }, async (head) => {
      if (action === 'decline' && reasonCode) await declineBooking(deps, party, head, { reasonCode, note })
      else await cancelBooking(deps, party, head, { reasonCode: 'OTHER', note, photoIds: [] })
    })
  }
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnSeries(tx, party, id)
    return changeSeries(deps, tx, party, before, {
      version,
      decide(now) {
        const after = rules.transition(before, action, party.role, now)
        const data = { ...(reasonCode && { reasonCode }), ...(note && { note }) }
        return conclude(deps, tx, party, { before, after, action, data })
      },
    })
  })
}

/** Answers the request for the first visit, and thereby the series. */
async function answerWithHead(
  deps: BookingDeps,
  party: ActingPerson,
  series: Series,
  { action, version }: { action: SeriesAction; version: number | undefined },
  answerHead: (bookingId: string) => Promise<void>,
): Promise<SeriesChange> {
  assertVersion(series, version)
  rules.transition(series, action, party.role, deps.clock.now())
  await answerHead(series.headBookingId ?? '')
  return showChange(deps, party, series.id)
}

/** Result of the last transition. The series follows the request for its first visit once that is answered. */
const showChange = async (deps: BookingDeps, party: ActingPerson, id: string): Promise<SeriesChange> =>
  (await answer(deps, id, party)) ?? lastChange(deps, party, id)

/** Answered concurrently: the result is in the timeline. */
async function lastChange({ db, clock }: BookingDeps, party: ActingPerson, id: string): Promise<SeriesChange> {
  const series = await getOwnSeries(db, party, id)
  const entries = await listTimeline(db, { type: 'series', id }, sideOf(party))
  const changed = entries.at(-1)?.data as Partial<SeriesChange['changed']> | undefined
  const { bookingIds = [], occurrences = [], keptOccurrences = [] } = changed ?? {}
  return {
    series: await showSeries({ clock }, db, series, party),
    changed: { bookingIds, occurrences, keptOccurrences },
  }
}

/**
 * Applies the answer of the first visit's request to the series. Visits that are no longer possible are skipped, so
 * that the first acceptance stands.
 */
async function answer(deps: BookingDeps, id: string, party: ActingParty): Promise<SeriesChange | undefined> {
  return deps.db.transaction(async (tx) => {
    const series = await lockOwnSeries(tx, SYSTEM, id)
    const head = (await store.listVisits(tx, id)).find(({ bookingId }) => bookingId === series.headBookingId)
    const action = series.status === 'PENDING' && head ? answerOf(head) : undefined
    if (!action) return undefined
    const before: Series = series.conflictPolicy === 'FAIL' ? { ...series, conflictPolicy: 'SKIP' } : series
    return changeSeries(deps, tx, party, before, {
      decide: (now) => conclude(deps, tx, party, { before, after: rules.after(series, action, now), action }),
    })
  })
}

/**
 * The series action that follows from the state of the first visit's request. Undefined while it is open. A first visit
 * that was accepted and has been cancelled since was still accepted.
 */
function answerOf({ bookingStatus, wasConfirmed }: SeriesVisit): AnswerAction | undefined {
  if (wasConfirmed) return 'accept'
  switch (bookingStatus) {
    case 'DECLINED':
      return 'decline'
    case 'CANCELLED':
      return 'withdraw'
    case 'EXPIRED':
      return 'expire'
    default:
      return undefined
  }
}

/** Books the visits of an accepted series. For a first visit's request, both sides were already notified. */
async function conclude(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  {
    before,
    after,
    action,
    data,
  }: { before: Series; after: Series; action: AnswerAction; data?: Record<string, unknown> },
) {
  const event = events[action]
  const { moved, ...affected } =
    action === 'accept' ? await startSeries(deps, tx, before, after) : { ...noVisitsAffected(), moved: [] }
  const isAnnounced = before.headBookingId !== null && action !== 'accept'
  const withNotification = party.role === 'CUSTOMER' && action !== 'withdraw'
  return {
    after,
    affected,
    event: `series.${event}`,
    ...(data && { data }),
    announcements: isAnnounced
      ? []
      : [
          { event, withNotification },
          { event: 'rescheduled' as const, visits: moved },
        ],
  }
}

async function startSeries(
  deps: BookingDeps,
  tx: Tx,
  before: Series,
  after: Series,
): Promise<AffectedVisits & { moved: SeriesVisit[] }> {
  const now = deps.clock.now()
  const affected = noVisitsAffected()
  const moved: SeriesVisit[] = []
  const planned = await plannedOf(tx, before.id)
  // Working hours were checked with the proposal, so only conflicts count now.
  const evaluated = await planVisits(tx, before, planned, now)
  const hasHead = before.headBookingId !== null
  for (const visit of rules.resolve(evaluated, before.conflictPolicy, 'PROVIDER', { hasHead })) {
    const plannedVisit = planned.find(({ position }) => position === visit.position)
    if (!plannedVisit || (visit.state === plannedVisit.state && +visit.startAt === +plannedVisit.startAt)) continue
    const decided = { ...plannedVisit, ...visit }
    await store.saveVisit(tx, before.id, decided)
    affected.occurrences.push(visit.position)
    if (decided.state === 'PLANNED') moved.push(decided)
  }
  const { bookingIds, ...booked } = await materialise(deps, tx, { ...after, conflictPolicy: before.conflictPolicy })
  const occurrences = [...new Set([...affected.occurrences, ...booked.occurrences])].sort((one, other) => one - other)
  return { bookingIds, occurrences, moved: [...moved, ...booked.moved] }
}

export function handleAnswers(deps: BookingDeps): void {
  deps.jobs.handle<{ id: string }>(SERIES_ANSWERED_JOB, async ({ id }) => {
    await answer(deps, id, SYSTEM)
  })
}
