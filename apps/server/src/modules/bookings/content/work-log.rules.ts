import type { BookingStatus } from '@fettle/protocol/bookings'
import type { WorkKind, WorkSegment } from '@fettle/protocol/bookings/work-log'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { SegmentRow } from './work-log.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Time entries of a job: at most one running, no overlaps, none in the future. Pure. */

const MAX_SEGMENT_MS = 24 * 60 * MINUTE_MS

export const workingStatuses: readonly BookingStatus[] = ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED']
export const statusesUntilCompletion: readonly BookingStatus[] = [
  'CONFIRMED',
  ...workingStatuses,
  'AWAITING_CONFIRMATION',
]

/** Effect of a transition on the timer: the kind of entry to start, null to only stop, undefined for no effect. */
const timerOf: Readonly<Record<string, WorkKind | null>> = {
  'start-travel': 'TRAVEL',
  arrive: null,
  start: 'WORK',
  pause: null,
  resume: 'WORK',
  complete: null,
  reopen: 'WORK',
  cancel: null,
  'report-no-show': null,
  'report-provider-no-show': null,
}
export const timerAfter = (move: string): WorkKind | null | undefined => timerOf[move]

export const runningOf = (log: readonly SegmentRow[]): SegmentRow | undefined =>
  log.find(({ endedAt }) => endedAt === null)

/** Ends an entry, never before its start, whatever the clocks say. */
export const ended = (segment: SegmentRow, at: Date): SegmentRow => ({
  ...segment,
  endedAt: at < segment.startedAt ? segment.startedAt : at,
})

/** When a timer started `at` counts from: not before earlier entries end. */
export const timerStart = (log: readonly SegmentRow[], at: Date): Date =>
  new Date(Math.max(+at, ...log.flatMap(({ endedAt }) => (endedAt ? [+endedAt] : []))))

export function assertNoTimerRuns(log: readonly SegmentRow[]): void {
  const running = runningOf(log)
  if (running) throw new AppError('TIMER_RUNNING', { kind: running.kind, startedAt: running.startedAt.toISOString() })
}

/** Throws if an edited entry is invalid or overlaps another. */
export function assertConsistent(segment: SegmentRow, log: readonly SegmentRow[], now: Date): void {
  const end = segment.endedAt ?? now
  if (segment.startedAt > now) throw fieldError(['startedAt'], 'TOO_BIG', issueText('TIME_IN_FUTURE'))
  if (end > now) throw fieldError(['endedAt'], 'TOO_BIG', issueText('TIME_IN_FUTURE'))
  if (end < segment.startedAt || (segment.endedAt && end.getTime() === segment.startedAt.getTime())) {
    throw fieldError(['endedAt'], 'TOO_SMALL', issueText('END_NOT_AFTER_START'))
  }
  if (end.getTime() - segment.startedAt.getTime() > MAX_SEGMENT_MS) {
    throw fieldError(['endedAt'], 'TOO_BIG', issueText('TIME_ENTRY_TOO_LONG', { max: 24 }))
  }
  const other = log.find(
    (each) => each.id !== segment.id && each.startedAt < end && segment.startedAt < (each.endedAt ?? now),
  )
  if (other) throw fieldError(['startedAt'], 'NOT_ALLOWED', issueText('TIME_ENTRIES_OVERLAP'))
}

const minutesOf = ({ startedAt, endedAt }: SegmentRow, now: Date) =>
  Math.round(((endedAt ?? now).getTime() - startedAt.getTime()) / MINUTE_MS)

/** Minutes of work without travel and breaks, which an hourly job is paid by. */
export const workedMinutes = (log: readonly SegmentRow[], now: Date): number =>
  log.filter(({ kind }) => kind === 'WORK').reduce((sum, segment) => sum + minutesOf(segment, now), 0)

export const toView = (segment: SegmentRow): WorkSegment => ({
  id: segment.id,
  kind: segment.kind,
  startedAt: segment.startedAt.toISOString(),
  endedAt: segment.endedAt?.toISOString() ?? null,
  minutes: segment.endedAt && minutesOf(segment, segment.endedAt),
  editedReason: segment.editedReason,
})
