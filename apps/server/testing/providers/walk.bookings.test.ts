import { bookingWalks } from './bookings.ts'
import { walkThrough } from './walking.ts'

walkThrough(bookingWalks)
