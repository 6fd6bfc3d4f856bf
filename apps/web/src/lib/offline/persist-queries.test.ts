import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createMemoryStore } from './key-value-store.ts'
import { persistQueries, restoreQueries, type PersistedQuery } from './persist-queries.ts'

const key = ['bookings', 'get', { params: { id: 'bkg_1' } }]
const visit = (store = createMemoryStore<PersistedQuery>(), user = 'usr_1', now = () => Date.now()) => {
  const client = new QueryClient()
  return { client, store, options: { client, store, user, nouns: ['bookings'], now } }
}

it('persists queries for the next visit of the same user', async () => {
  const first = visit()
  const stop = persistQueries(first.options)
  first.client.setQueryData(key, { title: 'Tap' })
  first.client.setQueryData(['auth', 'sessions'], 'secret')
  stop()
  expect(await first.store.all()).toHaveLength(1)

  const second = visit(first.store)
  await restoreQueries(second.options)
  expect(second.client.getQueryData(key)).toEqual({ title: 'Tap' })
})

it('persists data loaded before it started', async () => {
  const { client, store, options } = visit()
  client.setQueryData(key, { title: 'Tap' })
  client.setQueryData([...key, 'old'], { title: 'Old' }, { updatedAt: performance.timeOrigin - 1_000 })
  persistQueries(options)
  expect((await store.all()).map(({ data }) => data)).toEqual([{ title: 'Tap' }])
})

it('never overwrites newer data', async () => {
  const first = visit()
  persistQueries(first.options)
  first.client.setQueryData(key, { title: 'Old' }, { updatedAt: Date.now() - 1000 })
  const second = visit(first.store)
  second.client.setQueryData(key, { title: 'New' })
  await restoreQueries(second.options)
  expect(second.client.getQueryData(key)).toEqual({ title: 'New' })
})

it('does not take data for new that was stored while the clock was ahead', async () => {
  const first = visit()
  persistQueries(first.options)
  first.client.setQueryData(key, { title: 'Old' }, { updatedAt: Date.now() + 86_400_000 })
  const second = visit(first.store)
  await restoreQueries(second.options)
  const query = second.client.getQueryCache().find({ queryKey: key })
  expect(query?.state.data).toEqual({ title: 'Old' })
  expect(query?.isStaleByTime(15_000)).toBe(true)

  const third = visit(first.store)
  third.client.setQueryData(key, { title: 'New' })
  await restoreQueries(third.options)
  expect(third.client.getQueryData(key)).toEqual({ title: 'New' })
})

it("removes other users' and expired data", async () => {
  const first = visit()
  persistQueries(first.options)
  first.client.setQueryData(key, { title: 'Tap' })
  const other = visit(first.store, 'usr_2')
  await restoreQueries(other.options)
  expect(other.client.getQueryData(key)).toBeUndefined()
  expect(await first.store.all()).toEqual([])

  const later = visit(undefined, 'usr_1', () => Date.now() + 15 * 86_400_000)
  persistQueries(later.options)
  later.client.setQueryData(key, { title: 'Tap' })
  await restoreQueries(later.options)
  expect(await later.store.all()).toEqual([])
})
