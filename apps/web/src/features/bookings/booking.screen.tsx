// Opened by its address, the page needs the details at once.
export { BookingDetails } from './detail/booking-details.tsx'
export { BookingsLayout as Component } from './list/bookings-layout.tsx'
