import type { BookingStatus } from '@fettle/protocol/bookings'
import type { WorkKind, WorkSegment } from '@fettle/protocol/bookings/work-log'
import type { ActingProvider } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent } from '../booking.effects.ts'
import type { Booking } from '../booking.types.ts'
import { assertState } from './content.rules.ts'
import * as rules from './work-log.rules.ts'
import * as store from './work-log.store.ts'

type WorkLogDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'signal'>

/**
 * Updates the timer in the transaction of a booking's transition: ends the running entry and starts the next. The
 * caller holds the schedule lock.
 */
export async function updateWorkTimer(
  { ids }: Pick<Deps, 'ids'>,
  tx: Tx,
  bookingId: string,
  move: string,
  at: Date,
): Promise<void> {
  const next = rules.timerAfter(move)
  if (next === undefined) return
  const log = await store.listOf(tx, bookingId)
  const running = rules.runningOf(log)
  const ended = running && rules.ended(running, at)
  if (ended) await store.save(tx, ended)
  if (next)
    await store.insert(tx, newSegment(ids, bookingId, next, rules.timerStart(ended ? [...log, ended] : log, at)))
}

export function startTimer(
  deps: WorkLogDeps,
  party: ActingProvider,
  bookingId: string,
  { kind, occurredAt }: { kind: WorkKind; occurredAt?: string | undefined },
): Promise<WorkSegment> {
  return runWorkLogChange(
    deps,
    party,
    bookingId,
    { action: 'start-timer', states: rules.workingStatuses },
    async (tx, log, now) => {
      rules.assertNoTimerRuns(log)
      const segment = newSegment(deps.ids, bookingId, kind, rules.timerStart(log, effectiveTimeOf(occurredAt, now)))
      await store.insert(tx, segment)
      return segment
    },
  )
}

export function stopTimer(
  deps: WorkLogDeps,
  party: ActingProvider,
  bookingId: string,
  { occurredAt }: { occurredAt?: string | undefined },
): Promise<WorkSegment> {
  return runWorkLogChange(
    deps,
    party,
    bookingId,
    { action: 'stop-timer', states: rules.workingStatuses },
    async (tx, log, now) => {
      const running = rules.runningOf(log)
      if (!running) throw new AppError('NOT_FOUND', { thing: 'running timer' })
      const segment = rules.ended(running, effectiveTimeOf(occurredAt, now))
      await store.save(tx, segment)
      return segment
    },
  )
}

/** Adds a time entry the timer missed. */
export function addSegment(
  deps: WorkLogDeps,
  party: ActingProvider,
  bookingId: string,
  { kind, startedAt, endedAt, reason }: { kind: WorkKind; startedAt: string; endedAt: string; reason: string },
): Promise<WorkSegment> {
  const context = { action: 'add-time', states: rules.statusesUntilCompletion }
  return runWorkLogChange(deps, party, bookingId, context, async (tx, log, now) => {
    const segment = {
      ...newSegment(deps.ids, bookingId, kind, new Date(startedAt)),
      endedAt: new Date(endedAt),
      editedReason: reason,
    }
    rules.assertConsistent(segment, log, now)
    await store.insert(tx, segment)
    return segment
  })
}

export function editSegment(
  deps: WorkLogDeps,
  party: ActingProvider,
  bookingId: string,
  segmentId: string,
  change: {
    kind?: WorkKind | undefined
    startedAt?: string | undefined
    endedAt?: string | undefined
    reason: string
  },
): Promise<WorkSegment> {
  const context = { action: 'edit-time', states: rules.statusesUntilCompletion }
  return runWorkLogChange(deps, party, bookingId, context, async (tx, log, now) => {
    const before = log.find(({ id }) => id === segmentId)
    if (!before) throw new AppError('NOT_FOUND', { thing: 'stretch of time' })
    const segment = {
      ...before,
      kind: change.kind ?? before.kind,
      startedAt: change.startedAt === undefined ? before.startedAt : new Date(change.startedAt),
      endedAt: change.endedAt === undefined ? before.endedAt : new Date(change.endedAt),
      editedReason: change.reason,
    }
    rules.assertConsistent(segment, log, now)
    await store.save(tx, segment)
    return segment
  })
}

/** Runs a change of the work log: lock, decide, save, record. */
function runWorkLogChange(
  deps: WorkLogDeps,
  party: ActingProvider,
  bookingId: string,
  { action, states }: { action: string; states: readonly BookingStatus[] },
  work: (tx: Tx, log: store.SegmentRow[], now: Date) => Promise<store.SegmentRow>,
): Promise<WorkSegment> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    assertState(booking, states, { action, verb: 'timed' })
    const segment = await work(tx, await store.listOf(tx, bookingId), deps.clock.now())
    await appendWorkLogEvent(deps, tx, party, booking, segment)
    return rules.toView(segment)
  })
}

function appendWorkLogEvent(
  deps: WorkLogDeps,
  tx: Tx,
  party: ActingProvider,
  booking: Booking,
  segment: store.SegmentRow,
): Promise<void> {
  const { startedAt, endedAt, kind, editedReason, id } = segment
  return appendBookingEvent(deps, tx, party, booking, {
    type: 'booking.time_logged',
    data: {
      segmentId: id,
      kind,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      ...(editedReason === null ? {} : { reason: editedReason }),
    },
    visibility: 'PROVIDER',
  })
}

const newSegment = (ids: Deps['ids'], bookingId: string, kind: WorkKind, startedAt: Date): store.SegmentRow => ({
  id: ids.next('wrk'),
  bookingId,
  kind,
  startedAt,
  endedAt: null,
  editedReason: null,
})
