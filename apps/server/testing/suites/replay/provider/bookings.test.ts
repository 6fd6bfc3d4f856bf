import { providerBookingReplayCases } from './bookings.ts'
import { describeProviderReplay } from './describe-replay.ts'

describeProviderReplay(providerBookingReplayCases)
