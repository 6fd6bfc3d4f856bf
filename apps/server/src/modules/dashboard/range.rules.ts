import type { Charts, DashboardRange } from '@fettle/protocol/workspace/dashboard'
import { addDays, localDate, toInstant, weekdayOf } from '../../platform/locale/zoned-time.ts'

/** Counting periods of the dashboard, in whole days of the provider's time zone. Pure. */

export interface Window {
  from: Date
  to: Date
}

const days: Record<DashboardRange, number> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 }
const buckets: Record<DashboardRange, Charts['bucket']> = { '7d': 'DAY', '30d': 'WEEK', '90d': 'WEEK', '12m': 'MONTH' }

export const bucketOf = (range: DashboardRange): Charts['bucket'] => buckets[range]

export const startOfDay = (day: string, timeZone: string): Date => toInstant(day, '00:00', timeZone)

/** The last days including today, up to now, and the period of equal length before. */
export function windowsOf(range: DashboardRange, now: Date, timeZone: string): { current: Window; before: Window } {
  const today = localDate(now, timeZone)
  const first = addDays(today, 1 - days[range])
  const from = startOfDay(first, timeZone)
  const begin = startOfDay(addDays(first, -days[range]), timeZone)
  return { current: { from, to: now }, before: { from: begin, to: from } }
}

/** First days of every bar of a chart, oldest first, including empty ones. */
export function barsOf(range: DashboardRange, now: Date, timeZone: string): string[] {
  const today = localDate(now, timeZone)
  const first = addDays(today, 1 - days[range])
  const bars = new Set<string>()
  for (let day = first; day <= today; day = addDays(day, 1)) bars.add(barOf(day, buckets[range]))
  return [...bars]
}

/** The first day of a bar: weeks start on Monday, months on the first, like `date_trunc`. */
export function barOf(day: string, bucket: Charts['bucket']): string {
  if (bucket === 'MONTH') return `${day.slice(0, 7)}-01`
  if (bucket === 'DAY') return day
  return addDays(day, -weekdayOf(day))
}
