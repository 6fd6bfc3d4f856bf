import * as z from 'zod/mini'
import { BookingAction, BookingStatus } from '../bookings/index.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { BookingId, Day, Instant, Money, pageQuery } from '../core/values.ts'
import { DocumentType } from '../accounts/documents.ts'
import { ServiceType } from '../common/fields.ts'
import { Review } from '../reviews/index.ts'

/** The dashboard: KPIs, today's route and to-dos. */

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

/** Below this sample size a KPI is marked as not significant. */
export const SMALL_SAMPLE = 5

export const KpiUnit = z.enum(['MONEY', 'COUNT', 'PERCENT', 'MINUTES', 'STARS'])
export type KpiUnit = z.infer<typeof KpiUnit>

export const Kpi = z.object({
  key: KpiKey,
  unit: KpiUnit,
  /** Minor units for money. Null while there is no data. */
  value: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** The value of the previous period, if any. */
  previous: z.nullable(z.number()),
  deltaPercent: z.nullable(z.number()),
  goodDirection: z.enum(['UP', 'DOWN']),
  numerator: z.nullable(z.int()),
  denominator: z.nullable(z.int()),
  sampleTooSmall: z.boolean(),
  /** Address of the counted items. Null where there are none. */
  drilldown: z.nullable(z.string()),
})
export type Kpi = z.infer<typeof Kpi>

/** One item a KPI counts. */
export const KpiItem = z.object({
  id: z.string(),
  kind: z.enum(['BOOKING', 'CUSTOMER', 'OFFER', 'MILESTONE', 'ENTRY', 'REVIEW', 'PROFILE']),
  /** Title or customer name. Empty for a part of the profile, which the id names. */
  title: LocalizedText,
  /** Reference of the booking or offer, or of a ledger entry's source. */
  reference: z.nullable(z.string()),
  customerName: z.nullable(LocalizedText),
  /** Number of jobs for a customer. */
  jobs: z.nullable(z.int()),
  /** Weight of a part of the profile, in percent. */
  weight: z.nullable(z.int()),
  /** The time by which the KPI counts it. */
  at: z.nullable(Instant),
  timeZone: z.nullable(z.string()),
  /** Whether it counts in the numerator, or only in the denominator. */
  counted: z.boolean(),
  amount: z.nullable(Money),
  minutes: z.nullable(z.int()),
  /** Rating of a review. */
  stars: z.nullable(z.int()),
  /** Where to open it. */
  redirect: z.string(),
})
export type KpiItem = z.infer<typeof KpiItem>

/** A stop on today's route. */
export const DashboardStop = z.object({
  bookingId: BookingId,
  reference: z.string(),
  version: z.int(),
  title: z.string(),
  status: BookingStatus,
  customerName: LocalizedText,
  customerAvatar: z.nullable(z.string()),
  startAt: Instant,
  endAt: Instant,
  timeZone: z.string(),
  arrivalWindowMinutes: z.int(),
  address: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** From the previous stop, if both positions are known: 25 km/h plus five minutes. */
  travelMinutes: z.nullable(z.int()),
  leaveBy: z.nullable(Instant),
  /** Travel takes longer than the gap between the two. */
  isTight: z.boolean(),
  /** Starting work requires the customer's four-digit code. */
  asksStartCode: z.boolean(),
  /** The next action. Null while it is too early for any. */
  nextAction: z.nullable(BookingAction),
  /** Since when the provider travels, waits or works. Null before, while paused and after. */
  since: z.nullable(Instant),
})
export type DashboardStop = z.infer<typeof DashboardStop>

const UpcomingBooking = z.object({
  bookingId: BookingId,
  title: z.string(),
  customerName: z.string(),
  customerAvatar: z.nullable(z.string()),
  city: z.string(),
  /** Null while unscheduled. */
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
  'ADD_BANK_ACCOUNT',
  'UPLOAD_DOCUMENT',
  'SET_AVAILABILITY',
] as const
export const TodoKind = z.enum(todoKinds)
export type TodoKind = z.infer<typeof TodoKind>

export const Todo = z.object({
  /** Kind and subject: stable from day to day while the cause exists. */
  id: z.string(),
  kind: TodoKind,
  /** Facts about the subject, as far as the kind has them. The client words them. */
  about: z.object({
    /** Title of a booking, an offer or an invoice. */
    title: z.nullable(z.string()),
    customerName: z.nullable(LocalizedText),
    customerAvatar: z.nullable(z.string()),
    /** Start of a requested booking. Null without a time. */
    startAt: z.nullable(Instant),
    /** Time zone of the site of a requested booking. */
    timeZone: z.nullable(z.string()),
    /** Title of a confirmed job at the time of a requested booking. Null without one. */
    overlaps: z.nullable(z.string()),
    /** More than one for a requested series. */
    visits: z.nullable(z.int()),
    documentType: z.nullable(DocumentType),
  }),
  dueAt: z.nullable(Instant),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  redirect: z.string(),
  /** Can be snoozed until tomorrow. It disappears only with its cause. */
  dismissible: z.boolean(),
})
export type Todo = z.infer<typeof Todo>

export const Charts = z.object({
  /** Earnings less fees and refunds by their status, in minor units of `currency`. */
  earnings: z.object({
    currency: z.string(),
    bars: z.array(z.object({ from: Day, paid: z.int(), available: z.int(), pending: z.int() })),
  }),
  /** Bookings by outcome, per day, week or month of their start. */
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
  /**
   * Jobs by weekday (0 is Monday) and hour of their start, in the time zone of their site. Empty hours are left out.
   */
  busyHours: z.array(z.object({ weekday: z.int(), hour: z.int(), jobs: z.int() })),
  serviceMix: z.array(z.object({ service: z.nullable(ServiceType), jobs: z.int() })),
  /** From the request to the completed job. A stage without data is null. */
  funnel: z.array(
    z.object({
      stage: z.enum(['REQUESTED', 'SENT', 'VIEWED', 'ACCEPTED', 'COMPLETED']),
      count: z.nullable(z.int()),
      /** Since the previous stage. */
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
  /** The counted period and its time zone. */
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  kpis: z.array(Kpi),
  today: z.object({
    date: Day,
    stops: z.array(DashboardStop),
    tomorrow: z.object({ total: z.int(), first: z.array(UpcomingBooking) }),
    /** Confirmed but unscheduled. */
    unscheduled: z.array(UpcomingBooking),
  }),
  todos: z.array(Todo),
  charts: Charts,
  /** The newest five visible reviews. */
  reviews: z.array(Review),
  /** Setup steps of a new account, in place of empty charts. Null once there was a booking. */
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
  summary: "Get the dashboard: KPIs, today's route, to-dos and charts.",
  query: z.object({ range }),
  returns: Dashboard,
})

export const listKpiItems = operation({
  name: 'dashboard.kpiItems',
  method: 'GET',
  path: '/v2/dashboard/kpis/:key/items',
  audience: 'provider',
  summary: 'List the items a KPI counts, newest first.',
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
  summary: 'Snooze a to-do for a day.',
  params: z.object({ id: z.string().check(z.regex(/^[A-Z_]{4,40}(:[\w-]{1,60})?$/)) }),
  body: z.object({}),
  returns: z.object({ until: Instant }),
  errors: ['NOT_FOUND'],
})
