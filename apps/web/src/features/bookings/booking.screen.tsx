// On its own address the details are wanted at once.
export { BookingDetails } from './booking-details.tsx'
export { BookingsLayout as Component } from './bookings-layout.tsx'
