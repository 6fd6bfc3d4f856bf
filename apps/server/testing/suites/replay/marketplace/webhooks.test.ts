import { webhookReplayCases } from './webhooks.ts'
import { describeReplay } from './describe-replay.ts'

describeReplay(webhookReplayCases)
