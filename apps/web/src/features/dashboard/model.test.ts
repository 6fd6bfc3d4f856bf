import { expect, it } from 'vitest'
import { longDay, partOfDay } from './model.ts'

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
