import { agreementReplayCases } from '../../../testing/marketplace/agreements.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(agreementReplayCases)
