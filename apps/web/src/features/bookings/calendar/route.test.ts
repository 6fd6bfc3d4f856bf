import type { CalendarBooking, CalendarView } from '@fettle/protocol/availability/calendar'
import { expect, it } from 'vitest'
import { routeOf } from './route.ts'

const booking = (id: string, startAt: string, overrides: Partial<CalendarBooking> = {}): CalendarBooking => ({
  id,
  reference: id,
  status: 'CONFIRMED',
  title: id,
  customerId: 'cus_1',
  customerName: 'Ngozi Eze',
  customerAvatar: null,
  startAt,
  endAt: startAt,
  timeZone: 'Africa/Lagos',
  city: 'Yaba',
  address: '1 Herbert Macaulay Way, Yaba',
  lat: 6.5,
  lng: 3.4,
  seriesId: null,
  occurrenceIndex: null,
  overlapReason: null,
  version: 1,
  canAccept: false,
  canMove: true,
  travelMinutes: 20,
  isTight: false,
  leaveBy: null,
  ...overrides,
})
const view = (bookings: CalendarBooking[], base: CalendarView['base'] = null): CalendarView => ({
  timeZone: 'Africa/Lagos',
  base,
  bookings,
  occurrences: [],
  holds: [],
  timeOff: [],
  external: [],
  days: [],
  unscheduled: [],
})

it('numbers the jobs of a day in driving order, and marks the next one', () => {
  const { stops, pins, routeIds, drivingMinutes } = routeOf(
    view(
      [
        booking('yesterday', '2026-11-24T22:00:00Z'),
        booking('first', '2026-11-24T23:30:00Z', { status: 'COMPLETED' }),
        booking('second', '2026-11-25T09:00:00Z'),
        booking('third', '2026-11-25T12:00:00Z', { travelMinutes: null }),
      ],
      { lat: 6.4, lng: 3.3 },
    ),
    '2026-11-25',
  )
  expect(stops.map(({ id }) => id)).toEqual(['first', 'second', 'third'])
  expect(pins.map(({ id, mark, kind }) => [id, mark, kind])).toEqual([
    ['base', undefined, 'base'],
    ['first', '1', 'done'],
    ['second', '2', 'current'],
    ['third', '3', 'stop'],
  ])
  expect(routeIds).toEqual(['base', 'first', 'second', 'third'])
  expect(drivingMinutes).toBe(40)
})

it('shows requests beside the way, and leaves out addresses without a position', () => {
  const { stops, requests, pins, routeIds } = routeOf(
    view([
      booking('request', '2026-11-25T08:00:00Z', { status: 'REQUESTED' }),
      booking('unknown', '2026-11-25T09:00:00Z', { lat: null, lng: null }),
      booking('job', '2026-11-25T12:00:00Z'),
    ]),
    '2026-11-25',
  )
  expect(stops.map(({ id }) => id)).toEqual(['unknown', 'job'])
  expect(requests.map(({ id }) => id)).toEqual(['request'])
  expect(pins.map(({ id, mark }) => [id, mark])).toEqual([
    ['job', '2'],
    ['request', '?'],
  ])
  expect(routeIds).toEqual(['job'])
})

it('shows no base on a day without jobs', () => {
  expect(routeOf(view([], { lat: 6.4, lng: 3.3 }), '2026-11-25').pins).toEqual([])
})
