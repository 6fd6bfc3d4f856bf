import { paymentReplayCases } from '../../../testing/marketplace/money.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(paymentReplayCases)
