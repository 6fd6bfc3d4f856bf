import { paymentReplayCases } from './payments.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(paymentReplayCases)
