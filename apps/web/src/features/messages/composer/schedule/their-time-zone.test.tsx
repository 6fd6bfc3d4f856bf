import { expect, it } from 'vitest'
import * as apiModule from '../../../../lib/http/api.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'
import type { ComposerTools } from '../composer-tools.ts'
import { SchedulePanel } from './schedule-panel.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return { booking: { timeZone: 'Pacific/Auckland' } }
  },
})
const { draw, field, press, text } = setUpScreen({ queries: { retry: false } })

it("says that the customer's time zone could not be loaded, and loads it again", async () => {
  const tools = {
    me: 'usr_1',
    target: {
      store: { getSnapshot: () => ({ channel: { members: [{ userId: 'cus_1', user: { name: 'Chidi' } }] } }) },
    },
    composerText: { getSnapshot: () => 'On my way' },
    files: () => ({ uploads: [] }),
  } as unknown as ComposerTools
  await draw(<SchedulePanel tools={tools} args="" onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load the customer's time zone."))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(field('Time zone')?.textContent).toContain("The customer's"))
  expect(text()).not.toContain("We couldn't load the customer's time zone.")
})
