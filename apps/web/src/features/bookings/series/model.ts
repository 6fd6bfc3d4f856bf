import type { BookingSeries, Occurrence, PreviewedOccurrence, SeriesScope } from '@fettle/protocol/bookings/series'

/** Logic of booking series without React. */

/** Whether a change of the series would affect a visit: it is upcoming and was not moved or started individually. */
const isOpen = (now: Date) => (visit: Occurrence) =>
  (visit.status === 'PLANNED' || visit.status === 'BOOKED') &&
  !visit.detached &&
  Date.parse(visit.startAt) > now.getTime()

/** Visits in the scope of a change; the server's response is authoritative. */
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

export interface SeriesOutlook {
  /** Number of visits that accepting would create. */
  coming: number
  /** Number of those at another time than requested. */
  moved: number
  leftOut: number
  offHours: number
}

/** Preview of accepting a series with the current schedule. */
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
