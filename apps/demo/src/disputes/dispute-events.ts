import { listBookings } from '@fettle/protocol/bookings'
import * as protocol from '@fettle/protocol/disputes'
import * as theirs from '@fettle/protocol/marketplace/disputes'
import { disputes, type DisputeStory } from './disputes.ts'
import { actingCustomer } from '../calls.ts'
import { DAY_MS, type DemoEvent } from '../schedule.ts'
import type { DemoContext } from '../context.ts'

/** Opens, answers and settles disputes. */
export const eventsOfDisputes = (given: DemoContext): DemoEvent[] =>
  disputes.flatMap((disputed) => eventsOf(disputed, given))

function eventsOf(disputed: DisputeStory, demo: DemoContext): DemoEvent[] {
  const { marketplace, now } = demo
  const ago = (days: number) => now.getTime() - days * DAY_MS
  let dispute: protocol.DisputeView | undefined
  const open = async () => {
    const { id, customer } = await jobOf(demo, disputed.job)
    const { about, reasonCode, statement, amount, wish } = disputed
    const body = {
      customerId: customer.id,
      subject: { type: about, id },
      reasonCode,
      statement,
      amountInDispute: amount,
      ...(wish && { desiredOutcome: wish }),
    }
    dispute = await marketplace(theirs.openMarketplaceDispute, { body })
  }
  const steps = disputed.steps.map((step): DemoEvent => {
    const next = async () => {
      if (!dispute) throw new Error(`The demo data has no dispute about ${disputed.job} yet.`)
      dispute = await performDisputeStep(demo, dispute, step)
    }
    return { at: ago(step.daysAgo), happens: next }
  })
  return [{ at: ago(disputed.daysAgo), happens: open }, ...steps]
}

async function jobOf({ ada }: DemoContext, title: string) {
  const [job] = await ada(listBookings, { query: { q: title } })
  if (!job) throw new Error(`Unknown title ${title} in the demo data`)
  return job
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
      : marketplace(theirs.respondToMarketplaceDispute, { params, body })
  }
  if (step.do === 'propose') {
    const body = { amountToProvider: step.amount, note: step.text }
    return isAda
      ? ada(protocol.proposeSettlement, { params, body })
      : marketplace(theirs.proposeMarketplaceSettlement, { params, body })
  }
  const proposalId = proposals.find(({ status }) => status === 'PENDING')?.id ?? ''
  const at = { params: { id, proposalId }, body: {} }
  return isAda
    ? ada(protocol.acceptSettlement, at)
    : marketplace(theirs.acceptMarketplaceSettlement, { ...at, body: { onBehalf: actingCustomer } })
}
