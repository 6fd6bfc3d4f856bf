import type { Dashboard, Kpi, DashboardStop, Todo } from '@fettle/protocol/workspace/dashboard'
import { describe, expect, it } from 'vitest'
import {
  mostUrgentOf,
  isBetter,
  longDay,
  mainKpis,
  otherKpis,
  partOfDay,
  rangeOf,
  listsOf,
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
  about: {
    title: 'Tap',
    customerName: 'Chidi',
    customerAvatar: null,
    startAt: null,
    timeZone: null,
    overlaps: null,
    visits: null,
    documentType: null,
  },
  dueAt,
  severity,
  redirect: '/',
  dismissible: false,
})

describe('the most urgent action', () => {
  const mostUrgent = (stops: DashboardStop[], todos: Todo[], unread = 0) =>
    mostUrgentOf({ today: { stops } as Dashboard['today'], todos }, unread)

  it('is a running job', () => {
    expect(mostUrgent([stop('COMPLETED'), stop('EN_ROUTE')], [todo('HIGH')])).toMatchObject({
      kind: 'stop',
      isRunning: true,
      stop: { status: 'EN_ROUTE' },
    })
  })

  it("is an urgent to-do, then today's next job, then messages, then none", () => {
    expect(mostUrgent([stop('CONFIRMED')], [todo('HIGH')]).kind).toBe('todo')
    expect(mostUrgent([stop('CONFIRMED')], [todo('LOW')], 3)).toMatchObject({ kind: 'stop', isRunning: false })
    expect(mostUrgent([stop('COMPLETED')], [todo('LOW')], 3)).toEqual({ kind: 'messages', count: 3 })
    expect(mostUrgent([], []).kind).toBe('nothing')
  })
})

describe('below the most urgent action', () => {
  const unscheduledJob = (bookingId: string) => ({ bookingId }) as Dashboard['today']['unscheduled'][number]
  const todoAbout = (id: string, more: Partial<Todo> = {}): Todo => ({
    ...todo('HIGH'),
    id,
    kind: id.split(':')[0] as Todo['kind'],
    ...more,
  })
  interface Given {
    stops?: DashboardStop[]
    todos?: Todo[]
    ahead?: string[]
    unscheduled?: string[]
    setup?: Dashboard['setup']
  }
  const dashboardWith = ({ stops = [], todos = [], ahead = [], unscheduled = [], setup = null }: Given) => {
    const tomorrow = { total: ahead.length, first: ahead.map(unscheduledJob) }
    const home = {
      today: { date: '2026-11-25', stops, tomorrow, unscheduled: unscheduled.map(unscheduledJob) },
      todos,
      setup,
    }
    return home as unknown as Dashboard
  }
  /** Ids of the jobs on the whole screen, in order. */
  const jobsOn = (home: Dashboard) => {
    const mostUrgent = mostUrgentOf(home, 0)
    const { stops, todos, tomorrow, unscheduled } = listsOf(home, mostUrgent)
    const subject = ({ id }: Todo) => id.split(':')[1]
    return [
      ...(mostUrgent.kind === 'stop'
        ? [mostUrgent.stop.bookingId]
        : mostUrgent.kind === 'todo'
          ? [subject(mostUrgent.todo)]
          : []),
      ...stops.map((each) => each.stop.bookingId),
      ...todos.map(subject),
      ...[...tomorrow.first, ...unscheduled].map(({ bookingId }) => bookingId),
    ]
  }

  it('no job is listed twice', () => {
    const running = stop('IN_PROGRESS', { bookingId: 'bkg_now' })
    const later = stop('CONFIRMED', { bookingId: 'bkg_later' })
    const home = dashboardWith({
      stops: [running, later],
      todos: [
        todoAbout('COMPLETE_JOB:bkg_now'),
        todoAbout('ANSWER_PROPOSAL:bkg_later'),
        todoAbout('ANSWER_PROPOSAL:bkg_ahead'),
        todoAbout('SCHEDULE_ACCEPTED_WORK:bkg_loose'),
        todoAbout('SEND_INVOICE:inv_1'),
      ],
      ahead: ['bkg_ahead', 'bkg_other'],
      unscheduled: ['bkg_loose', 'bkg_loose2'],
    })
    expect(jobsOn(home)).toEqual(['bkg_now', 'bkg_later', 'bkg_ahead', 'bkg_loose', 'inv_1', 'bkg_other', 'bkg_loose2'])
    // Tomorrow's total includes the job that is shown above.
    expect(listsOf(home, mostUrgentOf(home, 0)).tomorrow).toMatchObject({
      date: '2026-11-26',
      total: 2,
      begins: undefined,
      leftOut: 1,
    })
    const onlyShown = dashboardWith({ todos: [todoAbout('ANSWER_PROPOSAL:bkg_ahead')], ahead: ['bkg_ahead'] })
    expect(listsOf(onlyShown, mostUrgentOf(onlyShown, 0)).tomorrow.begins).toMatchObject({ bookingId: 'bkg_ahead' })
  })

  it('the to-dos of a shown job stay with the job', () => {
    const running = stop('IN_PROGRESS', { bookingId: 'bkg_now' })
    const later = stop('CONFIRMED', { bookingId: 'bkg_later' })
    const home = dashboardWith({
      stops: [running, later],
      todos: [todoAbout('COMPLETE_JOB:bkg_now'), todoAbout('ANSWER_PROPOSAL:bkg_later')],
    })
    const { cardTodos, stops } = listsOf(home, mostUrgentOf(home, 0))
    // The card has the button that completes the job.
    expect(cardTodos).toEqual([])
    expect(stops.map(({ todos }) => todos.map(({ id }) => id))).toEqual([['ANSWER_PROPOSAL:bkg_later']])
  })

  it('a job of today or tomorrow that an urgent to-do is about is only on the card', () => {
    const today = stop('CONFIRMED', { bookingId: 'bkg_a' })
    expect(jobsOn(dashboardWith({ stops: [today], todos: [todoAbout('ANSWER_PROPOSAL:bkg_a')] }))).toEqual(['bkg_a'])
    const ahead = dashboardWith({ todos: [todoAbout('ANSWER_PROPOSAL:bkg_b')], ahead: ['bkg_b'] })
    expect(jobsOn(ahead)).toEqual(['bkg_b'])
    expect(listsOf(ahead, mostUrgentOf(ahead, 0)).tomorrow).toMatchObject({ total: 1, first: [], leftOut: 1 })
  })

  it('what the setup steps cover is no to-do', () => {
    const own = todoAbout('SET_AVAILABILITY', { severity: 'LOW', dueAt: null, redirect: '/profile?tab=availability' })
    const request = todoAbout('RESPOND_REQUEST:bkg_1')
    const setup = { steps: [{ key: 'availability' as const, done: false, redirect: own.redirect }] }
    const todos = [request, own]
    expect(listsOf(dashboardWith({ todos, setup }), { kind: 'nothing' }).todos).toEqual([request])
    expect(listsOf(dashboardWith({ todos }), { kind: 'todo', todo: request }).todos).toEqual([own])
  })
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

describe('to-dos', () => {
  const todo = (id: string, kind: Todo['kind'], visits: number | null = null): Todo => ({
    id,
    kind,
    about: {
      title: 'Drain',
      customerName: 'Ada',
      customerAvatar: null,
      startAt: null,
      timeZone: null,
      overlaps: null,
      visits,
      documentType: null,
    },
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

  it('answer a request of one visit in place, not a series or an offer', () => {
    expect(requestOf(todo('RESPOND_REQUEST:bkg_1', 'RESPOND_REQUEST'))).toBe('bkg_1')
    expect(requestOf(todo('RESPOND_REQUEST:bkg_1', 'RESPOND_REQUEST', 4))).toBeUndefined()
    expect(requestOf(todo('RESPOND_REQUEST:off_1', 'RESPOND_REQUEST'))).toBeUndefined()
    expect(requestOf(todo('ANSWER_PROPOSAL:bkg_1', 'ANSWER_PROPOSAL'))).toBeUndefined()
  })
})
