import { expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Component } from './tickets.screen.tsx'

const ticket = {
  id: 'tic_1',
  subject: 'Payout is late',
  reference: 'TK-1',
  category: 'SAFETY',
  priority: 'NORMAL',
  status: 'OPEN',
  unread: 0,
  firstResponseDueAt: null,
  lastMessageAt: '2026-11-25T12:00:00Z',
}
replaceExports(apiModule, {
  callWithMeta: async (_: unknown, { query }: { query: { cursor?: string } }) => {
    if (query.cursor) throw new Error('Away')
    return { data: [ticket], meta: { nextCursor: 'next', countsByStatus: { OPEN: 1 } } }
  },
})
const { draw, text, press } = setUpScreen({ queries: { retry: false } })

it('says that more tickets could not be loaded, not that none could', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('Payout is late'))
  await press('Show more')
  await waitFor(() => expect(text()).toContain("We couldn't load these."))
  expect(text()).not.toContain("We couldn't load your tickets.")
})
