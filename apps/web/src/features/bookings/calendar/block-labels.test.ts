import { expect, it } from 'vitest'
import { shortLoad } from './block-labels.ts'

it('calls a working day without jobs no free one, because requests and held times are no load', () => {
  const load = { date: '2026-12-02', loadMinutes: 0, workingMinutes: 480, hours: [] }
  expect(shortLoad(load)).toBe('No jobs')
  expect(shortLoad({ ...load, workingMinutes: 0 })).toBe('Closed')
  expect(shortLoad({ ...load, loadMinutes: 210 })).toBe('3 h 30 min')
})
