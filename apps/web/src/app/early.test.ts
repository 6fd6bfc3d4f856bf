import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { aheadQuery, waitingQuery } from '../features/dashboard/api.ts'
import { startOfToday } from '../features/dashboard/model.ts'
import { routeTable } from './route-table.ts'

afterEach(() => void vi.unstubAllGlobals())

it('asks early for exactly what the home screen will ask for', async () => {
  const asked: string[] = []
  vi.stubEnv('DEV', false)
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(
      new Response(JSON.stringify({ success: true, status: 200, message: '', data: [], meta: {} })),
    )
  })
  const now = new Date()
  const client = new QueryClient()
  await client.fetchQuery(waitingQuery)
  await client.fetchQuery(aheadQuery(startOfToday(now)))
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  expect(asked).toEqual(
    routeTable[0].early.map((url) => url.replace('{today}', encodeURIComponent(midnight.toISOString()))),
  )
  vi.unstubAllEnvs()
})
