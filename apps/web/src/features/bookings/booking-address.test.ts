import { expect, it } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { destinationOf } from './booking-address.ts'

const booking = bookingFixture()
const confirmed = bookingFixture({
  status: 'CONFIRMED',
  location: {
    ...booking.location,
    line1: '12 Allen Avenue',
    line2: 'Flat 3',
    state: 'Lagos State',
    postalCode: '100281',
  },
})

it('a booking leads to its site once the address is revealed', () => {
  expect(destinationOf(booking)).toBeUndefined()
  expect(destinationOf(confirmed)?.address).toBe('12 Allen Avenue, Flat 3, 100281 Lagos, Lagos State')
})
