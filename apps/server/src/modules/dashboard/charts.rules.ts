import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Charts } from '@fettle/protocol/workspace/dashboard'
import { localDate } from '../../platform/locale/zoned-time.ts'
import type { ChartRow, FunnelRow } from './dashboard.store.ts'
import { barOf } from './range.rules.ts'

/** Chart data from stored rows. Pure. */

type Outcome = Exclude<keyof Charts['outcomes'][number], 'from'>

const outcomeOf: Partial<Record<BookingStatus, Outcome>> = {
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  NO_SHOW: 'noShow',
  DECLINED: 'declined',
  EXPIRED: 'missed',
}

/** One bar per period, including empty ones. Bookings that have not ended are open. */
export function outcomesOf(rows: readonly ChartRow[], bars: readonly string[]): Charts['outcomes'] {
  return bars.map((from) => {
    const bar = { from, completed: 0, cancelled: 0, noShow: 0, declined: 0, missed: 0, open: 0 }
    for (const row of rows) {
      if (row.part === 'OUTCOME' && row.bar === from && row.status) bar[outcomeOf[row.status] ?? 'open'] += row.jobs
    }
    return bar
  })
}

type EarnedAmount = { at: Date; amount: number; status: 'PENDING' | 'AVAILABLE' | 'ON_HOLD' | 'PAID_OUT' | 'REVERSED' }

/** Earnings per period by status. Money on hold counts as pending. */
export function earningsOf(
  earned: readonly EarnedAmount[],
  bars: readonly string[],
  { bucket, timeZone }: { bucket: Charts['bucket']; timeZone: string },
): Charts['earnings']['bars'] {
  const partOf = {
    PAID_OUT: 'paid',
    REVERSED: 'paid',
    AVAILABLE: 'available',
    PENDING: 'pending',
    ON_HOLD: 'pending',
  } as const
  const barsByStart = new Map(bars.map((from) => [from, { from, paid: 0, available: 0, pending: 0 }]))
  for (const { at, amount, status } of earned) {
    const bar = barsByStart.get(barOf(localDate(at, timeZone), bucket))
    if (bar) bar[partOf[status]] += amount
  }
  return [...barsByStart.values()]
}

export const busyHoursOf = (rows: readonly ChartRow[]): Charts['busyHours'] =>
  rows
    .flatMap(({ part, weekday, hour, jobs }) =>
      part === 'HOUR' && weekday !== null && hour !== null ? [{ weekday, hour, jobs }] : [],
    )
    .toSorted((one, other) => one.weekday - other.weekday || one.hour - other.hour)

export const serviceMixOf = (rows: readonly ChartRow[]): Charts['serviceMix'] =>
  rows
    .filter(({ part }) => part === 'SERVICE')
    .map(({ service, jobs }) => ({ service: service as Charts['serviceMix'][number]['service'], jobs }))
    .toSorted((one, other) => other.jobs - one.jobs || String(one.service).localeCompare(String(other.service)))

const oneDecimal = (days: number | null) => (days === null ? null : Math.round(days * 10) / 10)

/** Requests and offers as one funnel; the middle stages are those of offers. */
export const funnelOf = (row: FunnelRow): Charts['funnel'] => [
  { stage: 'REQUESTED', count: row.requested, medianDays: null },
  { stage: 'SENT', count: row.sent, medianDays: oneDecimal(row.toSend) },
  { stage: 'VIEWED', count: row.viewed, medianDays: oneDecimal(row.toView) },
  { stage: 'ACCEPTED', count: row.accepted, medianDays: oneDecimal(row.toAccept) },
  { stage: 'COMPLETED', count: row.completed, medianDays: oneDecimal(row.toComplete) },
]
