import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import { SeriesStrip } from './series-strip.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return [
      {
        id: 'ser_1',
        title: 'Clean the gutters',
        status: 'ACTIVE',
        customer: { name: 'Chidi Okafor', avatar: null },
        rule: { freq: 'WEEKLY', interval: 1, byDay: [], until: null, count: null },
      },
    ]
  },
})
const { draw, text, press } = setUpScreen({ queries: { retry: false } })

it('loads the series again when asked', async () => {
  await draw(<SeriesStrip status="ACTIVE" />)
  await settle()
  expect(text()).toContain("We couldn't load this.")
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Clean the gutters'))
})
