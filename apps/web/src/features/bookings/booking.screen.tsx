// Opened by its address, the page needs the details at once.
export { BookingDetails } from './booking-details.tsx'
export { BookingsLayout as Component } from './bookings-layout.tsx'
