import { listBookings } from '@fettle/protocol/bookings'
import * as protocol from '@fettle/protocol/disputes'
import * as theirs from '@fettle/protocol/marketplace/disputes'
import type { App } from '../../app.ts'
import { disputes, type DisputeStory } from './disputes.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer, type SignedInProvider } from '../calls.ts'
import { DAY_MS, type DemoEvent } from '../schedule.ts'
import type { WithSession } from '../sessions.ts'

interface DisputeDemoContext {
  now: Date
  /** Runs work while Ada is signed in. */
  visit: WithSession
}

/** Opens, answers and settles disputes. */
export const eventsOfDisputes = (app: App, given: DisputeDemoContext): DemoEvent[] =>
  disputes.flatMap((disputed, index) => eventsOf(app, disputed, `dispute ${index + 1}`, given))

function eventsOf(app: App, disputed: DisputeStory, key: string, { now, visit }: DisputeDemoContext): DemoEvent[] {
  const ago = (days: number) => now.getTime() - days * DAY_MS
  let dispute: protocol.DisputeView | undefined
  const open = async (visitor: SignedInProvider) => {
    const { id, customer } = await jobOf(app, visitor, disputed.job)
    const { about, reasonCode, statement, amount, wish } = disputed
    const body = {
      customerId: customer.id,
      subject: { type: about, id },
      reasonCode,
      statement,
      amountInDispute: amount,
      ...(wish && { desiredOutcome: wish }),
    }
    dispute = await resultOf(callAsMarketplace(app, theirs.openMarketplaceDispute, { body }, key))
  }
  const steps = disputed.steps.map((step, index): DemoEvent => {
    const next = async (visitor: SignedInProvider) => {
      if (!dispute) throw new Error(`The demo data has no dispute about ${disputed.job} yet.`)
      dispute = await resultOf(performDisputeStep(app, visitor, dispute, step, `${key} step ${index + 1}`))
    }
    return { at: ago(step.daysAgo), happens: () => visit(next) }
  })
  return [{ at: ago(disputed.daysAgo), happens: () => visit(open) }, ...steps]
}

async function jobOf(app: App, visitor: SignedInProvider, title: string) {
  const [job] = await resultOf(callAsProvider(app, listBookings, { query: { q: title } }, visitor))
  if (!job) throw new Error(`Unknown title ${title} in the demo data`)
  return job
}

/** Performs one step of a dispute. Returns the dispute after it. */
function performDisputeStep(
  app: App,
  visitor: SignedInProvider,
  { id, proposals }: protocol.DisputeView,
  step: DisputeStory['steps'][number],
  key: string,
): Promise<{ result(): Promise<protocol.DisputeView> }> {
  const params = { id }
  const isAda = step.by === 'ada'
  if (step.do === 'answer') {
    const body = { statement: step.text }
    return isAda
      ? callAsProvider(app, protocol.respondToDispute, { params, body }, visitor)
      : callAsMarketplace(app, theirs.respondToMarketplaceDispute, { params, body }, key)
  }
  if (step.do === 'propose') {
    const body = { amountToProvider: step.amount, note: step.text }
    return isAda
      ? callAsProvider(app, protocol.proposeSettlement, { params, body }, visitor)
      : callAsMarketplace(app, theirs.proposeMarketplaceSettlement, { params, body }, key)
  }
  const proposalId = proposals.find(({ status }) => status === 'PENDING')?.id ?? ''
  const at = { params: { id, proposalId }, body: {} }
  return isAda
    ? callAsProvider(app, protocol.acceptSettlement, at, visitor)
    : callAsMarketplace(app, theirs.acceptMarketplaceSettlement, { ...at, body: { onBehalf: actingCustomer } }, key)
}
