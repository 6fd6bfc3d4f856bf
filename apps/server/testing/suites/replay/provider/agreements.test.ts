import { providerAgreementReplayCases } from './agreements.ts'
import { describeProviderReplay } from './describe-replay.ts'

describeProviderReplay(providerAgreementReplayCases)
