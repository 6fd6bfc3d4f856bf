import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { AnswerSeries } from './answer-series.tsx'

const visit = {
  index: 1,
  startAt: '2026-12-01T08:00:00Z',
  endAt: '2026-12-01T09:00:00Z',
  status: 'FREE',
  suggestion: null,
}
const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return [visit]
  },
})
const { draw, button, text, press } = setUpScreen({ queries: { retry: false } })

it('shows the visits once they can be loaded again, to accept them', async () => {
  const series = {
    id: 'ser_1',
    version: 1,
    timeZone: 'Africa/Lagos',
    conflictPolicy: 'FAIL',
    customer: { name: 'Chidi Okafor' },
  } as BookingSeries
  await draw(<AnswerSeries series={series} now={new Date('2026-11-25T12:00:00Z')} />)
  await waitFor(() => expect(button('Try again')).toBeDefined())
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Accept 1 visit'))
  expect(button('Accept 1 visit').disabled).toBe(false)
})
