import type { BookingSummary } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import { byUrgency, firstOf, isNew, longDay, partOfDay, startOfToday, stillAhead } from './model.ts'

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

it('writes the day as the reader does', () => {
  expect(longDay(new Date(2026, 10, 21), 'en-GB')).toBe('Saturday 21 November')
})

const now = new Date('2026-11-25T08:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const booking = (id: string, startsIn: number, overrides: Partial<BookingSummary> = {}): BookingSummary => ({
  id,
  reference: id,
  status: 'CONFIRMED',
  title: id,
  serviceCategory: null,
  customer: { id: 'cus', name: 'Chidi', avatar: null, phone: null },
  startAt: at(startsIn),
  endAt: at(startsIn + 1),
  timeZone: 'Africa/Lagos',
  city: 'Lagos',
  price: { model: 'TO_QUOTE' },
  respondBy: null,
  version: 1,
  createdAt: at(-24),
  ...overrides,
})
const request = (id: string, startsIn: number, respondIn: number) =>
  booking(id, startsIn, { status: 'REQUESTED', respondBy: at(respondIn) })

describe('what comes first', () => {
  const first = (given: Partial<Parameters<typeof firstOf>[0]>) =>
    firstOf({ requests: [], jobs: [], unread: 0, now, ...given })

  it('is the request that runs out soonest', () => {
    const requests = [request('far', 10, 9), request('near', 20, 2)]
    expect(first({ requests, jobs: [booking('job', 3)], unread: 4 })).toMatchObject({
      kind: 'request',
      booking: { id: 'near' },
    })
  })

  it('is the job one is at, before any request', () => {
    const jobs = [booking('done', -3), booking('here', -0.5)]
    expect(first({ requests: [request('r', 5, 2)], jobs })).toMatchObject({
      kind: 'job',
      booking: { id: 'here' },
      isRunning: true,
    })
  })

  it("is today's next job, then what is unread, then the job after that", () => {
    expect(first({ jobs: [booking('today', 5)], unread: 2 })).toMatchObject({ kind: 'job', isRunning: false })
    expect(first({ jobs: [booking('later', 30)], unread: 2 })).toEqual({ kind: 'messages', count: 2 })
    expect(first({ jobs: [booking('later', 30)] })).toMatchObject({ kind: 'job', booking: { id: 'later' } })
    expect(first({})).toEqual({ kind: 'nothing' })
  })

  it('is nothing that is over', () => {
    expect(first({ requests: [request('late', 5, -1)], jobs: [booking('done', -3)] })).toEqual({
      kind: 'nothing',
    })
  })
})

it('lists requests by urgency and jobs by what is left of them', () => {
  expect(byUrgency([request('b', 9, 3), request('c', 9, -1), request('a', 9, 1)], now).map(({ id }) => id)).toEqual([
    'a',
    'b',
  ])
  expect(stillAhead([booking('over', -1), booking('now', -0.5)], now).map(({ id }) => id)).toEqual(['now'])
})

it('asks the same question all day', () => {
  const morning = new Date(2026, 10, 25, 6, 1)
  expect(startOfToday(morning)).toBe(startOfToday(new Date(2026, 10, 25, 23, 59)))
  expect(startOfToday(morning)).not.toBe(startOfToday(new Date(2026, 10, 26, 0, 0)))
})

it('knows a new account by its empty counts', () => {
  expect(isNew({ REQUESTED: 0, CONFIRMED: 0 })).toBe(true)
  expect(isNew({ REQUESTED: 0, EXPIRED: 1 })).toBe(false)
})
