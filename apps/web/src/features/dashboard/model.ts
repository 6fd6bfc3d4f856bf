import type { BookingSummary } from '@fettle/protocol/bookings'
import { daysAway } from '../../lib/dates.ts'

export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** By the reader's own clock. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** `Friday 21 November`, as the reader's language writes it. */
export const longDay = (now: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(now)

/** Midnight before now: the same all day, so that it is one query. */
export const startOfToday = (now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()

/** The one thing that comes before all others. */
export type First =
  | { kind: 'request'; booking: BookingSummary }
  | { kind: 'job'; booking: BookingSummary; isRunning: boolean }
  | { kind: 'messages'; count: number }
  | { kind: 'nothing' }

const isOver = ({ endAt }: BookingSummary, now: Date): boolean => Date.parse(endAt) <= now.getTime()

const respondBy = (booking: BookingSummary): number => (booking.respondBy ? Date.parse(booking.respondBy) : Infinity)

/** Jobs that are not over yet. */
export const stillAhead = (jobs: readonly BookingSummary[], now: Date): BookingSummary[] =>
  jobs.filter((job) => !isOver(job, now))

/** Requests by the time there is to answer them; one whose time has passed asks for nothing any more. */
export const byUrgency = (requests: readonly BookingSummary[], now: Date): BookingSummary[] =>
  requests.filter((request) => respondBy(request) > now.getTime()).toSorted((a, b) => respondBy(a) - respondBy(b))

/** A day on which somebody is expected somewhere comes first only once its requests are answered. */
export function firstOf(given: {
  requests: readonly BookingSummary[]
  jobs: readonly BookingSummary[]
  unread: number
  now: Date
}): First {
  const { requests, jobs, unread, now } = given
  const [job] = stillAhead(jobs, now)
  const isRunning = job !== undefined && Date.parse(job.startAt) <= now.getTime()
  if (job && isRunning) return { kind: 'job', booking: job, isRunning }
  const [request] = byUrgency(requests, now)
  if (request) return { kind: 'request', booking: request }
  if (job && daysAway(job.startAt, job.timeZone, now) === 0) return { kind: 'job', booking: job, isRunning }
  if (unread > 0) return { kind: 'messages', count: unread }
  return job ? { kind: 'job', booking: job, isRunning } : { kind: 'nothing' }
}

/** Nothing has ever been asked of this provider: the screen shows how to begin instead of empty lists. */
export const isNew = (countsByStatus: Readonly<Record<string, number>>): boolean =>
  Object.values(countsByStatus).every((count) => count === 0)
