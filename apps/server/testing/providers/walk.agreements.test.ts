import { providerAgreementReplayCases } from './agreements.ts'
import { describeProviderReplay } from './walking.ts'

describeProviderReplay(providerAgreementReplayCases)
