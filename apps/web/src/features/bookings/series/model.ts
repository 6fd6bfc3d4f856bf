import type { BookingSeries, Occurrence, PreviewedOccurrence, SeriesScope } from '@fettle/protocol/bookings/series'

/** What can be known about a series of visits without drawing it. */

/** Whether a change of the series would touch a visit: still to come, and neither moved nor begun by itself. */
const isOpen = (now: Date) => (visit: Occurrence) =>
  (visit.status === 'PLANNED' || visit.status === 'BOOKED') &&
  !visit.detached &&
  Date.parse(visit.startAt) > now.getTime()

/** The visits a change of this scope is about; the server says afterwards which it was. */
export function visitsIn(
  { occurrences }: Pick<BookingSeries, 'occurrences'>,
  scope: SeriesScope,
  index: number | undefined,
  now: Date,
): Occurrence[] {
  const open = occurrences.filter(isOpen(now))
  if (scope === 'ALL' || index === undefined) return open
  return open.filter((visit) => (scope === 'THIS' ? visit.index === index : visit.index >= index))
}

/** The place of a visit among those the series has, from one. */
export function visitNumberOf({ occurrences }: Pick<BookingSeries, 'occurrences'>, index: number): number {
  const kept = occurrences.filter(({ status }) => status !== 'SKIPPED')
  return kept.findIndex((visit) => visit.index === index) + 1
}

export interface SeriesOutlook {
  /** Visits a yes would bring. */
  coming: number
  /** Those of them at another time than asked for. */
  moved: number
  leftOut: number
  offHours: number
}

/** What a yes to a series would bring, as the diary stands. */
export function outlookOf(
  visits: readonly PreviewedOccurrence[],
  { conflictPolicy }: Pick<BookingSeries, 'conflictPolicy'>,
): SeriesOutlook {
  const conflicts = visits.filter(({ status }) => status === 'CONFLICT')
  const moves = conflictPolicy === 'MOVE_TO_SUGGESTION'
  const moved = moves ? conflicts.filter(({ suggestion }) => suggestion !== null).length : 0
  const leftOut = conflicts.length - moved
  return {
    coming: visits.length - leftOut,
    moved,
    leftOut,
    offHours: visits.filter(({ status }) => status === 'OFF_HOURS').length,
  }
}
