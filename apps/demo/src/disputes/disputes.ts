import type { DisputeReason } from '@fettle/protocol/disputes'

import { readData } from '../data.ts'

/** Disputes between Ada and her customers. Days count back from now. */

type Side = 'ada' | 'customer'
type Step = { daysAgo: number; by: Side } & (
  | { do: 'answer'; text: string }
  | { do: 'propose'; amount: number; text: string }
  | { do: 'accept' }
)

export interface DisputeStory {
  job: string
  daysAgo: number
  about: 'BOOKING' | 'CANCELLATION'
  reasonCode: DisputeReason
  statement: string
  amount: number
  wish?: string
  steps: readonly Step[]
}

/** One settled, one in negotiation, one to be answered; all opened by the customer. */
export const disputes = readData<DisputeStory[]>('disputes')
