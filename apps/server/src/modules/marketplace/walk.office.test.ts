import { operatorReplayCases } from '../../../testing/marketplace/office.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(operatorReplayCases)
