import { expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { PriceSection } from './booking-facts.tsx'

const { draw, text } = setUpScreen()

it.each([
  ['includes extra work', null, true],
  [
    'is not replaced by that of extra work alone on a visit that a milestone pays',
    'mil_01JD0000000000000000000001',
    false,
  ],
])('the price %s', async (_, milestoneId, isIncluded) => {
  const adjustedTotal = { amount: 250_000, currency: 'NGN' }
  await draw(<PriceSection booking={bookingFixture({ adjustedTotal, milestoneId })} />)
  expect(text().includes('Includes the extra work')).toBe(isIncluded)
})
