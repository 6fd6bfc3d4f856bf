import * as protocol from '@fettle/protocol/disputes'
import * as marketplaceApi from '@fettle/protocol/marketplace/disputes'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { readData } from './data.ts'
import { findJob } from './bookings/booking-calls.ts'
import { actingCustomer } from './calls.ts'
import { type DemoEvent, event } from './schedule.ts'
import type { DemoContext } from './context.ts'

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
  reasonCode: protocol.DisputeReason
  statement: string
  amount: number
  wish?: string
  steps: readonly Step[]
}

/** One settled, one in negotiation, one to be answered; all opened by the customer. */
export const disputes = readData<DisputeStory[]>('disputes')

/** Opens, answers and settles disputes. */
export const eventsOfDisputes = (demo: DemoContext): DemoEvent[] =>
  disputes.flatMap((disputed) => eventsOf(disputed, demo))

function eventsOf(disputed: DisputeStory, demo: DemoContext): DemoEvent[] {
  const { marketplace, now } = demo
  const ago = (days: number) => now.getTime() - days * DAY_MS
  let dispute: protocol.DisputeView | undefined
  const open = async () => {
    const { id, customer } = await findJob(demo, disputed.job)
    const { about, reasonCode, statement, amount, wish } = disputed
    const body = {
      customerId: customer.id,
      subject: { type: about, id },
      reasonCode,
      statement,
      amountInDispute: amount,
      ...(wish && { desiredOutcome: wish }),
    }
    dispute = await marketplace(marketplaceApi.openMarketplaceDispute, { body })
  }
  const steps = disputed.steps.map((step) => {
    const next = async () => {
      if (!dispute) throw new Error(`The demo data has no dispute about ${disputed.job} yet.`)
      dispute = await performDisputeStep(demo, dispute, step)
    }
    return event(ago(step.daysAgo), next)
  })
  return [event(ago(disputed.daysAgo), open), ...steps]
}

/** Performs one step of a dispute. Returns the dispute after it. */
function performDisputeStep(
  { ada, marketplace }: DemoContext,
  { id, proposals }: protocol.DisputeView,
  step: DisputeStory['steps'][number],
): Promise<protocol.DisputeView> {
  const params = { id }
  const isAda = step.by === 'ada'
  if (step.do === 'answer') {
    const body = { statement: step.text }
    return isAda
      ? ada(protocol.respondToDispute, { params, body })
      : marketplace(marketplaceApi.respondToMarketplaceDispute, { params, body })
  }
  if (step.do === 'propose') {
    const body = { amountToProvider: step.amount, note: step.text }
    return isAda
      ? ada(protocol.proposeSettlement, { params, body })
      : marketplace(marketplaceApi.proposeMarketplaceSettlement, { params, body })
  }
  const proposalId = proposals.find(({ status }) => status === 'PENDING')?.id ?? ''
  const at = { params: { id, proposalId }, body: {} }
  return isAda
    ? ada(protocol.acceptSettlement, at)
    : marketplace(marketplaceApi.acceptMarketplaceSettlement, { ...at, body: { onBehalf: actingCustomer } })
}
