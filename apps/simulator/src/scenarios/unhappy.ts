import { requestFix } from '@fettle/protocol/marketplace/bookings'
import { assignDispute, decideDispute } from '@fettle/protocol/marketplace/disputes'
import { awaitConfirmation, requestBooking, followBooking, sendPhoto } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { openDispute, settleDispute } from '../dispute.ts'
import { smallJobs } from '../job-ideas.ts'
import { actAsOperator } from '../operator.ts'
import { writeReview } from '../payment.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

const complaints = [
  'It still drips, only more slowly.',
  'Now it is loose on the other side, and wet again this morning.',
]

/** Work that is sent back twice, disputed, decided by an operator and reviewed with two stars. */
export const unhappy: Scenario = {
  name: 'UNHAPPY',
  async *play(context) {
    const customer = await createCustomer(context, ({ photoHabit }) => photoHabit >= 0.4)
    const job = context.random.pick(smallJobs)
    const { id } = await requestBooking(context, customer, job)
    const refused = yield* awaitConfirmation(context, customer, id)
    if (refused) return refused
    for (const note of [...complaints, undefined]) {
      const booking = yield* followBooking(context, customer, id, {
        until: ['AWAITING_CONFIRMATION', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
        timeoutMs: WAIT_LIMITS_MS.work,
      })
      if (booking?.status !== 'AWAITING_CONFIRMATION')
        return booking ? booking.status.toLowerCase() : 'still to be done'
      yield context.random.integer(30, 120) * 1000
      if (note === undefined) break
      await sendPhoto(customer, id, job)
      yield* customer.say(note)
      await customer.call(requestFix, { params: { id }, body: { note } })
    }

    yield* customer.say('I am sorry, but I have lost patience. Somebody else will have to look at this.')
    const opened = await openDispute(customer, {
      subject: { type: 'BOOKING', id },
      reasonCode: 'QUALITY',
      statement: `${job.title}: it was repaired three times and is as it was before. I would like half of the price back.`,
      desiredOutcome: 'Half of the price back.',
    })
    const dispute = yield* settleDispute(context, customer, opened.id, {
      until: ['RESOLVED', 'WITHDRAWN', 'UNDER_REVIEW'],
      timeoutMs: WAIT_LIMITS_MS.dispute,
      share: 0.45,
    })
    if (dispute?.status === 'UNDER_REVIEW') {
      await actAsOperator(context, assignDispute, {
        params: { id: opened.id },
        body: { assignee: 'Halima, dispute desk' },
      })
      yield context.random.integer(60, 180) * 1000
      const half = Math.round((dispute.amountInDispute?.amount ?? 0) / 2)
      const rationale =
        'The photos show the same leak after each repair. The visits were made in earnest, so half stays.'
      const body = { ...(dispute.amountInDispute ? { amountToProvider: half } : {}), rationale }
      await actAsOperator(context, decideDispute, { params: { id: opened.id }, body }, 'half each')
    }
    if (dispute?.status !== 'RESOLVED' && dispute?.status !== 'UNDER_REVIEW') {
      return `dispute ${dispute?.status.toLowerCase() ?? 'open'}`
    }
    // A decision takes effect after a week without an appeal.
    const ended = yield* followBooking(context, customer, id, {
      until: ['COMPLETED', 'CANCELLED'],
      timeoutMs: WAIT_LIMITS_MS.dispute,
    })
    if (ended?.status !== 'COMPLETED') return 'decided, not over'
    const comment = 'Came three times and was friendly, but it still leaked. We found a compromise in the end.'
    await writeReview(customer, { bookingId: id }, { rating: 2, comment })
    return dispute.status === 'RESOLVED' ? 'settled, two stars' : 'decided by the office, two stars'
  },
}
