import type { BookingAction, BookingStatus, BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { serviceTypes } from '@fettle/protocol/common/fields'
import type { WorkSegment } from '@fettle/protocol/bookings/work-log'
import { dayIn } from '../../lib/format/dates.ts'
import { mapHref, type MapApp } from '../../lib/format/map-links.ts'
import type { ServiceType } from '../../shared/service-types.ts'

/** What can be known about bookings without drawing them. */

export const bookingTabs = ['requests', 'upcoming', 'progress', 'confirm', 'past'] as const
export type BookingTab = (typeof bookingTabs)[number]

/** Each state stands under one tab. */
export const statusesOf: Record<BookingTab, readonly BookingStatus[]> = {
  requests: ['REQUESTED'],
  upcoming: ['CONFIRMED'],
  progress: ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
  confirm: ['AWAITING_CONFIRMATION', 'DISPUTED'],
  past: ['COMPLETED', 'CANCELLED', 'NO_SHOW', 'DECLINED', 'EXPIRED'],
}

/** What narrows a list down. All of it stands in the address. */
export interface BookingFilters {
  status?: string | undefined
  service?: string | undefined
  from?: string | undefined
  to?: string | undefined
  customer?: string | undefined
}
export const filterNames = ['status', 'service', 'from', 'to', 'customer'] as const

export interface TabFilter {
  status: string
  /** What is ahead comes soonest first, what is over latest first. */
  sort: 'startAt' | '-startAt'
  serviceCategory?: ServiceType
  /** Bookings that end after it, or begin before it. */
  from?: string
  to?: string
  customerId?: string
}

/** A day of the reader's calendar as the instant it begins; `days` later when it is to be the end of it. */
export const dayStart = (day: string, days = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + days).toISOString()
}

const isDay = (value: string | undefined): value is string => /^\d{4}-\d{2}-\d{2}$/.test(value ?? '')

/** What a tab asks the server for. Without filters it is the same every day, so that it can be kept. */
export function filterOf(tab: BookingTab, filters: BookingFilters = {}): TabFilter {
  const { status, service, from, to, customer } = filters
  const own = statusesOf[tab]
  const wanted = own.find((state) => state === status)
  const trade = serviceTypes.find((type) => type === service)
  return {
    status: wanted ?? own.join(','),
    sort: tab === 'past' ? '-startAt' : 'startAt',
    ...(trade && { serviceCategory: trade }),
    ...(isDay(from) && { from: dayStart(from) }),
    ...(isDay(to) && { to: dayStart(to, 1) }),
    ...(customer && { customerId: customer }),
  }
}

/** Under which tab a booking stands. */
export const tabOf = ({ status }: Pick<BookingSummary, 'status'>): BookingTab =>
  bookingTabs.find((tab) => statusesOf[tab].includes(status)) ?? 'past'

export const readTab = (value: string | null): BookingTab => bookingTabs.find((tab) => tab === value) ?? 'requests'

/** How many stand under each tab, as far as it is known. */
export function countsOf(counts: Readonly<Record<string, number>> | undefined): Record<BookingTab, number | undefined> {
  const sum = (tab: BookingTab) => counts && statusesOf[tab].reduce((all, status) => all + (counts[status] ?? 0), 0)
  return {
    requests: sum('requests'),
    upcoming: sum('upcoming'),
    progress: sum('progress'),
    confirm: sum('confirm'),
    past: sum('past'),
  }
}

/** The ways a list can be looked at. */
export const bookingViews = ['list', 'day', 'week', 'area'] as const
export type BookingListView = (typeof bookingViews)[number]
export const readView = (value: string | null): BookingListView => bookingViews.find((look) => look === value) ?? 'list'

export interface DayGroup<Row> {
  /** The day of the job on its own clock, `2026-11-25`; empty for those without a time. */
  key: string
  startAt: string | null
  timeZone: string
  rows: Row[]
}

/** Rows under their days, in the order they come. */
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

/** Rows under their towns, those with most to do first. */
export function groupByCity<Row extends Pick<BookingSummary, 'city'>>(
  rows: readonly Row[],
): { city: string; rows: Row[] }[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.city, [...(groups.get(row.city) ?? []), row])
  return [...groups]
    .map(([city, of]) => ({ city, rows: of }))
    .sort((one, other) => other.rows.length - one.rows.length || one.city.localeCompare(other.city))
}

/** The one thing to do about a booking; `decline` when a request can no longer be accepted. */
export type NextStep =
  | Extract<
      BookingAction,
      'accept' | 'decline' | 'start-travel' | 'arrive' | 'start' | 'complete' | 'resume' | 'rebook' | 'reschedule'
    >
  | 'message'

// The furthest step first: whoever works does not set off; whoever paused goes on before they hand over.
const steps = ['accept', 'decline', 'resume', 'complete', 'start', 'arrive', 'start-travel', 'rebook'] as const

/** How long before the start of a job one may set off at the earliest. */
const TRAVEL_LEAD_MS = 4 * 60 * 60_000

/** Answer first; then one step of the job after the other; a word to the customer where there is nothing else to do. */
export function nextStep(
  { allowedActions, status, startAt }: Pick<BookingView, 'allowedActions' | 'status' | 'startAt'>,
  now: Date,
): NextStep {
  const allowed = (action: NextStep) => (allowedActions as readonly string[]).includes(action)
  if (status === 'CONFIRMED') {
    // Without a time nothing can be done but to find one.
    if (startAt === null) return allowed('reschedule') ? 'reschedule' : 'message'
    const isNear = Date.parse(startAt) - now.getTime() <= TRAVEL_LEAD_MS
    return isNear && allowed('start-travel') ? 'start-travel' : 'message'
  }
  if (status === 'EN_ROUTE' && allowed('arrive')) return 'arrive'
  return steps.find(allowed) ?? 'message'
}

/** What else may be done, in the order of the menu. */
const others: readonly BookingAction[] = [
  'start-travel',
  'arrive',
  'start',
  'pause',
  'complete',
  'reopen',
  'late',
  'reschedule',
  'contact-attempts',
  'report-no-show',
  'rebook',
  'contest-cancellation',
  'contest-no-show',
  'withdraw',
  'cancel',
]
export const otherActions = (
  { allowedActions }: Pick<BookingView, 'allowedActions'>,
  step: NextStep,
): BookingAction[] => others.filter((action) => action !== step && allowedActions.includes(action))

const outcome = { accept: 'CONFIRMED', decline: 'DECLINED' } as const

/** Minutes of work on a job so far, a timer that runs counted until `now`. */
export const workedMinutes = (log: readonly WorkSegment[], now: Date): number =>
  log
    .filter(({ kind }) => kind === 'WORK')
    .reduce((sum, { startedAt, endedAt }) => sum + minutesBetween(startedAt, endedAt ?? now), 0)

/** Whole minutes from one moment to another; none where they are the wrong way round. */
export const minutesBetween = (from: string, to: string | Date): number =>
  Math.max(0, Math.round((new Date(to).getTime() - Date.parse(from)) / 60_000))

/** The booking as it will be once the server agrees. What only the server knows (address, phone) stays hidden. */
export const withDecision = <View extends BookingView>(booking: View, action: 'accept' | 'decline'): View => ({
  ...booking,
  status: outcome[action],
  awaitingParty: null,
  allowedActions: [],
})

/** The address as people write it, the city alone while the rest is hidden. */
export function addressLines({ location }: Pick<BookingView, 'location'>): string[] {
  const cityLine = [location.city, location.state !== location.city ? location.state : null, location.postalCode]
  return [location.line1, location.line2, cityLine.filter(Boolean).join(', ')].filter((line): line is string =>
    Boolean(line),
  )
}

/** A link that leads to the site; undefined while the address is hidden. */
export function directionsHref(booking: Pick<BookingView, 'location'>, app: MapApp): string | undefined {
  const { line1, lat, lng } = booking.location
  if (!line1) return undefined
  return mapHref(app, lat !== null && lng !== null ? `${lat},${lng}` : undefined, addressLines(booking).join(', '))
}

/** A link that leads to a town. */
export const cityHref = (city: string, app: MapApp): string => mapHref(app, undefined, city)
