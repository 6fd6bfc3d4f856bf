import { provideOverview } from './bookings-layout.tsx'
import { BookingsOverview } from './bookings-overview.tsx'

// On its own address the list is there at once; on that of a booking it comes when it is wanted.
provideOverview(BookingsOverview)

export { BookingsLayout as Component } from './bookings-layout.tsx'
