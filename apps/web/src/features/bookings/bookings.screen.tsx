import { bringDesk } from './bookings-desk.tsx'
import { Desk } from './desk.tsx'

// On its own address the list is there at once; on that of a booking it comes when it is wanted.
bringDesk(Desk)

export { BookingsDesk as Component } from './bookings-desk.tsx'
