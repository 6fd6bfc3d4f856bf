import { templateReplayCases } from './templates.ts'
import { describeProviderReplay } from './describe-replay.ts'

describeProviderReplay(templateReplayCases)
