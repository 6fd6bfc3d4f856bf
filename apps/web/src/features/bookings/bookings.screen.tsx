import { provideOverview } from './bookings-desk.tsx'
import { BookingsOverview } from './desk.tsx'

// On its own address the list is there at once; on that of a booking it comes when it is wanted.
provideOverview(BookingsOverview)

export { BookingsLayout as Component } from './bookings-desk.tsx'
