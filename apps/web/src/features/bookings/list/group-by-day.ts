import type { BookingSummary } from '@fettle/protocol/bookings'
import { dayIn } from '../../../lib/format/dates.ts'

export interface DayGroup<Row> {
  /** Local day of the booking, `2026-11-25`; empty when unscheduled. */
  key: string
  startAt: string | null
  timeZone: string
  rows: Row[]
}

/** Groups rows by day, keeping their order. */
export function groupByDay<Row extends Pick<BookingSummary, 'startAt' | 'timeZone'>>(
  rows: readonly Row[],
): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = []
  for (const row of rows) {
    const key = row.startAt === null ? '' : dayIn(row.startAt, row.timeZone)
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, startAt: row.startAt, timeZone: row.timeZone, rows: [row] })
  }
  return groups
}
