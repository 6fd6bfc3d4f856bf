import { act } from 'react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { Overrides } from './overrides.tsx'

const { draw, text, button } = setUpScreen()
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

it('has room for another date as long as fewer than 200 are ahead', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z'), toFake: ['Date'] })
  const dates = (first: number) =>
    Array.from({ length: 200 }, (_, days) => new Date(Date.UTC(2026, 10, first + days)).toISOString().slice(0, 10))
  const show = (first: number) => {
    const overrides = dates(first).map((date) => ({ date, closed: true }))
    return draw(<Overrides overrides={overrides} timeZone="Africa/Lagos" onChange={vi.fn()} />)
  }
  await show(24)
  expect(button('Add a date')).toBeUndefined()
  await show(23)
  expect(button('Add a date')).toBeDefined()
})

it('keeps the focus in the list when a date is removed', async () => {
  function Form() {
    const [overrides, setOverrides] = useState<Parameters<typeof Overrides>[0]['overrides']>([
      { date: '2099-12-24', closed: true },
      { date: '2099-12-25', closed: true },
    ])
    return <Overrides overrides={overrides} timeZone="UTC" onChange={setOverrides} />
  }
  await draw(<Form />)
  const [first, second] = [...document.querySelectorAll<HTMLElement>('[aria-label^=Remove]')]
  act(() => first?.focus())
  await press(first!)
  expect(document.activeElement).toBe(second)
  await press(second!)
  expect(document.activeElement).toBe(button('Add a date'))
})

it('writes the hours as times are written in the region', async () => {
  const overrides = [{ date: '2099-12-24', intervals: [{ from: '08:00', to: '13:30' }] }]
  await draw(<Overrides overrides={overrides} timeZone="Africa/Lagos" onChange={vi.fn()} />)
  expect(text().replaceAll('\u202f', ' ')).toContain('8:00 AM–1:30 PM')
})
