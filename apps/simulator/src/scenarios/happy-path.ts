import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { requestBooking, followBooking, sendPhoto, sendDirections, withdrawRequest } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { payInvoice, writeReview } from '../payment.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

const praise = [
  'Came on time, found it at once and left the place cleaner than before.',
  'Friendly, quick and fair. Explained everything.',
  'At last somebody who does what they say. Thank you!',
]

/** A request, a chat, a visit, a bill that is paid and five stars. */
export const happyPath: Scenario = {
  name: 'HAPPY_PATH',
  async *play(context) {
    const customer = await createCustomer(context)
    const { persona } = customer
    const job = context.random.pick(smallJobs)
    yield* customer.say(`${persona.greeting} ${context.provider.name.split(' ')[0]}, ${job.opening}`)
    yield context.random.integer(4, 12) * 1000
    const { id } = await requestBooking(context, customer, job)
    if (context.random.chance(persona.photoHabit)) await sendPhoto(customer, id, job)

    const answer = yield* followBooking(context, customer, id, {
      until: ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'],
      timeoutMs: WAIT_LIMITS_MS.answer,
    })
    if (!answer) {
      yield* customer.sayOneOf([
        'I have found somebody else meanwhile. Another time, maybe!',
        'It has sorted itself out, so I take my request back. {thanks} anyway.',
      ])
      await withdrawRequest(customer, id)
      return 'nobody answered'
    }
    if (answer.status !== 'CONFIRMED') {
      yield* customer.sayOneOf(['All right, {thanks} for telling me.', 'A pity. Maybe next time.'])
      return answer.status.toLowerCase()
    }
    yield* customer.sayOneOf(['{thanks}! See you {day} at {time}.', 'Perfect, {time} it is. {access}'])
    await sendDirections(customer, id)

    const booking = yield* followBooking(context, customer, id, {
      until: ['AWAITING_CONFIRMATION', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
      timeoutMs: WAIT_LIMITS_MS.work,
    })
    if (!booking || booking.status === 'CANCELLED' || booking.status === 'NO_SHOW')
      return booking ? 'called off' : 'still to be done'
    yield* customer.sayOneOf(['Let me have a look.', 'That was quick!'])
    yield context.random.integer(10, 40) * 1000
    if (booking.status === 'AWAITING_CONFIRMATION') {
      await customer.call(confirmMarketplaceBooking, { params: { id }, body: {} })
    }
    yield* customer.sayOneOf(['It works like new. {thanks}, {name}!', 'Everything fine. {thanks}!'])
    await writeReview(customer, { bookingId: id }, { rating: 5, comment: context.random.pick(praise) })
    const paid = yield* payInvoice(context, customer, id, { timeoutMs: WAIT_LIMITS_MS.document, tips: true })
    return paid ? 'paid' : 'done, without a bill'
  },
}
