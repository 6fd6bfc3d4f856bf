import type { WorkSegment } from '@fettle/protocol/bookings/work-log'

/** Minutes worked so far; a running timer counts until `now`. */
export const workedMinutes = (log: readonly WorkSegment[], now: Date): number =>
  log
    .filter(({ kind }) => kind === 'WORK')
    .reduce((sum, { startedAt, endedAt }) => sum + minutesBetween(startedAt, endedAt ?? now), 0)

/** Whole minutes between two instants; 0 when they are reversed. */
export const minutesBetween = (from: string, to: string | Date): number =>
  Math.max(0, Math.round((new Date(to).getTime() - Date.parse(from)) / 60_000))
