import { expect, it } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { addressLines, destinationOf } from './booking-address.ts'

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

it('the address of a booking is the city until it is revealed', () => {
  expect(addressLines(booking)).toEqual(['Lagos'])
  expect(addressLines(confirmed)).toEqual(['12 Allen Avenue', 'Flat 3', 'Lagos, Lagos State, 100281'])
  expect(destinationOf(booking)).toBeUndefined()
  expect(destinationOf(confirmed)?.address).toBe('12 Allen Avenue, Flat 3, Lagos, Lagos State, 100281')
})
