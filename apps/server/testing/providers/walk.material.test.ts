import { templateReplayCases } from './material.ts'
import { describeProviderReplay } from './walking.ts'

describeProviderReplay(templateReplayCases)
