import { provideOverview } from './list/bookings-layout.tsx'
import { BookingsOverview } from './list/bookings-overview.tsx'

// Opened by its address, the list is there at once; on the page of one booking it loads on demand.
provideOverview(BookingsOverview)

export { BookingsLayout as Component } from './list/bookings-layout.tsx'
