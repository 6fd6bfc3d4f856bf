import { beforeEach, expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { CancelSheet } from './cancel-sheet.tsx'

const terms = {
  previewHash: 'hash',
  fee: { amount: null, payer: 'NOBODY', rule: 'FREE' },
  attributedTo: 'NOBODY',
  noticeMinutes: null,
  ownRates: 'UNAFFECTED',
  needs: { note: false, photo: false, contactAttempts: 0 },
}
const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return terms
  },
})
const { draw, text, press, choose } = setUpScreen({ queries: { retry: false } })
beforeEach(() => sessionStorage.clear())

it('loads the terms again when the booking is to be cancelled and they could not be loaded', async () => {
  const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }
  const booking = bookingFixture({ status: 'CONFIRMED' })
  await draw(<CancelSheet booking={booking} offline={offline} now={new Date()} onClose={() => undefined} />)
  await choose('Reason', 1)
  await waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
  expect(text()).not.toContain('I understand the cost')
  server.isAway = false
  await press('Cancel booking')
  await waitFor(() => expect(text()).toContain('I understand the cost'))
})
