import { afterEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { Overrides } from './overrides.tsx'

const { draw, text } = setUpScreen()
afterEach(() => void vi.useRealTimers())

it.each([
  ['Africa/Lagos', false],
  ['UTC', true],
])('lists special hours from today on, which in %s lists the day before midnight: %s', async (timeZone, isListed) => {
  vi.useFakeTimers({ now: new Date('2026-11-24T23:30:00Z'), toFake: ['Date'] })
  const overrides = [
    { date: '2026-11-24', closed: true, note: 'Wedding' },
    { date: '2026-11-25', closed: true, note: 'Dentist' },
  ]
  await draw(<Overrides overrides={overrides} timeZone={timeZone} onChange={vi.fn()} />)
  expect(text()).toContain('Dentist')
  expect(text().includes('Wedding')).toBe(isListed)
})
