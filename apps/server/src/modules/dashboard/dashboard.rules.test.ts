import { describe, expect, it } from 'vitest'
import { outcomesOf, serviceMixOf } from './charts.rules.ts'
import type { ChartRow } from './dashboard.store.ts'
import { deltaPercent, kpisOf, medianOf } from './kpis.rules.ts'
import { barOf, barsOf, windowsOf } from './range.rules.ts'
import { nextActionOf, routeOf, type RouteStop } from './route.rules.ts'
import { todosOf, toReply, type TodoCause } from './todos.rules.ts'

const now = new Date('2026-11-25T08:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('the range of the dashboard', () => {
  it("is whole days in the provider's time zone, compared with as many before", () => {
    const { current, before } = windowsOf('7d', now, 'Africa/Lagos')
    expect(current).toEqual({ from: new Date('2026-11-18T23:00:00.000Z'), to: now })
    expect(before).toEqual({ from: new Date('2026-11-11T23:00:00.000Z'), to: current.from })
  })

  it('starts at midnight across daylight saving changes', () => {
    const { current } = windowsOf('30d', now, 'America/New_York')
    expect(current.from.toISOString()).toBe('2026-10-27T04:00:00.000Z')
    const lordHowe = windowsOf('90d', now, 'Australia/Lord_Howe').current
    expect(lordHowe.from.toISOString()).toBe('2026-08-27T13:30:00.000Z')
  })

  it('has a bar per day, week from Monday, or month', () => {
    expect(barsOf('7d', now, 'Africa/Lagos')).toHaveLength(7)
    expect(barsOf('30d', now, 'Africa/Lagos')[0]).toBe('2026-10-26')
    expect(barsOf('12m', now, 'Africa/Lagos').slice(0, 2)).toEqual(['2025-11-01', '2025-12-01'])
    expect([barOf('2026-11-29', 'WEEK'), barOf('2026-11-30', 'WEEK')]).toEqual(['2026-11-23', '2026-11-30'])
  })
})

describe('a KPI', () => {
  const kpis = (sums: Parameters<typeof kpisOf>[0]['sums'], response: number[] = []) =>
    kpisOf({
      sums,
      response: { current: response, before: [] },
      currency: 'NGN',
      earnedCurrency: 'NGN',
      profile: { percent: 85, parts: 7, missing: 1 },
      rating: null,
      range: '30d',
    })
  const find = (key: string, ...args: Parameters<typeof kpis>) => kpis(...args).find((kpi) => kpi.key === key)
  const sum = (rows: number, hits: number, period: 'current' | 'before' = 'current') =>
    ({ key: 'acceptanceRate', period, rows, hits, amount: null }) as const

  it('is a share with its change', () => {
    expect(find('acceptanceRate', [sum(12, 9), sum(10, 5, 'before')])).toMatchObject({
      value: 75,
      previous: 50,
      deltaPercent: 50,
      numerator: 9,
      denominator: 12,
      sampleTooSmall: false,
      drilldown: '/v2/dashboard/kpis/acceptanceRate/items?range=30d',
    })
  })

  it('marks a small basis, and is empty without one', () => {
    expect(find('acceptanceRate', [sum(4, 4)])).toMatchObject({ value: 100, sampleTooSmall: true })
    expect(find('acceptanceRate', [])).toMatchObject({ value: null, previous: null, drilldown: null })
    for (const key of ['offerWinRate', 'openOffersValue', 'rating']) {
      expect(find(key, [])).toMatchObject({ value: null, sampleTooSmall: true, drilldown: null })
    }
    expect(kpis([])).toHaveLength(12)
  })

  it('as a median is the middle value, or the mean of two', () => {
    expect([medianOf([]), medianOf([9, 1, 5]), medianOf([1, 2, 4, 9])]).toEqual([null, 5, 3])
    expect(find('responseTime', [], [30, 10, 20, 90, 60])).toMatchObject({ value: 30, sampleTooSmall: false })
  })

  it('has no change from zero', () => {
    expect([deltaPercent(5, 0), deltaPercent(null, 5), deltaPercent(5, null), deltaPercent(3, 4)]).toEqual([
      null,
      null,
      null,
      -25,
    ])
  })
})

describe("today's route", () => {
  const visit = (id: string, from: number, to: number, more: Partial<RouteStop> = {}): RouteStop => ({
    bookingId: id,
    reference: id,
    version: 1,
    title: id,
    status: 'CONFIRMED',
    customerName: 'Chidi',
    customerAvatar: null,
    startAt: at(from),
    endAt: at(to),
    timeZone: 'Africa/Lagos',
    arrivalWindowMinutes: 0,
    line1: '5 Adeniran Ogunsanya',
    city: 'Surulere',
    lat: 6.5,
    lng: 3.35,
    since: null,
    ...more,
  })
  const route = (visits: RouteStop[], base: { lat: number; lng: number } | null = null) =>
    routeOf(visits, { travelMinutes: () => 24.2, base, now, asksStartCode: false })

  it('says when to leave, and where time is too short', () => {
    const [first, second, third] = route([visit('a', 60, 120), visit('b', 150, 200), visit('c', 220, 260)])
    expect(first).toMatchObject({
      travelMinutes: null,
      leaveBy: null,
      isTight: false,
      address: '5 Adeniran Ogunsanya, Surulere',
    })
    expect(second).toMatchObject({ travelMinutes: 25, leaveBy: at(125).toISOString(), isTight: false })
    expect(third).toMatchObject({ travelMinutes: 25, leaveBy: at(195).toISOString(), isTight: true })
  })

  it("starts at the provider's address, includes the arrival window, and skips unknown places", () => {
    const wide = visit('a', 60, 120, { arrivalWindowMinutes: 30 })
    expect(route([wide], { lat: 6.4, lng: 3.3 })[0]).toMatchObject({ leaveBy: at(65).toISOString() })
    expect(route([wide, visit('b', 121, 130, { lat: null })])[1]).toMatchObject({ travelMinutes: null, isTight: false })
  })

  it.each([
    ['CONFIRMED', 60, 'start-travel'],
    ['CONFIRMED', 300, null],
    ['EN_ROUTE', 10, 'arrive'],
    ['EN_ROUTE', 61, null],
    ['ARRIVED', -5, 'start'],
    ['IN_PROGRESS', -60, 'complete'],
    ['PAUSED', -60, 'resume'],
    ['COMPLETED', -200, null],
  ] as const)('of a %s job that starts in %i minutes offers %s', (status, minutes, action) => {
    expect(nextActionOf({ status, startAt: at(minutes) }, now)).toBe(action)
  })
})

describe('to-dos', () => {
  const cause = (kind: TodoCause['kind'], subjectId: string, dueAt: Date | null): TodoCause => ({
    kind,
    subjectId,
    dueAt,
    title: null,
    customerName: null,
    customerAvatar: null,
    startAt: null,
    timeZone: null,
    overlaps: null,
    visits: null,
    documentType: null,
  })
  const causes = [
    cause('SET_AVAILABILITY', '', null),
    cause('RESPOND_REQUEST', 'bkg_2', at(60)),
    cause('COMPLETE_JOB', 'bkg_3', at(-180)),
    cause('RESPOND_REQUEST', 'bkg_1', at(30)),
    cause('RENEW_DOCUMENT', 'doc_1', at(999)),
  ]

  it('include conversations unanswered for more than an hour', () => {
    const waiting = [
      {
        customerId: 'cus_1',
        customerName: 'Chidi',
        customerAvatar: 'https://photos.example.com/chidi.webp',
        since: at(-61),
      },
      { customerId: 'cus_2', customerName: 'Ngozi', customerAvatar: null, since: at(-60) },
    ]
    expect(todosOf(toReply(waiting, now), new Set())).toMatchObject([
      {
        id: 'REPLY_MESSAGE:cus_1',
        about: { customerName: 'Chidi', customerAvatar: 'https://photos.example.com/chidi.webp' },
        redirect: '/messages?customer=cus_1',
        dismissible: true,
      },
    ])
  })

  it('are sorted by urgency, then by due date', () => {
    expect(todosOf(causes, new Set()).map(({ id }) => id)).toEqual([
      'COMPLETE_JOB:bkg_3',
      'RESPOND_REQUEST:bkg_1',
      'RESPOND_REQUEST:bkg_2',
      'RENEW_DOCUMENT:doc_1',
      'SET_AVAILABILITY',
    ])
  })

  it('exclude dismissed ones, except urgent ones', () => {
    const snoozed = new Set(['SET_AVAILABILITY', 'RESPOND_REQUEST:bkg_1'])
    const ids = todosOf(causes, snoozed).map(({ id }) => id)
    expect(ids).toContain('RESPOND_REQUEST:bkg_1')
    expect(ids).not.toContain('SET_AVAILABILITY')
  })
})

describe('charts', () => {
  const row = (more: Partial<ChartRow>): ChartRow => ({
    part: 'OUTCOME',
    bar: null,
    status: null,
    weekday: null,
    hour: null,
    service: null,
    jobs: 1,
    ...more,
  })

  it('contain every period, with unfinished bookings as open', () => {
    const rows = [
      row({ bar: '2026-11-23', status: 'COMPLETED', jobs: 3 }),
      row({ bar: '2026-11-23', status: 'CONFIRMED', jobs: 2 }),
      row({ bar: '2026-11-23', status: 'EN_ROUTE', jobs: 1 }),
      row({ bar: '2026-11-23', status: 'EXPIRED', jobs: 4 }),
    ]
    expect(outcomesOf(rows, ['2026-11-16', '2026-11-23'])).toEqual([
      { from: '2026-11-16', completed: 0, cancelled: 0, noShow: 0, declined: 0, missed: 0, open: 0 },
      { from: '2026-11-23', completed: 3, cancelled: 0, noShow: 0, declined: 0, missed: 4, open: 3 },
    ])
  })

  it('sort services by size', () => {
    const rows = [
      row({ part: 'SERVICE', service: 'CLEANING', jobs: 1 }),
      row({ part: 'SERVICE', service: null, jobs: 2 }),
    ]
    expect(serviceMixOf(rows)).toEqual([
      { service: null, jobs: 2 },
      { service: 'CLEANING', jobs: 1 },
    ])
  })
})
