import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { InvoiceLinks } from '../../../shared/invoice-links.tsx'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle } from '../../../testing/screen.tsx'

replaceExports(apiModule, { call: async () => [] })
const { draw, button } = setUpScreen()

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
