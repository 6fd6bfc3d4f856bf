import { listBookings } from '@fettle/protocol/bookings/index'
import * as protocol from '@fettle/protocol/disputes/index'
import * as theirs from '@fettle/protocol/marketplace/disputes'
import type { App } from '../app.ts'
import { disputes, type Disputed } from './disputes.ts'
import { answerOf, asMarketplace, call, onBehalf, type Visitor } from './calls.ts'
import { DAY, type Event } from './moments.ts'
import type { Visit } from './visits.ts'

interface Given {
  now: Date
  /** What Ada does while she is logged in. */
  visit: Visit
}

/** What was disputed, answered and agreed on. */
export const eventsOfDisputes = (app: App, given: Given): Event[] =>
  disputes.flatMap((disputed, index) => eventsOf(app, disputed, `dispute ${index + 1}`, given))

function eventsOf(app: App, disputed: Disputed, key: string, { now, visit }: Given): Event[] {
  const ago = (days: number) => now.getTime() - days * DAY
  let dispute: protocol.DisputeView | undefined
  const open = async (visitor: Visitor) => {
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
    dispute = await answerOf(asMarketplace(app, theirs.openMarketplaceDispute, { body }, key))
  }
  const steps = disputed.steps.map((step, index): Event => {
    const next = async (visitor: Visitor) => {
      if (!dispute) throw new Error(`Nobody disputes ${disputed.job} yet.`)
      dispute = await answerOf(take(app, visitor, dispute, step, `${key} step ${index + 1}`))
    }
    return { at: ago(step.daysAgo), happens: () => visit(next) }
  })
  return [{ at: ago(disputed.daysAgo), happens: () => visit(open) }, ...steps]
}

async function jobOf(app: App, visitor: Visitor, title: string) {
  const [job] = await answerOf(call(app, listBookings, { query: { q: title } }, visitor))
  if (!job) throw new Error(`Nothing in the story is called ${title}`)
  return job
}

/** One step of either side, which answers the dispute as it is then. */
function take(
  app: App,
  visitor: Visitor,
  { id, proposals }: protocol.DisputeView,
  step: Disputed['steps'][number],
  key: string,
): Promise<{ answer(): Promise<protocol.DisputeView> }> {
  const params = { id }
  const isAda = step.by === 'ada'
  if (step.do === 'answer') {
    const body = { statement: step.text }
    return isAda
      ? call(app, protocol.respondToDispute, { params, body }, visitor)
      : asMarketplace(app, theirs.respondToMarketplaceDispute, { params, body }, key)
  }
  if (step.do === 'propose') {
    const body = { amountToProvider: step.amount, note: step.text }
    return isAda
      ? call(app, protocol.proposeSettlement, { params, body }, visitor)
      : asMarketplace(app, theirs.proposeMarketplaceSettlement, { params, body }, key)
  }
  const proposalId = proposals.find(({ status }) => status === 'PENDING')?.id ?? ''
  const at = { params: { id, proposalId }, body: {} }
  return isAda
    ? call(app, protocol.acceptSettlement, at, visitor)
    : asMarketplace(app, theirs.acceptMarketplaceSettlement, { ...at, body: { onBehalf } }, key)
}
