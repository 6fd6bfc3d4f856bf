import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { bookingsQuery } from '../features/bookings/api.ts'
import { filterOf } from '../features/bookings/model.ts'
import { dashboardQuery } from '../features/dashboard/api.ts'
import { rangeOf } from '../features/dashboard/model.ts'
import { routeTable } from '../routing/route-table.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Collects the addresses requested while `read` runs. */
async function askedBy(read: (client: QueryClient) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  vi.stubEnv('DEV', false)
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(
      new Response(JSON.stringify({ success: true, status: 200, message: '', data: [], meta: {} })),
    )
  })
  await read(new QueryClient())
  vi.unstubAllEnvs()
  return asked
}

const earlyOf = (path: string) =>
  routeTable.flatMap((route) => (route.path === path && 'prefetch' in route ? route.prefetch : []))

it('prefetches exactly the requests of the home screen', async () => {
  const query = dashboardQuery(rangeOf(new URLSearchParams()))
  expect(await askedBy((client) => client.fetchQuery(query))).toEqual(earlyOf('/'))
})

it('prefetches exactly the requests of the bookings', async () => {
  const query = bookingsQuery(filterOf('requests'))
  expect(await askedBy((client) => client.fetchInfiniteQuery(query))).toEqual(earlyOf('/bookings'))
})
