import { requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import { ask, openBooking } from '../booking.ts'
import { introduce } from '../customer.ts'
import { smallJobs } from '../jobs.ts'
import { Refusal } from '../marketplace.ts'
import { askForQuote, awaitOffer, close } from './quotes.ts'
import { patience, type Scenario } from './scenario.ts'
import { accept, openOffer, readOffer } from './signing.ts'

const HOUR = 3_600_000

export const expirer: Scenario = {
  name: 'EXPIRER',
  about: 'A request runs out, an offer is nearly too old, and an acceptance is for a revision that was replaced.',
  async *play(scene) {
    const customer = await introduce(
      scene,
      scene.cast(({ replyDelay }) => replyDelay[1] >= 30),
    )
    const [job, later] = [scene.random.pick(smallJobs), scene.random.pick(smallJobs)]
    // So soon that it must be answered within the hour, and runs out by itself.
    const soon = new Date(Math.ceil((scene.now().getTime() + 2 * HOUR) / 900_000) * 900_000)
    const { id } = await ask(scene, customer, job, { startAt: soon.toISOString() })
    const asked = await askForQuote(scene, customer, { ...later, title: `${later.title}, when there is time` })

    const sent = yield* awaitOffer(customer, asked.offerId, ['SENT', 'DECLINED', 'EXPIRED'], patience.answer)
    const outcome = sent?.status === 'SENT' ? yield* dawdle() : 'no offer came'
    if (!sent) await close(customer, asked, 'It took too long.')
    const gone = yield* customer.awaits(
      async () => {
        const { status } = await openBooking(customer, id)
        return status === 'REQUESTED' ? undefined : status
      },
      3 * HOUR,
      [id],
    )
    if (gone === 'EXPIRED') yield* customer.saysOneOf(['My request has run out, I see. Shall I ask again?'])
    return `request ${gone?.toLowerCase() ?? 'open'}, ${outcome}`

    /** Asks for more time, and accepts what has been replaced meanwhile. */
    async function* dawdle() {
      const old = yield* readOffer(scene, customer, asked.offerId)
      yield* customer.saysOneOf(['Could you keep your offer open a little longer? I am travelling this week.'])
      const note = 'Please add the removal of the old parts.'
      await customer.does(requestOfferChanges, { params: { id: asked.offerId }, body: { note } })
      const second = yield* awaitOffer(customer, asked.offerId, ['SENT', 'WITHDRAWN', 'EXPIRED'], patience.paper)
      if (second?.status !== 'SENT') return `offer ${second?.status.toLowerCase() ?? 'open'}`
      // The old one was still open on their screen.
      const tooLate = await accept(customer, old).then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? error.failure.code : String(error)),
      )
      scene.note(customer.persona.name, 'is refused', tooLate)
      yield* customer.saysOneOf(['It says the offer was updated. Let me read the new one.'])
      yield* readOffer(scene, customer, asked.offerId)
      await accept(customer, await openOffer(customer, asked.offerId))
      return 'second revision accepted'
    }
  },
}
