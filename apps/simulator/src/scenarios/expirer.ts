import { requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import { requestBooking, openBooking } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { MarketplaceError } from '@fettle/marketplace'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { askForQuote, awaitOffer, awaitRevision, closeRequest } from './quotes.ts'
import type { Scenario } from './scenario.ts'
import { accept, openOffer, readOffer } from './signing.ts'

/** A request runs out, an offer is nearly too old, and an acceptance is for a revision that was replaced. */
export const expirer: Scenario = {
  name: 'EXPIRER',
  async *play(context) {
    const customer = await createCustomer(context, ({ replyDelay }) => replyDelay[1] >= 30)
    const [job, later] = [context.random.pick(smallJobs), context.random.pick(smallJobs)]
    // So soon that its deadline is within the hour and it expires.
    const startAt = new Date(Math.ceil((context.now().getTime() + 2 * HOUR_MS) / 900_000) * 900_000)
    const { id } = await requestBooking(context, customer, job, { startAt: startAt.toISOString() })
    const quoteRequest = await askForQuote(context, customer, { ...later, title: `${later.title}, when there is time` })

    const sent = yield* awaitOffer(customer, quoteRequest)
    const outcome = sent?.status === 'SENT' ? yield* dawdle() : 'no offer came'
    if (!sent) await closeRequest(customer, quoteRequest, 'It took too long.')
    const endStatus = yield* customer.waitFor(
      async () => {
        const { status } = await openBooking(customer, id)
        return status === 'REQUESTED' ? undefined : status
      },
      3 * HOUR_MS,
      [id],
    )
    if (endStatus === 'EXPIRED') yield* customer.sayOneOf(['My request has run out, I see. Shall I ask again?'])
    return `request ${endStatus?.toLowerCase() ?? 'open'}, ${outcome}`

    /** Asks for more time, then accepts a superseded revision. */
    async function* dawdle() {
      const old = yield* readOffer(context, customer, quoteRequest.offerId)
      yield* customer.sayOneOf(['Could you keep your offer open a little longer? I am travelling this week.'])
      const note = 'Please add the removal of the old parts.'
      await customer.call(requestOfferChanges, { params: { id: quoteRequest.offerId }, body: { note } })
      const second = yield* awaitRevision(customer, quoteRequest)
      if (second?.status !== 'SENT') return `offer ${second?.status.toLowerCase() ?? 'open'}`
      // The old revision was still on their screen.
      const tooLate = await accept(customer, old).then(
        () => undefined,
        (error: unknown) => (error instanceof MarketplaceError ? error.code : String(error)),
      )
      context.logAction(customer.persona.name, 'is refused', tooLate)
      yield* customer.sayOneOf(['It says the offer was updated. Let me read the new one.'])
      yield* readOffer(context, customer, quoteRequest.offerId)
      await accept(customer, await openOffer(customer, quoteRequest.offerId))
      return 'second revision accepted'
    }
  },
}
