import { bookingReplayCases } from '../../../testing/marketplace/bookings.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(bookingReplayCases)
