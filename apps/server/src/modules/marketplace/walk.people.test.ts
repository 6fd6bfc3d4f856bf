import { customerReplayCases } from '../../../testing/marketplace/people.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(customerReplayCases)
