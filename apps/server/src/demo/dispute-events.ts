import { listBookings } from '@fettle/protocol/bookings'
import * as protocol from '@fettle/protocol/disputes'
import * as theirs from '@fettle/protocol/marketplace-disputes'
import type { App } from '../app.ts'
import { disputes, type Disputed } from './disputes.ts'
import { asMarketplace, call, onBehalf, once } from './front-door.ts'
import { DAY, type Event } from './moments.ts'

interface Given {
  now: Date
  /** What Ada does while she is logged in. */
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

/** What was disputed, answered and agreed on. */
export const eventsOfDisputes = (app: App, given: Given): Event[] =>
  disputes.flatMap((disputed, index) => eventsOf(app, disputed, `dispute ${index + 1}`, given))

function eventsOf(app: App, disputed: Disputed, key: string, { now, visit }: Given): Event[] {
  const ago = (days: number) => now.getTime() - days * DAY
  const open = async (token: string) => {
    const { id, customer } = await jobOf(app, token, disputed.job)
    if (await findDispute(app, token, id)) return
    const { about, reasonCode, statement, amount, wish } = disputed
    const body = {
      customerId: customer.id,
      subject: { type: about, id },
      reasonCode,
      statement,
      amountInDispute: amount,
      ...(wish && { desiredOutcome: wish }),
    }
    await asMarketplace(app, theirs.openMarketplaceDispute, { body }, key)
  }
  const steps = disputed.steps.map((step, index): Event => {
    const next = async (token: string) => {
      const { id: bookingId } = await jobOf(app, token, disputed.job)
      const dispute = await findDispute(app, token, bookingId)
      if (dispute) await once(take(app, token, dispute.id, step, `${key} step ${index + 1}`))
    }
    return { at: ago(step.daysAgo), happens: () => visit(next) }
  })
  return [{ at: ago(disputed.daysAgo), happens: () => visit(open) }, ...steps]
}

async function jobOf(app: App, token: string, title: string) {
  const [job] = await call(app, listBookings, { query: { q: title } }, token)
  if (!job) throw new Error(`Nothing in the story is called ${title}`)
  return job
}

const findDispute = async (app: App, token: string, bookingId: string) =>
  (await call(app, protocol.listDisputes, { query: { subjectId: bookingId } }, token)).at(0)

async function take(
  app: App,
  token: string,
  id: string,
  step: Disputed['steps'][number],
  key: string,
): Promise<unknown> {
  const params = { id }
  const { proposals, response } = await call(app, protocol.getDispute, { params }, token)
  const isAda = step.by === 'ada'
  if (step.do === 'answer') {
    const body = { statement: step.text }
    if (response) return undefined
    return isAda
      ? call(app, protocol.respondToDispute, { params, body }, token)
      : asMarketplace(app, theirs.respondToMarketplaceDispute, { params, body }, key)
  }
  if (step.do === 'propose') {
    const body = { amountToProvider: step.amount, note: step.text }
    if (proposals.some(({ note }) => note === step.text)) return undefined
    return isAda
      ? call(app, protocol.proposeSettlement, { params, body }, token)
      : asMarketplace(app, theirs.proposeMarketplaceSettlement, { params, body }, key)
  }
  const waiting = proposals.find(({ status }) => status === 'PENDING')
  if (!waiting) return undefined
  const at = { params: { id, proposalId: waiting.id }, body: {} }
  return isAda
    ? call(app, protocol.acceptSettlement, at, token)
    : asMarketplace(app, theirs.acceptMarketplaceSettlement, { ...at, body: { onBehalf } }, key)
}
