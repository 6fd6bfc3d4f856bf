import { act, createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'

const { draw, text } = setUpScreen()

/** The module as a new page loads it. */
async function load() {
  vi.resetModules()
  return import('./saved-filters-storage.ts')
}
const bookings = { list: 'bookings', user: 'usr_1' }
const stored = () => JSON.parse(localStorage.getItem('filters.usr_1.bookings') ?? '[]') as unknown

beforeEach(() => localStorage.clear())

it('saves filters by name, replaces one of the same name, and removes them', async () => {
  const { saveFilter, removeFilter } = await load()
  saveFilter(bookings, { name: 'Plumbing', search: 'service=PLUMBING' })
  saveFilter(bookings, { name: 'Past', search: 'tab=past' })
  saveFilter(bookings, { name: 'Plumbing', search: 'tab=past&service=PLUMBING' })
  expect(stored()).toEqual([
    { name: 'Past', search: 'tab=past' },
    { name: 'Plumbing', search: 'tab=past&service=PLUMBING' },
  ])
  removeFilter(bookings, 'Past')
  expect(stored()).toEqual([{ name: 'Plumbing', search: 'tab=past&service=PLUMBING' }])
})

it('keeps those of an earlier visit, and starts empty when they cannot be read', async () => {
  localStorage.setItem('filters.usr_1.bookings', '[{"name":"Past","search":"tab=past"}]')
  const { saveFilter } = await load()
  saveFilter(bookings, { name: 'Plumbing', search: 'service=PLUMBING' })
  expect(stored()).toHaveLength(2)
  localStorage.setItem('filters.usr_1.bookings', '{')
  const reloaded = await load()
  reloaded.saveFilter(bookings, { name: 'Plumbing', search: 'service=PLUMBING' })
  expect(stored()).toHaveLength(1)
})

it('does not show those of somebody else on this device', async () => {
  const { saveFilter } = await load()
  saveFilter({ list: 'bookings', user: 'usr_2' }, { name: 'Mrs Okafor', search: 'customer=cus_1' })
  saveFilter(bookings, { name: 'Past', search: 'tab=past' })
  expect(stored()).toEqual([{ name: 'Past', search: 'tab=past' }])
})

it('takes only the parameters that filter', async () => {
  const { filterParams } = await load()
  const search = new URLSearchParams('new=&q=tap&sort=startAt&tab=past&service=')
  expect(filterParams(search, ['tab', 'service', 'sort'])).toBe('tab=past&sort=startAt')
})

it('keeps and shows those that another tab saves meanwhile', async () => {
  const { saveFilter, useSavedFilters } = await load()
  saveFilter(bookings, { name: 'Past', search: 'tab=past' })
  const List = () =>
    useSavedFilters(bookings)
      .map(({ name }) => name)
      .join(', ')
  await draw(createElement(List))
  const key = 'filters.usr_1.bookings'
  const others = [...(stored() as object[]), { name: 'Plumbing', search: 'service=PLUMBING' }]
  localStorage.setItem(key, JSON.stringify(others))
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(text()).toBe('Past, Plumbing')
  await act(async () => saveFilter(bookings, { name: 'Late', search: 'sort=startAt' }))
  expect(stored()).toHaveLength(3)
})
