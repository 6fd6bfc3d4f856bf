import type { PageMeta } from '@fettle/protocol'
import { currencyOf } from '@fettle/protocol/common/currencies'
import {
  type setupKeys,
  type Dashboard,
  type DashboardRange,
  type KpiItem,
  type KpiKey,
  type TodoKind,
} from '@fettle/protocol/workspace/dashboard'
import type { Profile } from '@fettle/protocol/accounts/profile'
import type { ProviderActor } from '../../actors.ts'
import { decodeSortCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import { addDays, localDate } from '../../platform/locale/zoned-time.ts'
import { findSettings, travelMinutes, workedMinutes, type AvailabilityRecord } from '../availability/index.ts'
import { isScheduled } from '../bookings/index.ts'
import { getEarningsCurrency, listEarned } from '../earnings/index.ts'
import { findPublicProvider, getProfile } from '../profile/index.ts'
import { listNewestReviews } from '../reviews/index.ts'
import * as charts from './charts.rules.ts'
import * as store from './dashboard.store.ts'
import { kpisOf, toItem } from './kpis.rules.ts'
import * as kpis from './kpis.store.ts'
import type { CountedKey } from './kpis.store.ts'
import { barsOf, bucketOf, startOfDay, windowsOf, type Window } from './range.rules.ts'
import { routeOf, type RouteStop } from './route.rules.ts'
import {
  SNOOZED_FOR_MS,
  todoId,
  noDetails,
  todosOf,
  toReply,
  type TodoCause,
  type UnansweredCustomer,
} from './todos.rules.ts'

const countedKeys = [
  'earnings',
  'jobsCompleted',
  'acceptanceRate',
  'offerWinRate',
  'onTimeRate',
  'providerCancellationRate',
  'repeatCustomers',
] as const satisfies readonly CountedKey[]

/** KPIs that show the current state, whatever the range. */
const snapshotKeys = ['upcomingValue', 'openOffersValue', 'rating'] as const satisfies readonly CountedKey[]

const NEWEST_REVIEWS = 5

export interface DashboardDeps extends Deps {
  /** Customers without an answer, with since when they wait. Empty while the chat is unavailable. */
  listUnanswered(providerId: string): Promise<readonly UnansweredCustomer[]>
}

/** Everything the dashboard shows, in one answer. Its independent reads run in parallel. */
export async function getDashboard(
  deps: DashboardDeps,
  actor: ProviderActor,
  range: DashboardRange,
): Promise<Dashboard> {
  const { db, clock, settings: operators } = deps
  const now = clock.now()
  const [{ settings, country }, profile] = await Promise.all([findSettings(db, actor.id), getProfile(deps, actor)])
  const { timeZone } = settings
  const { current, before } = windowsOf(range, now, timeZone)
  const currency = currencyOf(country ?? operators().defaultCountry)
  const scopeOf = (window: Window) => ({ providerId: actor.id, now, currency, ...window })
  const periods = countedKeys.flatMap((key) => [
    { key, period: 'current', scope: scopeOf(current) } as const,
    { key, period: 'before', scope: scopeOf(before) } as const,
  ])
  const today = localDate(now, timeZone)
  const dayAt = (days: number) => startOfDay(addDays(today, days), timeZone)

  const bucket = bucketOf(range)
  const [
    sums,
    answered,
    visits,
    causes,
    waiting,
    snoozed,
    drawn,
    earned,
    earnedCurrency,
    funnel,
    isKnown,
    face,
    reviews,
  ] = await Promise.all([
    kpis.summarize(db, [
      ...periods,
      ...snapshotKeys.map((key) => ({ key, period: 'current' as const, scope: scopeOf(current) })),
    ]),
    kpis.listAnsweredRequests(db, { ...scopeOf(current), from: before.from }),
    store.listVisits(db, actor.id, { from: dayAt(0), to: dayAt(2) }),
    store.listCauses(db, actor.id, { now, timeZone }),
    deps.listUnanswered(actor.id),
    store.listSnoozed(db, actor.id, now),
    store.readCharts(db, actor.id, current, { bucket, timeZone }),
    listEarned(deps, actor.id, current),
    getEarningsCurrency(deps, actor.id),
    store.readFunnel(db, actor.id, current),
    store.hasBookings(db, actor.id),
    findPublicProvider(deps, actor.id),
    listNewestReviews(deps, actor.id, NEWEST_REVIEWS),
  ])

  const minutes = ({ from, to }: Window) =>
    answered.filter(({ askedAt }) => askedAt >= from && askedAt < to).map((each) => responseMinutes(each, settings))
  // A job that was set out for before midnight belongs to today.
  const isTomorrow = ({ startAt, status }: RouteStop) =>
    startAt >= dayAt(1) && (status === 'CONFIRMED' || status === 'PAUSED')
  const timed = visits.filter((visit) => isScheduled(visit))
  const tomorrow = timed.filter(isTomorrow)

  return {
    range,
    from: current.from.toISOString(),
    to: current.to.toISOString(),
    timeZone,
    kpis: kpisOf({
      sums,
      response: { current: minutes(current), before: minutes(before) },
      currency,
      earnedCurrency,
      profile: strengthOf(profile),
      rating: face?.rating ?? null,
      range,
    }),
    today: {
      date: today,
      stops: routeOf(
        timed.filter((visit) => !isTomorrow(visit)),
        { travelMinutes, base: settings.base ?? null, now, asksStartCode: operators().requireStartCode },
      ),
      tomorrow: { total: tomorrow.length, first: tomorrow.slice(0, 3).map(toAhead) },
      unscheduled: visits.filter((visit) => !isScheduled(visit)).map(toAhead),
    },
    todos: todosOf([...causes, ...toReply(waiting, now), ...ownCauses(profile, settings)], snoozed),
    charts: {
      earnings: {
        currency: earnedCurrency,
        bars: charts.earningsOf(earned, barsOf(range, now, timeZone), { bucket, timeZone }),
      },
      outcomes: charts.outcomesOf(drawn, barsOf(range, now, timeZone)),
      bucket,
      busyHours: charts.busyHoursOf(drawn),
      serviceMix: charts.serviceMixOf(drawn),
      funnel: charts.funnelOf(funnel),
    },
    reviews,
    setup: isKnown ? null : { steps: setupOf(profile, settings) },
    generatedAt: now.toISOString(),
  }
}

type ProfileCompleteness = Pick<Profile, 'completeness'>

const PROFILE_PARTS = 7

const strengthOf = ({ completeness: { percent, missing } }: ProfileCompleteness) => ({
  percent,
  parts: PROFILE_PARTS,
  missing: missing.length,
})

/** Response time of a request in working minutes; in wall-clock minutes while working hours are unknown. */
function responseMinutes({ askedAt, answeredAt }: kpis.AnsweredRequest, settings: AvailabilityRecord): number {
  if (settings.isSet) return workedMinutes(settings, askedAt, answeredAt)
  return Math.round((answeredAt.getTime() - askedAt.getTime()) / 60_000)
}

const toAhead = ({ startAt, endAt, ...visit }: store.VisitRow) => ({
  ...visit,
  startAt: toIsoOrNull(startAt),
  endAt: toIsoOrNull(endAt),
})

/** To-dos from the provider's profile and documents. */
function ownCauses({ completeness: { missing } }: ProfileCompleteness, { isSet }: AvailabilityRecord): TodoCause[] {
  const lacks = (name: string) => missing.some(({ field }) => field === name)
  const kinds: TodoKind[] = [
    ...(lacks('accountNumber') ? ['ADD_BANK_ACCOUNT' as const] : []),
    ...(lacks('documents') ? ['UPLOAD_DOCUMENT' as const] : []),
    ...(isSet ? [] : ['SET_AVAILABILITY' as const]),
  ]
  return kinds.map((kind) => ({ ...noDetails, kind, subjectId: '' }))
}

/** Setup steps for a provider without bookings. */
function setupOf({ completeness: { missing } }: ProfileCompleteness, { isSet }: AvailabilityRecord) {
  const step = (key: (typeof setupKeys)[number], redirect: string) => ({
    key,
    done: missing.every(({ field }) => field !== key),
    redirect,
  })
  return [
    step('avatar', '/profile'),
    step('documents', '/profile?tab=documents'),
    { key: 'availability' as const, done: isSet, redirect: '/profile?tab=availability' },
    step('accountNumber', '/profile'),
    step('phone', '/profile'),
  ]
}

const isCounted = (key: KpiKey): key is CountedKey =>
  key === 'responseTime' || [...snapshotKeys, ...countedKeys].some((each) => each === key)

/** Lists the items a KPI counts, newest first. */
export async function listItems(
  deps: Deps,
  actor: ProviderActor,
  key: KpiKey,
  { range, limit, cursor }: { range: DashboardRange; limit: number; cursor?: string | undefined },
): Promise<{ items: KpiItem[]; meta: PageMeta }> {
  const { db, clock } = deps
  if (key === 'profileStrength') {
    const items = profileItems(await getProfile(deps, actor))
    return { items, meta: { nextCursor: null, total: items.length, countsByStatus: {} } }
  }
  if (!isCounted(key)) return { items: [], meta: { nextCursor: null, total: 0, countsByStatus: {} } }
  const now = clock.now()
  const { settings, country } = await findSettings(db, actor.id)
  const currency = currencyOf(country ?? deps.settings().defaultCountry)
  const scope = { providerId: actor.id, now, currency, ...windowsOf(range, now, settings.timeZone).current }
  const after = cursor === undefined ? undefined : decodeSortCursor(cursor, 'optionalTime')
  const [found, [sum], answered] = await Promise.all([
    kpis.listItems(db, key, scope, { after, limit: limit + 1 }),
    kpis.summarize(db, [{ key, period: 'current', scope }]),
    key === 'responseTime' ? kpis.listAnsweredRequests(db, scope) : [],
  ])
  const { page, nextCursor } = pageOf(found, limit, (item) => item)
  const minutesById = new Map(answered.map((each) => [each.id, responseMinutes(each, settings)]))
  return {
    items: page.map((item) => toItem(key, item, minutesById.get(item.id) ?? null)),
    meta: {
      nextCursor,
      total: sum?.rows ?? 0,
      countsByStatus: {},
    },
  }
}

const profileItems = ({ completeness: { missing } }: ProfileCompleteness): KpiItem[] =>
  missing.map(({ field, weight, route }) => ({
    id: field,
    kind: 'PROFILE',
    title: '',
    reference: null,
    customerName: null,
    jobs: null,
    weight,
    at: null,
    timeZone: null,
    counted: false,
    amount: null,
    minutes: null,
    stars: null,
    redirect: route,
  }))

/** Snoozes a to-do for a day. Only current ones that may be snoozed. */
export async function dismissTodo(deps: DashboardDeps, actor: ProviderActor, id: string): Promise<{ until: string }> {
  const { db, clock } = deps
  const now = clock.now()
  const [{ settings }, profile, waiting] = await Promise.all([
    findSettings(db, actor.id),
    getProfile(deps, actor),
    deps.listUnanswered(actor.id),
  ])
  const causes = await store.listCauses(db, actor.id, { now, timeZone: settings.timeZone })
  const all = [...causes, ...toReply(waiting, now), ...ownCauses(profile, settings)]
  const todo = todosOf(
    all.filter((cause) => todoId(cause) === id),
    new Set(),
  ).at(0)
  if (!todo?.dismissible) throw new AppError('NOT_FOUND', { thing: 'to-do' })
  const until = new Date(now.getTime() + SNOOZED_FOR_MS)
  await store.snooze(db, actor.id, id, until)
  return { until: until.toISOString() }
}
