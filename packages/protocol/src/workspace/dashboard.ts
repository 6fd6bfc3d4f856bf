import * as z from 'zod/mini'
import { BookingAction, BookingStatus } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { BookingId, Day, Instant, Money, pageQuery } from '../core/values.ts'
import { DocumentType } from '../accounts/documents.ts'
import { ServiceType } from '../common/fields.ts'
import { Review } from '../reviews/index.ts'

/** Home: what counts, what comes today and what waits. */

export const dashboardRanges = ['7d', '30d', '90d', '12m'] as const
export const DashboardRange = z.enum(dashboardRanges)
export type DashboardRange = z.infer<typeof DashboardRange>

export const kpiKeys = [
  'earnings',
  'upcomingValue',
  'jobsCompleted',
  'responseTime',
  'acceptanceRate',
  'offerWinRate',
  'openOffersValue',
  'onTimeRate',
  'providerCancellationRate',
  'rating',
  'repeatCustomers',
  'profileStrength',
] as const
export const KpiKey = z.enum(kpiKeys)
export type KpiKey = z.infer<typeof KpiKey>

/** Fewer than this say little: the number is shown with that said beside it. */
export const SMALL_SAMPLE = 5

export const KpiUnit = z.enum(['MONEY', 'COUNT', 'PERCENT', 'MINUTES', 'STARS'])
export type KpiUnit = z.infer<typeof KpiUnit>

export const Kpi = z.object({
  key: KpiKey,
  unit: KpiUnit,
  /** Minor units for money. Null where nothing can be said yet. */
  value: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** The same of the stretch of time before, where there is one. */
  previous: z.nullable(z.number()),
  deltaPercent: z.nullable(z.number()),
  goodDirection: z.enum(['UP', 'DOWN']),
  numerator: z.nullable(z.int()),
  denominator: z.nullable(z.int()),
  sampleTooSmall: z.boolean(),
  /** The address of the rows it was counted from; null where there are none. */
  drilldown: z.nullable(z.string()),
})
export type Kpi = z.infer<typeof Kpi>

/** A row a number was counted from. */
export const KpiItem = z.object({
  id: z.string(),
  kind: z.enum(['BOOKING', 'CUSTOMER', 'OFFER', 'MILESTONE', 'ENTRY', 'REVIEW', 'PROFILE']),
  /** What it is called, or a customer; empty of a part of the profile, which its id names. */
  title: z.string(),
  /** Of a booking or an offer, or of what an entry of the ledger comes from. */
  reference: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  /** How many jobs were done for a customer. */
  jobs: z.nullable(z.int()),
  /** How many percent a part makes of the profile. */
  weight: z.nullable(z.int()),
  /** When it happened, by the time the number goes by. */
  at: z.nullable(Instant),
  timeZone: z.nullable(z.string()),
  /** Whether it is one of the numerator, or only of what it is divided by. */
  counted: z.boolean(),
  amount: z.nullable(Money),
  minutes: z.nullable(z.int()),
  /** Of a review. */
  stars: z.nullable(z.int()),
  /** Where it is looked at. */
  redirect: z.string(),
})
export type KpiItem = z.infer<typeof KpiItem>

/** A place on today's way. */
export const DashboardStop = z.object({
  bookingId: BookingId,
  reference: z.string(),
  version: z.int(),
  title: z.string(),
  status: BookingStatus,
  customerName: z.string(),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
  arrivalWindowMinutes: z.int(),
  address: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** From the stop before, where both places are known: 25 km/h and five minutes. */
  travelMinutes: z.nullable(z.int()),
  leaveBy: z.nullable(Instant),
  /** The way takes longer than the time between the two. */
  isTight: z.boolean(),
  /** Work begins with the four digits the customer was given. */
  asksStartCode: z.boolean(),
  /** What is to be done next; null while it is too early for anything. */
  nextAction: z.nullable(BookingAction),
})
export type DashboardStop = z.infer<typeof DashboardStop>

const UpcomingBooking = z.object({
  bookingId: BookingId,
  title: z.string(),
  customerName: z.string(),
  city: z.string(),
  /** Null while no time was agreed on. */
  startAt: z.nullable(Instant),
  endAt: z.nullable(Instant),
  timeZone: z.string(),
})

export const todoKinds = [
  'RESPOND_REQUEST',
  'ANSWER_PROPOSAL',
  'COMPLETE_JOB',
  'REVISE_OFFER',
  'FINISH_DRAFT_OFFER',
  'FOLLOW_UP_OFFER',
  'SCHEDULE_ACCEPTED_WORK',
  'SIGN_CONTRACT',
  'SUBMIT_MILESTONE',
  'ANSWER_CHANGE_ORDER',
  'SEND_INVOICE',
  'FIX_PAYOUT',
  'ANSWER_DISPUTE',
  'CONTEST_ATTRIBUTION',
  'REPLY_MESSAGE',
  'REPLY_REVIEW',
  'ANSWER_TICKET',
  'RENEW_DOCUMENT',
  'UPLOAD_DOCUMENT',
  'SET_AVAILABILITY',
] as const
export const TodoKind = z.enum(todoKinds)
export type TodoKind = z.infer<typeof TodoKind>

export const Todo = z.object({
  /** The kind and what it is about: the same tomorrow, while its cause is there. */
  id: z.string(),
  kind: TodoKind,
  /** What it is about, as far as its kind has that: its words are the reader's. */
  about: z.object({
    /** Of a booking, an offer or an invoice. */
    title: z.nullable(z.string()),
    customerName: z.nullable(z.string()),
    /** More than one where a whole series is asked for. */
    visits: z.nullable(z.int()),
    documentType: z.nullable(DocumentType),
  }),
  dueAt: z.nullable(Instant),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  redirect: z.string(),
  /** May be put off until tomorrow. It is gone only when its cause is. */
  dismissible: z.boolean(),
})
export type Todo = z.infer<typeof Todo>

export const chartOutcomes = ['completed', 'cancelled', 'noShow', 'declined', 'missed', 'open'] as const

export const Charts = z.object({
  /** What work brought less fees and refunds, by how far that money has come. Minor units of `currency`. */
  earnings: z.object({
    currency: z.string(),
    bars: z.array(z.object({ from: Day, paid: z.int(), available: z.int(), pending: z.int() })),
  }),
  /** Bookings by what became of them, by the day, week or month of their start. */
  outcomes: z.array(
    z.object({
      from: Day,
      completed: z.int(),
      cancelled: z.int(),
      noShow: z.int(),
      declined: z.int(),
      missed: z.int(),
      open: z.int(),
    }),
  ),
  bucket: z.enum(['DAY', 'WEEK', 'MONTH']),
  /** Jobs by weekday (0 is Monday) and hour of their start, on the clock of their site. Empty hours are left out. */
  busyHours: z.array(z.object({ weekday: z.int(), hour: z.int(), jobs: z.int() })),
  serviceMix: z.array(z.object({ service: z.nullable(ServiceType), jobs: z.int() })),
  /** From the request to the end of the job; a stage nothing is known of is null. */
  funnel: z.array(
    z.object({
      stage: z.enum(['REQUESTED', 'SENT', 'VIEWED', 'ACCEPTED', 'COMPLETED']),
      count: z.nullable(z.int()),
      /** From the stage before. */
      medianDays: z.nullable(z.number()),
    }),
  ),
})
export type Charts = z.infer<typeof Charts>

export const setupKeys = ['avatar', 'documents', 'availability', 'accountNumber', 'phone'] as const

export const SetupStep = z.object({
  key: z.enum(setupKeys),
  done: z.boolean(),
  redirect: z.string(),
})

export const Dashboard = z.object({
  range: DashboardRange,
  /** The stretch that is counted, and whose clock its days are on. */
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  kpis: z.array(Kpi),
  today: z.object({
    date: Day,
    stops: z.array(DashboardStop),
    tomorrow: z.object({ total: z.int(), first: z.array(UpcomingBooking) }),
    /** Agreed on, without a time. */
    unscheduled: z.array(UpcomingBooking),
  }),
  todos: z.array(Todo),
  charts: Charts,
  /** The newest five that everybody may read. */
  reviews: z.array(Review),
  /** For a new account, in place of charts about nothing; null once there was a booking. */
  setup: z.nullable(z.object({ steps: z.array(SetupStep) })),
  generatedAt: Instant,
})
export type Dashboard = z.infer<typeof Dashboard>

const range = z._default(DashboardRange, '30d')

export const getDashboard = operation({
  name: 'dashboard.get',
  method: 'GET',
  path: '/v2/dashboard',
  audience: 'provider',
  summary: "What home shows: numbers, today's way, what waits, and charts.",
  query: z.object({ range }),
  returns: Dashboard,
  errors: [],
})

export const listKpiItems = operation({
  name: 'dashboard.kpiItems',
  method: 'GET',
  path: '/v2/dashboard/kpis/:key/items',
  audience: 'provider',
  summary: 'Exactly the rows a number was counted from, newest first.',
  params: z.object({ key: KpiKey }),
  query: z.object({ ...pageQuery, range }),
  returns: z.array(KpiItem),
  errors: ['NOT_FOUND'],
})

export const dismissTodo = operation({
  name: 'dashboard.dismissTodo',
  method: 'POST',
  path: '/v2/dashboard/todos/:id/dismiss',
  audience: 'provider',
  summary: 'Put a to-do off for a day.',
  params: z.object({ id: z.string().check(z.regex(/^[A-Z_]{4,40}(:[\w-]{1,60})?$/)) }),
  body: z.object({}),
  returns: z.object({ until: Instant }),
  errors: ['NOT_FOUND'],
})
