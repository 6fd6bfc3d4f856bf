import { act } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../routing/paths.ts'
import { setUpScreen, type } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { Palette } from './palette.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const customer = (id: string, title: string) => ({
  kind: 'CUSTOMER',
  id,
  title,
  reference: null,
  status: null,
  customer: null,
  cid: null,
  at: '2026-11-20T08:00:00Z',
})
const all = [customer('cus_1', 'Chidi Eze'), customer('cus_2', 'Chuka Okoro')]
const server = { isAway: false }
replaceExports(apiModule, {
  call: async (_: unknown, { query: { q = '' } }: { query: { q?: string } }) => {
    if (server.isAway) throw new Error('Away')
    return all.filter(({ title }) => title.startsWith(q))
  },
})

const { draw, text, press: pressButton } = setUpScreen({ queries: { retry: false } })
/** Lets the pause in typing pass, then the search. */
const search = async () => {
  for (let step = 0; step < 3; step += 1) await act(async () => vi.advanceTimersByTimeAsync(150))
}
const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent
const field = () => document.querySelector('[role=combobox]') as HTMLInputElement
const press = (key: string) =>
  act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

beforeEach(async () => {
  vi.useFakeTimers()
  await draw(
    <>
      <Address />
      <Palette pages={[]} onClose={() => undefined} />
    </>,
  )
  await type(field(), 'Ch')
  await search()
  expect(text()).toContain('Chidi Eze')
})
afterEach(() => {
  server.isAway = false
  vi.useRealTimers()
})

it('opens the first result of what is typed, although Enter came before it was found', async () => {
  await type(field(), 'Chu')
  await press('Enter')
  expect(address()).toBe('/')
  await search()
  expect(address()).toBe(paths.customer('cus_2'))
})

it('opens nothing by itself once more is typed after Enter', async () => {
  await type(field(), 'Chu')
  await press('Enter')
  await type(field(), 'Chuk')
  await search()
  expect(address()).toBe('/')
})

it('opens a result that was chosen by an arrow while others are looked for', async () => {
  await type(field(), 'Chu')
  await press('ArrowDown')
  await press('ArrowUp')
  await press('ArrowDown')
  await press('Enter')
  expect(address()).toBe(paths.customer('cus_2'))
})

it('searches again when asked after it failed', async () => {
  server.isAway = true
  await type(field(), 'Chu')
  await search()
  expect(text()).toContain("The search didn't work.")
  server.isAway = false
  await pressButton('Try again')
  await search()
  expect(text()).toContain('Chuka Okoro')
  expect(text()).not.toContain("The search didn't work.")
})
