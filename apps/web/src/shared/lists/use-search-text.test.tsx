import { act, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { useSearchText } from './use-search-text.ts'

const { draw } = setUpScreen()
let list: ReturnType<typeof useSearchText> & { go: (search: string) => void }

function List({ onList }: { onList: (shown: typeof list) => void }) {
  const [search, setSearch] = useSearchParams()
  const text = useSearchText(search, setSearch)
  useEffect(() => {
    onList({ ...text, go: (next) => setSearch(new URLSearchParams(next)) })
  })
  return null
}

beforeEach(async () => {
  vi.useFakeTimers()
  await draw(<List onList={(shown) => (list = shown)} />)
})
afterEach(() => vi.useRealTimers())

const wait = () => act(async () => void vi.advanceTimersByTime(300))

it('puts what is typed into the address, and follows when a saved filter changes it', async () => {
  await act(async () => list.setTyped('tap'))
  expect([list.typed, list.q]).toEqual(['tap', ''])
  await wait()
  expect(list.q).toBe('tap')
  await act(async () => list.go('q=boiler'))
  await wait()
  expect([list.typed, list.q]).toEqual(['boiler', 'boiler'])
  await act(async () => list.setTyped(''))
  await wait()
  expect([list.typed, list.q]).toEqual(['', ''])
})

it('leaves the address alone once a link was pressed, whose page is still loading', async () => {
  await act(async () => list.setTyped('tap'))
  window.history.pushState(null, '', '/customers/cus_1')
  await wait()
  expect(list.q).toBe('')
  window.history.replaceState(null, '', '/')
})
