import { operatorReplayCases } from './operator.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(operatorReplayCases)
