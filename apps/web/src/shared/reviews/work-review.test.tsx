import { expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../testing/screen.tsx'
import { WorkReview } from './work-review.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return {
      review: null,
      customerRating: null,
      isSealed: false,
      closesAt: '2026-12-01T00:00:00Z',
      asked: { times: 0, lastAt: null, nextAt: null },
      allowedActions: ['ask-review'],
    }
  },
})
const { draw, button, press } = setUpScreen({ queries: { retry: false } })

it('loads the reviews again when asked, to ask for one', async () => {
  const now = new Date('2026-11-25T12:00:00Z')
  await draw(<WorkReview work={{ type: 'BOOKING', id: 'bkg_1' }} customerName="Chidi Okafor" now={now} />)
  await settle()
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(button('Ask for a review')).toBeDefined())
})
