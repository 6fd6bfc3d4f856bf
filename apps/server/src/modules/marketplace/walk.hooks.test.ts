import { webhookReplayCases } from '../../../testing/marketplace/hooks.ts'
import { describeReplay } from '../../../testing/marketplace/walking.ts'

describeReplay(webhookReplayCases)
