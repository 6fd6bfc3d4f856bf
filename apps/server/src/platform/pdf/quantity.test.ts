import { expect, it } from 'vitest'
import { timesText } from './quantity.ts'

it('formats quantities with singular units, and none for a lump sum', () => {
  expect(timesText('12.5', 'M2')).toBe(' × 12.5 m²')
  expect(timesText('1', 'DAY')).toBe(' × 1 day')
  expect(timesText('1.000', 'TRIP')).toBe(' × 1.000 trip')
  expect(timesText('1.5', 'DAY')).toBe(' × 1.5 days')
  expect(timesText('1', 'HOUR')).toBe(' × 1 h')
  expect(timesText('1', 'LUMP_SUM')).toBe('')
  expect(timesText('3', 'ITEM')).toBe(' × 3')
})
