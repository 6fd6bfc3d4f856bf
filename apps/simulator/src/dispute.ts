import type { CallInput, Result } from '@fettle/protocol'
import type { DisputeStatus } from '@fettle/protocol/disputes/states'
import {
  acceptMarketplaceSettlement,
  declineMarketplaceSettlement,
  getMarketplaceDispute,
  openMarketplaceDispute,
} from '@fettle/protocol/marketplace/disputes'
import { onBehalf, type SimulatedCustomer } from './customer.ts'
import type { ScenarioContext } from './scenario-context.ts'
import type { StorySteps } from './runner.ts'

/** Customers' actions in disputes. */

type Dispute = Result<typeof getMarketplaceDispute>

export const openDispute = (
  customer: SimulatedCustomer,
  body: CallInput<typeof openMarketplaceDispute>['body'],
): Promise<Dispute> => customer.call(openMarketplaceDispute, { body }, body.reasonCode)

/**
 * Follows a dispute until it is in one of these states. Accepts a proposal that leaves them at least this share, or
 * where no money is in dispute.
 */
export async function* settleDispute(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  id: string,
  { until, timeoutMs, share }: { until: readonly DisputeStatus[]; timeoutMs: number; share: number },
): StorySteps<Dispute | undefined> {
  const answeredIds = new Set<string>()
  const newProposal = ({ proposals }: Dispute) =>
    proposals.find((each) => each.isMineToAnswer && !answeredIds.has(each.id))
  const startedAt = context.story.elapsed
  for (;;) {
    const now = yield* customer.waitFor(
      async () => {
        const found = await customer.read(getMarketplaceDispute, { params: { id } })
        return until.includes(found.status) || newProposal(found) ? found : undefined
      },
      timeoutMs - (context.story.elapsed - startedAt),
      [id],
    )
    if (!now || until.includes(now.status)) return now
    const proposal = newProposal(now)
    if (!proposal) continue
    answeredIds.add(proposal.id)
    yield context.random.integer(customer.persona.replyDelay[0], customer.persona.replyDelay[1]) * 1000
    const params = { id, proposalId: proposal.id }
    const toProvider = proposal.amountToProvider?.amount ?? 0
    const customerShare = 1 - toProvider / Math.max(1, now.amountInDispute?.amount ?? 1)
    if (proposal.amountToProvider === null || customerShare >= share) {
      await customer.call(acceptMarketplaceSettlement, { params, body: { onBehalf } })
      yield* customer.sayOneOf(['That is fair. Let us leave it at that.', 'Accepted. No hard feelings.'])
    } else {
      await customer.call(declineMarketplaceSettlement, { params, body: { note: 'That does not cover what I lost.' } })
      yield* customer.sayOneOf(['Thank you, but that is not enough.', 'I had thought of something else.'])
    }
  }
}
