import type {
  BookingAction,
  BookingStatus,
  BookingSummary,
  BookingView,
  DeclineReason,
} from '@fettle/protocol/bookings'
import { dayIn, daysAway } from '../../lib/dates.ts'

/** What can be known about bookings without drawing them. */

export const bookingTabs = ['requests', 'upcoming', 'past', 'closed'] as const
export type BookingTab = (typeof bookingTabs)[number]

export interface TabFilter {
  status: string
  /** What is ahead comes soonest first, what is over latest first. */
  sort: 'startAt' | '-startAt'
  /** Bookings that end after it, or begin before it. */
  from?: string
  to?: string
}

const closed: readonly BookingStatus[] = ['DECLINED', 'EXPIRED', 'CANCELLED']

/** Midnight before now on the reader's clock: what was to be done today stays in sight all day. */
export const startOfToday = (now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()

/** What a tab asks the server for. The same all day, so that it is one query. */
export function filterOf(tab: BookingTab, now: Date): TabFilter {
  switch (tab) {
    case 'requests':
      return { status: 'REQUESTED', sort: 'startAt' }
    case 'upcoming':
      return { status: 'CONFIRMED', sort: 'startAt', from: startOfToday(now) }
    case 'past':
      return { status: 'CONFIRMED', sort: '-startAt', to: startOfToday(now) }
    case 'closed':
      return { status: closed.join(','), sort: '-startAt' }
  }
}

/** Under which tab a booking stands. */
export function tabOf({ status, endAt }: Pick<BookingSummary, 'status' | 'endAt'>, now: Date): BookingTab {
  if (status === 'REQUESTED') return 'requests'
  if (closed.includes(status)) return 'closed'
  return Date.parse(endAt) > Date.parse(startOfToday(now)) ? 'upcoming' : 'past'
}

export const readTab = (value: string | null): BookingTab => bookingTabs.find((tab) => tab === value) ?? 'requests'

/** How many stand under each tab, as far as it is known: the past is only counted when it is opened. */
export function countsOf(given: {
  countsByStatus: Readonly<Record<string, number>> | undefined
  upcoming: number | undefined
  past: number | undefined
}): Record<BookingTab, number | undefined> {
  const { countsByStatus: counts, upcoming, past } = given
  return {
    requests: counts && (counts['REQUESTED'] ?? 0),
    upcoming,
    past,
    closed: counts && closed.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
  }
}

/** The shortest search the server takes. */
export const SEARCH_MIN = 2
export const searchText = (typed: string): string | undefined => {
  const text = typed.trim()
  return text.length >= SEARCH_MIN ? text : undefined
}

export interface DayGroup<Row> {
  /** The day of the job on its own clock, `2026-11-25`. */
  key: string
  startAt: string
  timeZone: string
  rows: Row[]
}

/** Rows under their days, in the order they come. */
export function groupByDay<Row extends Pick<BookingSummary, 'startAt' | 'timeZone'>>(
  rows: readonly Row[],
): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = []
  for (const row of rows) {
    const key = dayIn(row.startAt, row.timeZone)
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, startAt: row.startAt, timeZone: row.timeZone, rows: [row] })
  }
  return groups
}

/** Whether the job's day is today, where the job is. */
export const isToday = ({ startAt, timeZone }: Pick<BookingSummary, 'startAt' | 'timeZone'>, now: Date): boolean =>
  daysAway(startAt, timeZone, now) === 0

export const isOver = ({ endAt }: Pick<BookingSummary, 'endAt'>, now: Date): boolean =>
  Date.parse(endAt) <= now.getTime()

/** The one thing to do about a booking; `decline` when a request can no longer be accepted. */
export type NextStep = 'accept' | 'decline' | 'directions' | 'message'

/** Answer first; on the day the way there; before and after it a word to the customer. */
export function nextStep(booking: BookingView, now: Date): NextStep {
  if (booking.allowedActions.includes('accept')) return 'accept'
  if (booking.allowedActions.includes('decline')) return 'decline'
  if (booking.status === 'CONFIRMED' && booking.location.line1 && isToday(booking, now) && !isOver(booking, now)) {
    return 'directions'
  }
  return 'message'
}

const outcome: Record<Extract<BookingAction, 'accept' | 'decline'>, BookingStatus> = {
  accept: 'CONFIRMED',
  decline: 'DECLINED',
}

/** The booking as it will be once the server agrees. What only the server knows (address, phone) stays hidden. */
export const decided = (booking: BookingView, action: 'accept' | 'decline'): BookingView => ({
  ...booking,
  status: outcome[action],
  awaitingParty: null,
  allowedActions: [],
})

/** Why an answer was refused, and what helps. */
export type Refusal =
  | { kind: 'conflict'; message: string; with: { id: string; reference: string } | undefined }
  | { kind: 'expired' | 'changed' | 'offline' | 'gone' | 'other'; message: string }

interface Failed {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

const isReference = (value: unknown): value is { id: string; reference: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'reference' in value

export function refusalOf({ code, message, details }: Failed): Refusal {
  switch (code) {
    case 'SLOT_CONFLICT': {
      const conflicts = Array.isArray(details['conflicts']) ? (details['conflicts'] as unknown[]) : []
      return { kind: 'conflict', message, with: conflicts.find(isReference) }
    }
    case 'REQUEST_EXPIRED':
      return { kind: 'expired', message }
    case 'VERSION_CONFLICT':
    case 'INVALID_TRANSITION':
      return { kind: 'changed', message }
    case 'NETWORK':
      return { kind: 'offline', message }
    case 'NOT_FOUND':
      return { kind: 'gone', message }
    default:
      return { kind: 'other', message }
  }
}

/** The address as people write it, the city alone while the rest is hidden. */
export function addressLines({ location }: Pick<BookingView, 'location'>): string[] {
  const town = [location.city, location.state !== location.city ? location.state : null, location.postalCode]
  return [location.line1, location.line2, town.filter(Boolean).join(', ')].filter((line): line is string =>
    Boolean(line),
  )
}

export type MapApp = 'geo' | 'apple' | 'web'

/** Which kind of link opens the map of this device. */
export function mapAppOf(userAgent: string): MapApp {
  if (/android/i.test(userAgent)) return 'geo'
  return /iphone|ipad|macintosh/i.test(userAgent) ? 'apple' : 'web'
}

/** A link that leads to the site; undefined while the address is hidden. */
export function directionsHref(booking: Pick<BookingView, 'location'>, app: MapApp): string | undefined {
  const { line1, lat, lng } = booking.location
  if (!line1) return undefined
  const address = encodeURIComponent(addressLines(booking).join(', '))
  const point = lat !== null && lng !== null ? `${lat},${lng}` : undefined
  if (app === 'geo') return `geo:${point ?? '0,0'}?q=${point ? `${point}(${address})` : address}`
  if (app === 'apple') return `https://maps.apple.com/?daddr=${point ?? address}`
  return `https://www.google.com/maps/dir/?api=1&destination=${point ?? address}`
}

export const NOTE_MAX = 500

export interface DeclineForm {
  reason: DeclineReason | ''
  note: string
}

/** What keeps an answer from being sent: "something else" needs a word of explanation. */
export function declineProblem({ reason, note }: DeclineForm): 'reason' | 'note' | undefined {
  if (reason === '') return 'reason'
  if (note.length > NOTE_MAX || (reason === 'OTHER' && note.trim() === '')) return 'note'
  return undefined
}
