import { providerBookingReplayCases } from './bookings.ts'
import { describeProviderReplay } from './walking.ts'

describeProviderReplay(providerBookingReplayCases)
