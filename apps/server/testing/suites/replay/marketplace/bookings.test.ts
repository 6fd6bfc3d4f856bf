import { bookingReplayCases } from './bookings.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(bookingReplayCases)
