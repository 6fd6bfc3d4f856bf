import { customerReplayCases } from './customers.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(customerReplayCases)
