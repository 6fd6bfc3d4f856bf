import type { BookingAction, BookingStatus, BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { bookingSorts, type BookingSort } from '@fettle/protocol/common/list-sorts'
import { serviceTypes } from '@fettle/protocol/common/constants'
import type { WorkSegment } from '@fettle/protocol/bookings/work-log'
import { dayIn, ownTimeZone } from '../../lib/format/dates.ts'
import { addDays, instantAt, isDay } from '../../lib/format/wall-time.ts'
import type { Destination } from '../../lib/format/map-links.ts'
import type { ServiceType } from '../../shared/bookings/service-types.ts'

/** Logic of bookings without React. */

export const bookingTabs = ['requests', 'upcoming', 'progress', 'confirm', 'past'] as const
export type BookingTab = (typeof bookingTabs)[number]

/** Each status belongs to one tab. */
export const statusesOf: Record<BookingTab, readonly BookingStatus[]> = {
  requests: ['REQUESTED'],
  upcoming: ['CONFIRMED'],
  progress: ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
  confirm: ['AWAITING_CONFIRMATION', 'DISPUTED'],
  past: ['COMPLETED', 'CANCELLED', 'NO_SHOW', 'DECLINED', 'EXPIRED'],
}

/** Filters of the list. All are kept in the address. */
export interface BookingFilters {
  status?: string | undefined
  service?: string | undefined
  from?: string | undefined
  to?: string | undefined
  customer?: string | undefined
  /** Order; the tab's own unless given. */
  sort?: string | undefined
}
/** Filters that narrow the list. */
export const filterNames = ['status', 'service', 'from', 'to', 'customer'] as const

export interface TabFilter {
  status: string
  /** Upcoming: soonest first. Past: latest first. */
  sort: BookingSort
  serviceCategory?: ServiceType
  /** Bookings that end after `from` or begin before `to`. */
  from?: string
  to?: string
  customerId?: string
}

/** Order of a tab unless another is chosen. */
export const defaultSort = (tab: BookingTab): TabFilter['sort'] => (tab === 'past' ? '-startAt' : 'startAt')

/**
 * Query parameters of a tab, with the days of the filters in a time zone. Without filters they do not depend on the date,
 * so that the response can be stored.
 */
export function filterOf(tab: BookingTab, filters: BookingFilters = {}, timeZone = ownTimeZone()): TabFilter {
  const { status, service, from, to, customer, sort } = filters
  const statuses = statusesOf[tab]
  const chosenStatus = statuses.find((state) => state === status)
  const trade = serviceTypes.find((type) => type === service)
  return {
    status: chosenStatus ?? statuses.join(','),
    sort: bookingSorts.find((each) => each === sort) ?? defaultSort(tab),
    ...(trade && { serviceCategory: trade }),
    ...(isDay(from) && { from: instantAt(from, '00:00', timeZone).toISOString() }),
    ...(isDay(to) && { to: instantAt(addDays(to, 1), '00:00', timeZone).toISOString() }),
    ...(customer && { customerId: customer }),
  }
}

/** Tab of a booking. */
export const tabOf = ({ status }: Pick<BookingSummary, 'status'>): BookingTab =>
  bookingTabs.find((tab) => statusesOf[tab].includes(status)) ?? 'past'

export const readTab = (value: string | null): BookingTab => bookingTabs.find((tab) => tab === value) ?? 'requests'

/** Number of bookings under each tab, as far as known. */
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

/** Views of the list. */
export const bookingViews = ['list', 'day', 'week', 'month', 'map'] as const
export type BookingListView = (typeof bookingViews)[number]
export const readView = (value: string | null): BookingListView => bookingViews.find((view) => view === value) ?? 'list'

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

/** Primary action of a booking; `decline` when a request can no longer be accepted. */
export type BookingNextStep =
  | Extract<
      BookingAction,
      'accept' | 'decline' | 'start-travel' | 'arrive' | 'start' | 'complete' | 'resume' | 'rebook' | 'reschedule'
    >
  | 'message'

// The furthest step first: a running job is completed, a paused job is resumed.
const steps = ['accept', 'decline', 'resume', 'complete', 'start', 'arrive', 'start-travel', 'rebook'] as const

/** Travelling may begin this long before the start. */
const TRAVEL_LEAD_MS = 4 * 60 * 60_000

/** Selects the primary action: answer a request, then the next step of the job, else message the customer. */
export function nextStep(
  { allowedActions, status, startAt }: Pick<BookingView, 'allowedActions' | 'status' | 'startAt'>,
  now: Date,
): BookingNextStep {
  const allowed = (action: BookingNextStep) => (allowedActions as readonly string[]).includes(action)
  // A request without a time is answered with one: accepted as it is, the job would have none.
  if (status === 'REQUESTED' && startAt === null && allowed('reschedule')) return 'reschedule'
  if (status === 'CONFIRMED') {
    // An unscheduled booking needs a time first.
    if (startAt === null) return allowed('reschedule') ? 'reschedule' : 'message'
    const isNear = Date.parse(startAt) - now.getTime() <= TRAVEL_LEAD_MS
    return isNear && allowed('start-travel') ? 'start-travel' : 'message'
  }
  if (status === 'EN_ROUTE' && allowed('arrive')) return 'arrive'
  return steps.find(allowed) ?? 'message'
}

/** Secondary actions in menu order. */
const others: readonly BookingAction[] = [
  'accept',
  'send-offer',
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
  step: BookingNextStep,
): BookingAction[] => others.filter((action) => action !== step && allowedActions.includes(action))

const outcome = { accept: 'CONFIRMED', decline: 'DECLINED' } as const

/** Minutes worked so far; a running timer counts until `now`. */
export const workedMinutes = (log: readonly WorkSegment[], now: Date): number =>
  log
    .filter(({ kind }) => kind === 'WORK')
    .reduce((sum, { startedAt, endedAt }) => sum + minutesBetween(startedAt, endedAt ?? now), 0)

/** Whole minutes between two instants; 0 when they are reversed. */
export const minutesBetween = (from: string, to: string | Date): number =>
  Math.max(0, Math.round((new Date(to).getTime() - Date.parse(from)) / 60_000))

/** Optimistic booking after an answer. Fields only the server knows (address, phone) stay hidden. */
export const withDecision = <View extends BookingView>(booking: View, action: 'accept' | 'decline'): View => ({
  ...booking,
  status: outcome[action],
  awaitingParty: null,
  allowedActions: [],
})

/** Formats the address as lines; only the city while the rest is hidden. */
export function addressLines({ location }: Pick<BookingView, 'location'>): string[] {
  const cityLine = [location.city, location.state !== location.city ? location.state : null, location.postalCode]
  return [location.line1, location.line2, cityLine.filter(Boolean).join(', ')].filter((line): line is string =>
    Boolean(line),
  )
}

/** The site to drive to; undefined while its address is hidden. */
export function destinationOf(booking: Pick<BookingView, 'location'>): Destination | undefined {
  const { line1, lat, lng } = booking.location
  return line1 ? { lat, lng, address: addressLines(booking).join(', ') } : undefined
}
