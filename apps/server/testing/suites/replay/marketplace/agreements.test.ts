import { agreementReplayCases } from './agreements.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(agreementReplayCases)
