import { expect, it } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { hoursOf, hoursProblem, nextInterval, affectedBookingsOf, weeklyOf, withOverride } from './model.ts'

it('weekly hours cover all days, and only those with hours are sent', () => {
  const hours = hoursOf({ weekly: [{ day: 'TUE', intervals: [{ from: '08:00', to: '12:00' }] }] })
  expect(Object.keys(hours)).toHaveLength(7)
  expect(weeklyOf(hours)).toEqual([{ day: 'TUE', intervals: [{ from: '08:00', to: '12:00' }] }])
})

it.each([
  [[{ from: '08:00', to: '12:00' }], undefined],
  [
    [
      { from: '13:00', to: '17:00' },
      { from: '08:00', to: '13:00' },
    ],
    undefined,
  ],
  [
    [
      { from: '08:00', to: '13:00' },
      { from: '12:00', to: '17:00' },
    ],
    'overlap',
  ],
  [[{ from: '17:00', to: '08:00' }], 'order'],
  [[{ from: '', to: '08:00' }], 'order'],
  [Array.from({ length: 4 }, (_, hour) => ({ from: `0${hour}:00`, to: `0${hour}:30` })), 'many'],
])('the hours %j are %s', (intervals, problem) => expect(hoursProblem(intervals)).toBe(problem))

it('another interval starts after the last', () => {
  expect(nextInterval([])).toEqual({ from: '08:00', to: '17:00' })
  expect(nextInterval([{ from: '08:00', to: '12:00' }])).toEqual({ from: '13:00', to: '16:00' })
})

it('another interval is left to choose where the last goes on until late', () => {
  expect(nextInterval([{ from: '18:00', to: '22:00' }])).toEqual({ from: '22:00', to: '23:00' })
  expect(nextInterval([{ from: '18:00', to: '22:30' }])).toEqual({ from: '', to: '' })
})

it('a refusal because of affected bookings lists them', () => {
  const bookings = [{ id: 'bkg_1' }]
  const error = new ApiError({ status: 409, code: 'BOOKINGS_AFFECTED', message: '', details: { bookings } })
  expect(affectedBookingsOf(error)).toEqual(bookings)
  expect(affectedBookingsOf(new Error('else'))).toBeUndefined()
})

it('special hours replace those of their date, and beyond 200 the oldest', () => {
  const closed = (date: string, note = '') => ({ date, closed: true, note })
  const [wedding, dentist] = [closed('2026-11-25', 'Wedding'), closed('2026-11-25', 'Dentist')]
  expect(withOverride([wedding], dentist)).toEqual([dentist])
  const past = Array.from({ length: 200 }, (_, days) =>
    closed(new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
  )
  expect(withOverride(past, dentist)).toEqual([...past.slice(1), dentist])
})
