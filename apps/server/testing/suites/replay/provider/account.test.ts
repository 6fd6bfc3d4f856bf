import { providerAccountReplayCases } from './account.ts'
import { describeProviderReplay } from './describe-replay.ts'

describeProviderReplay(providerAccountReplayCases)
