import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { loadData as loadBookings } from '../features/bookings/bookings.screen.tsx'
import { loadData as loadHome } from '../features/dashboard/dashboard.screen.tsx'
import { loadData as loadContracts } from '../features/contracts/contracts.screen.tsx'
import { loadData as loadOffers } from '../features/offers/offers.screen.tsx'
import * as chatModule from '../features/messages/connection/chat.ts'
import { loadData as loadMessages } from '../features/messages/messages.screen.tsx'
import { routeTable } from '../routing/route-table.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { replaceExports } from '../testing/replace-exports.ts'

const keepConnected = vi.fn(() => () => undefined)
replaceExports(chatModule, { keepConnected })

afterEach(() => void vi.unstubAllGlobals())

/** Collects the addresses requested while `read` runs. */
async function askedBy(read: (client: QueryClient) => Promise<unknown>): Promise<string[]> {
  const urls: string[] = []
  vi.stubEnv('DEV', false)
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    return Promise.resolve(
      new Response(JSON.stringify({ success: true, status: 200, message: '', data: [], meta: {} })),
    )
  })
  await read(new QueryClient())
  vi.unstubAllEnvs()
  return urls
}

const earlyOf = (path: string) =>
  routeTable.flatMap((route) => (route.path === path && 'prefetch' in route ? route.prefetch : []))

it.each([
  ['/', loadHome],
  ['/bookings', loadBookings],
  ['/offers', loadOffers],
  ['/contracts', loadContracts],
])('prefetches exactly the requests of %s', async (path, load) => {
  const urls = await askedBy((client) => load(client, new URLSearchParams()))
  expect(urls).not.toEqual([])
  expect(urls).toEqual(earlyOf(path))
})

it('connects the chat before the first view of /messages is drawn', async () => {
  const client = new QueryClient()
  const profile = { id: 'usr_1' }
  client.setQueryData([...profileQuery.queryKey], profile)
  await loadMessages(client)
  await vi.waitFor(() => expect(keepConnected).toHaveBeenCalledExactlyOnceWith(profile))
})
