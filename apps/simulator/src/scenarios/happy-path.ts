import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { ask, follow, sendPhoto, tellTheWay, withdraw } from '../booking.ts'
import { introduce } from '../customer.ts'
import { smallJobs } from '../jobs.ts'
import { pay, review } from '../payment.ts'
import { patience, type Scenario } from './scenario.ts'

const praise = [
  'Came on time, found it at once and left the place cleaner than before.',
  'Friendly, quick and fair. Explained everything.',
  'At last somebody who does what they say. Thank you!',
]

export const happyPath: Scenario = {
  name: 'HAPPY_PATH',
  about: 'A request, a chat, a visit, a bill that is paid and five stars.',
  async *play(scene) {
    const persona = scene.cast()
    const customer = await introduce(scene, persona)
    const job = scene.random.pick(smallJobs)
    yield* customer.says(`${persona.greeting} ${scene.provider.name.split(' ')[0]}, ${job.opening}`)
    yield scene.random.whole(4, 12) * 1000
    const { id } = await ask(scene, customer, job)
    if (scene.random.happens(persona.photoHabit)) await sendPhoto(customer, id, job)

    const answer = yield* follow(scene, customer, id, {
      until: ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'],
      patience: patience.answer,
    })
    if (!answer) {
      yield* customer.saysOneOf([
        'I have found somebody else meanwhile. Another time, maybe!',
        'It has sorted itself out, so I take my request back. {thanks} anyway.',
      ])
      await withdraw(customer, id)
      return 'nobody answered'
    }
    if (answer.status !== 'CONFIRMED') {
      yield* customer.saysOneOf(['All right, {thanks} for telling me.', 'A pity. Maybe next time.'])
      return answer.status.toLowerCase()
    }
    yield* customer.saysOneOf(['{thanks}! See you {day} at {time}.', 'Perfect, {time} it is. {access}'])
    await tellTheWay(customer, id)

    const done = yield* follow(scene, customer, id, {
      until: ['AWAITING_CONFIRMATION', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
      patience: patience.work,
    })
    if (!done || done.status === 'CANCELLED' || done.status === 'NO_SHOW')
      return done ? 'called off' : 'still to be done'
    yield* customer.saysOneOf(['Let me have a look.', 'That was quick!'])
    yield scene.random.whole(10, 40) * 1000
    if (done.status === 'AWAITING_CONFIRMATION') {
      await customer.does(confirmMarketplaceBooking, { params: { id }, body: {} })
    }
    yield* customer.saysOneOf(['It works like new. {thanks}, {name}!', 'Everything fine. {thanks}!'])
    await review(customer, { bookingId: id }, { rating: 5, comment: scene.random.pick(praise) })
    const paid = yield* pay(scene, customer, id, { patience: patience.paper, tips: true })
    return paid ? 'paid' : 'done, without a bill'
  },
}
