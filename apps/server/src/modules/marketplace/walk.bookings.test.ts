import { bookingWalks } from '../../../testing/marketplace/bookings.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(bookingWalks)
