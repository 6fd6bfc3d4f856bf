import { CONTEST_DAYS } from '@fettle/protocol/bookings/cancellations'
import {
  message,
  open,
  quoted,
  quotes,
  type NotificationButton,
  type NotificationKinds,
  type NotificationSubject,
  type Sentence,
} from './kind.ts'

interface OfBooking {
  customerName: string
  customerId: string
  title: string
  /** Null while unscheduled. */
  startAt: string | null
  timeZone: string
}

/** `startAt` is that of the first visit. */
interface OfSeries extends OfBooking {
  visits: number
  /** The first visit that has a booking. Null: none. */
  bookingId: string | null
}

/** Instants are ISO strings. */
export interface BookingParams {
  'booking-requested': {
    customerName: string
    title: string
    city: string
    startAt: string | null
    timeZone: string
    respondBy: string | null
    /** More than one for a requested series. */
    visits?: number
  }
  'request-expiring': OfBooking & { respondBy: string }
  'booking-expired': OfBooking & { wasMine: boolean }
  'booking-confirmed': OfBooking
  'booking-declined': OfBooking & { note: string | null }
  'booking-rescheduled': OfBooking
  'proposal-received': OfBooking & { times: string[] }
  /** `answer` is the resulting state of the proposal. */
  'proposal-answered': OfBooking & { answer: string }
  'series-accepted': OfSeries
  'series-declined': OfSeries
  'series-expired': OfSeries
  'series-cancelled': OfSeries
  'booking-reminder-24h': OfBooking & { city: string }
  'booking-reminder-2h': OfBooking & { city: string }
  'booking-cancelled': OfBooking & { note: string | null; isContestable: boolean }
  'no-show-reported': OfBooking & { note: string | null }
  'attribution-contested': OfBooking & { note: string }
  'work-confirmed': OfBooking & { automatic: boolean }
  'fix-requested': OfBooking & { note: string }
  'job-still-running': OfBooking
  /** `answer` is the resulting state of the price adjustment. */
  'adjustment-answered': { customerName: string; title: string; answer: string; note: string | null }
}

const booking = ({ id }: NotificationSubject) => `/bookings/${id}`
const series = ({ id }: NotificationSubject) => `/bookings/series/${id}`
const acting = (action: string) => (subject: NotificationSubject) => `${booking(subject)}?action=${action}`

const common = { tags: ['bookings'], primary: open(booking) } as const
const requestKind = {
  tags: ['bookings'],
  primary: { label: 'REVIEW', to: booking },
  sentences: ({ respondBy }: { respondBy: string | null }): (Sentence | null)[] => [
    respondBy === null ? null : 'notification.respond-by',
  ],
  secondary: { label: 'DECLINE', to: acting('decline') },
} as const
const aboutSeries = { tags: ['bookings'], primary: open(series), secondary: message } as const

const contestable: NotificationButton<{ isContestable: boolean }, string | undefined> = {
  label: 'CONTEST',
  to: (subject, { isContestable }) => (isContestable ? acting('contest-cancellation')(subject) : undefined),
}

export const bookings: NotificationKinds<BookingParams> = {
  'booking-requested': {
    ...requestKind,
    name: 'Booking requested',
    severity: 'HIGH',
    textParams: ({ visits = 1 }) => ({ visits }),
  },
  'request-expiring': { ...requestKind, name: 'Request expiring', severity: 'HIGH' },
  'booking-confirmed': { ...common, name: 'Booking confirmed', severity: 'HIGH', secondary: message },
  'booking-expired': { ...common, name: 'Request expired', severity: 'LOW' },
  'booking-declined': {
    ...common,
    name: 'Booking declined',
    severity: 'MEDIUM',
    sentences: quotes,
  },
  'booking-rescheduled': { ...common, name: 'Booking moved', severity: 'HIGH', secondary: message },
  'proposal-received': { ...common, name: 'Another time proposed', severity: 'HIGH', secondary: message },
  'proposal-answered': {
    ...common,
    name: 'Proposal answered',
    severity: 'MEDIUM',
    // An unscheduled booking has no agreed time to keep.
    textParams: ({ answer, startAt }) => ({
      answer: startAt === null && answer === 'DECLINED' ? 'TIMES_DECLINED' : answer,
      isScheduled: String(startAt !== null),
    }),
  },
  'series-accepted': { ...aboutSeries, name: 'Series of visits agreed', severity: 'HIGH' },
  'series-declined': { ...aboutSeries, name: 'Series of visits declined', severity: 'MEDIUM' },
  'series-expired': { ...aboutSeries, name: 'Series of visits not answered', severity: 'LOW' },
  'series-cancelled': { ...aboutSeries, name: 'Visits of a series cancelled', severity: 'MEDIUM' },
  // Travelling cannot start a day before.
  'booking-reminder-24h': { ...common, name: 'Reminder a day before', severity: 'MEDIUM' },
  'booking-reminder-2h': {
    ...common,
    name: 'Reminder two hours before',
    severity: 'HIGH',
    secondary: { label: 'START_TRAVEL', to: acting('start-travel') },
  },
  'booking-cancelled': {
    ...common,
    name: 'Booking cancelled',
    severity: 'CRITICAL',
    secondary: contestable,
    textParams: () => ({ days: CONTEST_DAYS }),
    sentences: (params) => [quoted(params), params.isContestable && 'booking-cancelled.contestable'],
  },
  'no-show-reported': {
    ...common,
    name: 'No-show reported',
    severity: 'CRITICAL',
    secondary: { label: 'CONTEST', to: acting('contest-no-show') },
    textParams: () => ({ days: CONTEST_DAYS }),
    sentences: (params) => [quoted(params), 'no-show-reported.contestable'],
  },
  'attribution-contested': {
    ...common,
    name: 'Cancellation or no-show contested',
    severity: 'HIGH',
    secondary: message,
    sentences: (params) => [quoted(params), 'attribution-contested.open'],
  },
  'work-confirmed': { ...common, name: 'Work confirmed', severity: 'HIGH' },
  'fix-requested': { ...common, name: 'Fix requested', severity: 'HIGH', sentences: quotes },
  'job-still-running': { ...common, name: 'Job still running', severity: 'MEDIUM' },
  'adjustment-answered': {
    ...common,
    name: 'Extra work answered',
    severity: 'HIGH',
    sentences: quotes,
  },
}
