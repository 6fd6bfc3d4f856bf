import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { InvoiceLinks } from '../../../shared/documents/invoice-links.tsx'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'

const server = { isAway: false }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return []
  },
})
const { draw, button, press } = setUpScreen({ queries: { retry: false } })

it.each([
  ['offered for finished work', null, true],
  ['not offered for a visit that a milestone pays', 'mil_01JD0000000000000000000001', false],
])('an invoice is %s', async (_, milestoneId, isOffered) => {
  const adjustedTotal = { amount: 1_500_000, currency: 'NGN' }
  const booking = bookingFixture({ status: 'AWAITING_CONFIRMATION', adjustedTotal, milestoneId })
  await draw(<InvoiceLinks booking={booking} />)
  await settle()
  expect(button('Create invoice') !== undefined).toBe(isOffered)
})

it('invoices that could not be loaded are loaded again when asked', async () => {
  server.isAway = true
  const adjustedTotal = { amount: 1_500_000, currency: 'NGN' }
  await draw(<InvoiceLinks booking={bookingFixture({ status: 'COMPLETED', adjustedTotal, milestoneId: null })} />)
  await settle()
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(button('Create invoice')).toBeDefined())
})
