import type { BookingDetails } from '@fettle/protocol/bookings'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { ExtraWork } from './extra-work.tsx'

replaceExports(apiModule, { call: async () => bookingFixture() })
const { draw, button, press } = setUpScreen()

const bookingWith = (status: string, allowedActions: string[]) =>
  bookingFixture({
    status: 'IN_PROGRESS',
    priceAdjustments: [
      {
        id: 'adj_1',
        status,
        lines: [],
        total: { amount: 5_000, currency: 'NGN' },
        reason: 'A second tap leaks.',
        expiresAt: '2026-11-25T12:00:00Z',
        allowedActions,
      },
    ] as unknown as BookingDetails['priceAdjustments'],
  })
const show = (booking: BookingDetails) => draw(<ExtraWork booking={booking} now={new Date()} onAsk={() => undefined} />)

it('keeps the focus at the extra work that is withdrawn', async () => {
  await show(bookingWith('PENDING', ['withdraw']))
  button('Withdraw').focus()
  await press('Withdraw')
  await show(bookingWith('WITHDRAWN', []))
  expect(button('Withdraw')).toBeUndefined()
  expect(document.activeElement?.matches('[data-adjustment]')).toBe(true)
})
