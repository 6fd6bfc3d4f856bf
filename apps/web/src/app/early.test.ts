import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { dashboardQuery } from '../features/dashboard/api.ts'
import { rangeOf } from '../features/dashboard/model.ts'
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
  await new QueryClient().fetchQuery(dashboardQuery(rangeOf(new URLSearchParams())))
  expect(asked).toEqual(routeTable[0].early)
  vi.unstubAllEnvs()
})
