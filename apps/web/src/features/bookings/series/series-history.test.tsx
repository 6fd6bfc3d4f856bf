import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { Component } from '../series.screen.tsx'

const series = {
  id: 'ser_1',
  title: 'Clean the gutters',
  status: 'ACTIVE',
  customer: { id: 'cus_1', name: 'Chidi Okafor', avatar: null },
  allowedActions: [],
  respondBy: null,
  timeZone: 'Africa/Lagos',
  rule: { freq: 'WEEKLY', interval: 1, byDay: [], until: null, count: null },
  localStart: '09:00',
  durationMinutes: 60,
  price: { amount: null, hourlyRate: null },
  city: 'Lagos',
  serviceCategory: null,
  description: '',
  occurrences: [],
}
const server = { isAway: true, isGone: false }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (server.isGone) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: '' })
    if (name !== 'series.timeline') return series
    if (server.isAway) throw new Error('Away')
    return [{ id: 'evt_1', event: 'series.created', at: '2026-11-25T12:00:00Z', actor: { name: 'You' }, data: {} }]
  },
})
const { draw, text, press } = setUpScreen({ queries: { retry: false } })

it('loads the history of a series again when asked', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain("We couldn't load the history."))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(document.querySelector('time')).not.toBeNull())
})

it('shows when a visit starts as other times are shown', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('Duration'))
  expect(text()).toMatch(/Start9:00\sAM/)
})

it('says that a series that does not exist was not found', async () => {
  server.isGone = true
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain("We couldn't find that series."))
  expect(document.title).toContain('Series not found')
})
