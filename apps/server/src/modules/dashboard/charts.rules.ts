import type { BookingStatus } from '@fettle/protocol/bookings'
import type { Charts } from '@fettle/protocol/dashboard'
import type { ChartRow } from './dashboard.store.ts'

/** Charts as data (domain §14). Pure. */

type Outcome = Exclude<keyof Charts['outcomes'][number], 'from'>

const outcomeOf: Partial<Record<BookingStatus, Outcome>> = {
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  NO_SHOW: 'noShow',
  DECLINED: 'declined',
  EXPIRED: 'missed',
}

/** A bar for every stretch of time, also where nothing was. What has not ended yet is open. */
export function outcomesOf(rows: readonly ChartRow[], bars: readonly string[]): Charts['outcomes'] {
  return bars.map((from) => {
    const bar = { from, completed: 0, cancelled: 0, noShow: 0, declined: 0, missed: 0, open: 0 }
    for (const row of rows) {
      if (row.part === 'OUTCOME' && row.bar === from && row.status) bar[outcomeOf[row.status] ?? 'open'] += row.jobs
    }
    return bar
  })
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

/** Nothing is known of offers yet: their stages are null. */
export function funnelOf(facts: {
  requested: number
  accepted: number
  completed: number
  toAccept: number | null
  toComplete: number | null
}): Charts['funnel'] {
  return [
    { stage: 'REQUESTED', count: facts.requested, medianDays: null },
    { stage: 'SENT', count: null, medianDays: null },
    { stage: 'VIEWED', count: null, medianDays: null },
    { stage: 'ACCEPTED', count: facts.accepted, medianDays: oneDecimal(facts.toAccept) },
    { stage: 'COMPLETED', count: facts.completed, medianDays: oneDecimal(facts.toComplete) },
  ]
}
