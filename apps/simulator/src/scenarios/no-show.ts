import { HOUR_MS } from '@fettle/protocol/core/durations'
import { contestMarketplaceNoShow } from '@fettle/protocol/marketplace/bookings'
import { listMarketplaceDisputes } from '@fettle/protocol/marketplace/disputes'
import { awaitConfirmation, requestBooking, openBooking } from '../booking.ts'
import { createCustomer, type SimulatedCustomer } from '../customer.ts'
import { settleDispute } from '../dispute.ts'
import { smallJobs } from '../job-ideas.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

/** Nobody opens the door and nobody answers; later the customer says that they were there. */
export const noShow: Scenario = {
  name: 'NO_SHOW',
  async *play(context) {
    const customer = await createCustomer(context, (each) => each.noShow >= 0.05)
    const job = context.random.pick(smallJobs)
    const startAt = new Date(Math.ceil((context.now().getTime() + HOUR_MS) / 900_000) * 900_000)
    const { id } = await requestBooking(context, customer, job, { startAt: startAt.toISOString() })
    const refused = yield* awaitConfirmation(context, customer, id)
    if (refused) return refused
    yield* customer.sayOneOf(['{thanks}, see you {day} at {time}.'])

    // From now on they do not answer.
    customer.isAway = true
    const reported = yield* customer.waitFor(
      async () => {
        const { status } = await openBooking(customer, id)
        return status === 'NO_SHOW' || status === 'CANCELLED' || status === 'COMPLETED' ? status : undefined
      },
      WAIT_LIMITS_MS.work,
      [id],
    )
    customer.isAway = false
    if (reported !== 'NO_SHOW') return reported?.toLowerCase() ?? 'nobody came'
    yield context.random.integer(60, 240) * 1000
    yield* customer.sayOneOf([
      'I was at home the whole time! The bell must be broken.',
      'What do you mean, nobody was there? I was in the garden.',
    ])
    const note = 'I was at home all morning. The bell does not work, and nobody knocked.'
    await customer.call(contestMarketplaceNoShow, { params: { id }, body: { note } })
    const opened = yield* customer.waitFor(() => disputeAbout(customer, id), WAIT_LIMITS_MS.answer, [id])
    if (!opened) return 'contested'
    const end = yield* settleDispute(context, customer, opened, {
      until: ['RESOLVED', 'WITHDRAWN', 'UNDER_REVIEW'],
      timeoutMs: WAIT_LIMITS_MS.dispute,
      share: 0.3,
    })
    return end?.status === 'RESOLVED' ? 'contested and settled' : 'contested, not settled'
  },
}

/** A contest becomes a dispute shortly afterwards. */
async function disputeAbout(customer: SimulatedCustomer, bookingId: string): Promise<string | undefined> {
  const disputes = await customer.read(listMarketplaceDisputes, { query: { customerId: customer.id } })
  return disputes.find(({ subject }) => subject.id === bookingId)?.id
}
