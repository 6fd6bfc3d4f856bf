import { expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { groupByDay } from './group-by-day.ts'

it('rows are grouped by local day', () => {
  const at = (startAt: string, timeZone = 'Africa/Lagos') => ({ startAt, timeZone })
  const groups = groupByDay([
    at('2026-11-25T09:00:00Z'),
    at('2026-11-25T22:59:00Z'),
    at('2026-11-25T23:01:00Z'),
    at('2026-11-25T23:30:00Z', 'UTC'),
  ])
  expect(groups.map(({ key, rows }) => [key, rows.length])).toEqual([
    ['2026-11-25', 2],
    ['2026-11-26', 1],
    ['2026-11-25', 1],
  ])
})

it('unscheduled bookings have a group of their own', () => {
  const unscheduled = bookingFixture({ status: 'CONFIRMED', schedulingMode: 'UNSCHEDULED', startAt: null, endAt: null })
  const groups = groupByDay([bookingFixture({ id: 'bkg_1' }), unscheduled, { ...unscheduled, id: 'bkg_3' }])
  expect(groups.map(({ key, startAt, rows }) => [key, startAt, rows.length])).toEqual([
    ['2026-11-25', '2026-11-25T09:00:00Z', 1],
    ['', null, 2],
  ])
})
