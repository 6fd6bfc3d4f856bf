import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { forgetfulDrawer } from './device-db.ts'
import { keepReads, restoreReads, type KeptRead } from './keep-reads.ts'

const key = ['bookings', 'get', { params: { id: 'bkg_1' } }]
const visit = (drawer = forgetfulDrawer<KeptRead>(), user = 'usr_1', now = () => Date.now()) => {
  const client = new QueryClient()
  return { client, drawer, options: { client, drawer, user, nouns: ['bookings'], now } }
}

it('keeps what was read for the next visit of the same person', async () => {
  const first = visit()
  const stop = keepReads(first.options)
  first.client.setQueryData(key, { title: 'Tap' })
  first.client.setQueryData(['auth', 'sessions'], 'secret')
  stop()
  expect(await first.drawer.all()).toHaveLength(1)

  const second = visit(first.drawer)
  await restoreReads(second.options)
  expect(second.client.getQueryData(key)).toEqual({ title: 'Tap' })
})

it('keeps what the first screen has read before anybody came to keep', async () => {
  const { client, drawer, options } = visit()
  client.setQueryData(key, { title: 'Tap' })
  client.setQueryData([...key, 'old'], { title: 'Old' }, { updatedAt: performance.timeOrigin - 1_000 })
  keepReads(options)
  expect((await drawer.all()).map(({ data }) => data)).toEqual([{ title: 'Tap' }])
})

it('never puts the old before the new', async () => {
  const first = visit()
  keepReads(first.options)
  first.client.setQueryData(key, { title: 'Old' }, { updatedAt: Date.now() - 1000 })
  const second = visit(first.drawer)
  second.client.setQueryData(key, { title: 'New' })
  await restoreReads(second.options)
  expect(second.client.getQueryData(key)).toEqual({ title: 'New' })
})

it("forgets what is somebody else's and what is old", async () => {
  const first = visit()
  keepReads(first.options)
  first.client.setQueryData(key, { title: 'Tap' })
  const other = visit(first.drawer, 'usr_2')
  await restoreReads(other.options)
  expect(other.client.getQueryData(key)).toBeUndefined()
  expect(await first.drawer.all()).toEqual([])

  const later = visit(undefined, 'usr_1', () => Date.now() + 15 * 86_400_000)
  keepReads(later.options)
  later.client.setQueryData(key, { title: 'Tap' })
  await restoreReads(later.options)
  expect(await later.drawer.all()).toEqual([])
})
