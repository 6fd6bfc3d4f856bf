import { providerAccountReplayCases } from './office.ts'
import { describeProviderReplay } from './walking.ts'

describeProviderReplay(providerAccountReplayCases)
