import type { Dashboard, Kpi, DashboardStop, Todo } from '@fettle/protocol/workspace/dashboard'
import { describe, expect, it } from 'vitest'
import {
  directionsTo,
  nextThingOf,
  isBetter,
  longDay,
  mainKpis,
  otherKpis,
  partOfDay,
  rangeOf,
  remainingStops,
  groupTodos,
  requestOf,
} from './model.ts'

it.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [16, 'afternoon'],
  [17, 'evening'],
  [23, 'evening'],
])('%i o’clock is %s', (hour, part) => {
  expect(partOfDay(new Date(2026, 10, 21, hour))).toBe(part)
})

it("formats the day in the reader's language", () => {
  expect(longDay(new Date(2026, 10, 21), 'en-GB')).toBe('Saturday 21 November')
})

it('uses the last month unless the address names another range', () => {
  expect([rangeOf(new URLSearchParams()), rangeOf(new URLSearchParams('range=12m'))]).toEqual(['30d', '12m'])
  expect(rangeOf(new URLSearchParams('range=forever'))).toBe('30d')
})

const stop = (status: DashboardStop['status'], more: Partial<DashboardStop> = {}): DashboardStop => ({
  bookingId: `bkg_${status}`,
  customerAvatar: null,
  reference: 'BK-1',
  asksStartCode: false,
  version: 1,
  title: status,
  status,
  customerName: 'Chidi',
  startAt: '2026-11-25T09:00:00Z',
  endAt: '2026-11-25T10:00:00Z',
  timeZone: 'Africa/Lagos',
  arrivalWindowMinutes: 0,
  address: '5 Way, Yaba',
  lat: null,
  lng: null,
  travelMinutes: null,
  leaveBy: null,
  isTight: false,
  since: null,
  nextAction: null,
  ...more,
})
const todo = (severity: Todo['severity'], dueAt: string | null = '2026-11-25T12:00:00Z'): Todo => ({
  id: `RESPOND_REQUEST:${severity}`,
  kind: 'RESPOND_REQUEST',
  about: { title: 'Tap', customerName: 'Chidi', customerAvatar: null, visits: null, documentType: null },
  dueAt,
  severity,
  redirect: '/',
  dismissible: false,
})

describe('the most urgent action', () => {
  const first = (stops: DashboardStop[], todos: Todo[], unread = 0) =>
    nextThingOf({ today: { stops } as Dashboard['today'], todos }, unread)

  it('is a running job', () => {
    expect(first([stop('COMPLETED'), stop('EN_ROUTE')], [todo('HIGH')])).toMatchObject({
      kind: 'stop',
      isRunning: true,
      stop: { status: 'EN_ROUTE' },
    })
  })

  it("is an urgent to-do, then today's next job, then messages, then none", () => {
    expect(first([stop('CONFIRMED')], [todo('HIGH')]).kind).toBe('todo')
    expect(first([stop('CONFIRMED')], [todo('LOW')], 3)).toMatchObject({ kind: 'stop', isRunning: false })
    expect(first([stop('COMPLETED')], [todo('LOW')], 3)).toEqual({ kind: 'messages', count: 3 })
    expect(first([], []).kind).toBe('nothing')
  })
})

it('is not repeated in the list', () => {
  const own: Todo = { ...todo('LOW', null), id: 'SET_AVAILABILITY', redirect: '/profile?tab=availability' }
  const pressing = todo('HIGH')
  const steps = [{ key: 'availability' as const, done: false, redirect: own.redirect }]
  expect(remainingStops([pressing, own], { kind: 'todo', todo: pressing }, null)).toEqual([own])
  expect(remainingStops([pressing, own], { kind: 'nothing' }, { steps })).toEqual([pressing])
})

describe('dashboard KPIs', () => {
  const kpi = (key: Kpi['key'], deltaPercent: number | null, goodDirection: Kpi['goodDirection'] = 'UP') =>
    ({ key, deltaPercent, goodDirection }) as Kpi

  it('show four first', () => {
    const kpis = [kpi('rating', null), kpi('jobsCompleted', 1), kpi('upcomingValue', null)]
    expect(mainKpis(kpis).map(({ key }) => key)).toEqual(['upcomingValue', 'jobsCompleted'])
    expect(otherKpis(kpis).map(({ key }) => key)).toEqual(['rating'])
  })

  it('improve in their own direction', () => {
    expect([
      isBetter(kpi('jobsCompleted', 5)),
      isBetter(kpi('responseTime', 5, 'DOWN')),
      isBetter(kpi('responseTime', -5, 'DOWN')),
      isBetter(kpi('rating', 0)),
      isBetter(kpi('rating', null)),
    ]).toEqual([true, false, true, undefined, undefined])
  })
})

it('links to directions by coordinates, else by address', () => {
  expect(directionsTo(stop('CONFIRMED', { lat: 6.5, lng: 3.3 }))).toContain('destination=6.5%2C3.3')
  expect(directionsTo(stop('CONFIRMED'))).toContain('destination=5%20Way%2C%20Yaba')
})

describe('to-dos', () => {
  const todo = (id: string, kind: Todo['kind'], visits: number | null = null): Todo => ({
    id,
    kind,
    about: { title: 'Drain', customerName: 'Ada', customerAvatar: null, visits, documentType: null },
    dueAt: null,
    severity: 'HIGH',
    redirect: '/',
    dismissible: false,
  })

  it('are grouped by what they are about, the most urgent group first', () => {
    const all = [todo('1', 'SEND_INVOICE'), todo('2', 'ANSWER_PROPOSAL'), todo('3', 'FIX_PAYOUT')]
    expect(groupTodos(all).map(({ group, todos }) => [group, todos.map(({ id }) => id)])).toEqual([
      ['money', ['1', '3']],
      ['requests', ['2']],
    ])
  })

  it('accept a request of one visit in place, not a series or an offer', () => {
    expect(requestOf(todo('RESPOND_REQUEST:bkg_1', 'RESPOND_REQUEST'))).toBe('bkg_1')
    expect(requestOf(todo('RESPOND_REQUEST:bkg_1', 'RESPOND_REQUEST', 4))).toBeUndefined()
    expect(requestOf(todo('RESPOND_REQUEST:off_1', 'RESPOND_REQUEST'))).toBeUndefined()
    expect(requestOf(todo('ANSWER_PROPOSAL:bkg_1', 'ANSWER_PROPOSAL'))).toBeUndefined()
  })
})
