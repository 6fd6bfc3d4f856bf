import { proposeMarketplaceTimes } from '@fettle/protocol/marketplace/bookings'
import { awaitConfirmation, requestBooking, followBooking, freeTime, openBooking } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

/** A customer who needs another time, proposes some, and takes a counter-proposal. */
export const rescheduler: Scenario = {
  name: 'RESCHEDULER',
  async *play(context) {
    const customer = await createCustomer(context, ({ changeMind }) => changeMind >= 0.2)
    const { persona } = customer
    const job = context.random.pick(smallJobs)
    const startAt = await freeTime(context, job.minutes, 8)
    const { id } = await requestBooking(context, customer, job, { startAt })
    yield* customer.say(`${persona.greeting}! Would this time suit you?`)
    const refused = yield* awaitConfirmation(context, customer, id)
    if (refused) return refused
    yield* customer.sayOneOf(['{thanks}!', 'Great, {day} at {time}.'])
    yield context.random.integer(60, 180) * 1000

    yield* customer.sayOneOf([
      '{name}, something has come up at work. I have proposed other times, would one of them do?',
      'I am so sorry, {time} has become difficult. Could we move it?',
    ])
    const slots = []
    for (const index of [14, 20]) {
      const from = await freeTime(context, job.minutes, index)
      slots.push({ startAt: from, endAt: new Date(Date.parse(from) + job.minutes * 60_000).toISOString() })
    }
    const body = { slots, reasonCode: 'CUSTOMER_REQUESTED' as const, note: 'My shift was changed.' }
    await customer.call(proposeMarketplaceTimes, { params: { id }, body })
    const before = (await openBooking(customer, id)).rescheduleCount
    // A counter-proposal is accepted while waiting, see `followBooking`.
    const booking = yield* customer.waitFor(
      async () => {
        const now = await openBooking(customer, id)
        const counter = now.pendingProposal?.proposedBy === 'PROVIDER'
        return counter || now.pendingProposal === null || now.rescheduleCount > before ? now : undefined
      },
      WAIT_LIMITS_MS.answer,
      [id],
    )
    if (!booking) return 'the old time stays'
    if (booking.pendingProposal) {
      yield* followBooking(context, customer, id, { until: ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS'], timeoutMs: 60_000 })
    }
    const now = await openBooking(customer, id)
    if (now.rescheduleCount > before) {
      yield* customer.sayOneOf(['Thank you for being so flexible!', '{thanks}. I owe you one.'])
      return 'moved'
    }
    yield* customer.sayOneOf([
      'Then it stays as it was, I will manage.',
      'All right, I will ask my sister to be there.',
    ])
    return 'the old time stays'
  },
}
