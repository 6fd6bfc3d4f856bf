export { BookingsDesk as Component } from './bookings-desk.tsx'
