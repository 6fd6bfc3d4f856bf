import { requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import { createCustomer } from '../customer.ts'
import { largeJobs, smallJobs } from '../job-ideas.ts'
import { spokenAmount } from '../money.ts'
import { payInvoice } from '../payment.ts'
import { askForQuote, awaitOffer, awaitRevision, closeRequest } from './quotes.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'
import { accept, readOffer } from './signing.ts'

/** A quote is asked for, haggled over, sent again with options, accepted, and its deposit is paid. */
export const haggler: Scenario = {
  name: 'HAGGLER',
  async *play(context) {
    const customer = await createCustomer(context, ({ priceSensitivity }) => priceSensitivity >= 0.6)
    const { persona } = customer
    const job = context.random.pick([...smallJobs, ...largeJobs])
    yield* customer.say(`${persona.greeting} ${context.provider.name.split(' ')[0]}, ${job.opening}`)
    yield context.random.integer(5, 15) * 1000
    const quoteRequest = await askForQuote(context, customer, job)

    const first = yield* awaitOffer(customer, quoteRequest)
    if (first?.status !== 'SENT') {
      if (!first) await closeRequest(customer, quoteRequest, 'I had no answer for some time.')
      return first ? first.status.toLowerCase() : 'nobody answered'
    }
    const read = yield* readOffer(context, customer, quoteRequest.offerId)
    const total = read.currentRevision?.totals.total ?? 0
    const targetPrice = spokenAmount({
      amount: Math.round((total * 0.85) / 100_000) * 100_000 || total,
      currency: 'NGN',
    })
    const note = `It is more than I hoped for. Could you get nearer to ${targetPrice}? Leave out what can wait, or give me a choice.`
    const params = { id: quoteRequest.offerId }
    await customer.call(requestOfferChanges, { params, body: { note } }, targetPrice)
    yield* customer.sayOneOf([
      '{name}, I have asked for a change. {price} is hard for me this month.',
      'Is there a cheaper way? I wrote it on the offer.',
    ])

    const second = yield* awaitRevision(customer, quoteRequest)
    if (second?.status !== 'SENT') return second ? second.status.toLowerCase() : 'no second revision'
    const secondOffer = yield* readOffer(context, customer, quoteRequest.offerId)
    const isMoreExpensive = (secondOffer.currentRevision?.totals.total ?? 0) > total
    if (isMoreExpensive && context.random.chance(persona.priceSensitivity)) {
      yield* customer.say('That has become more, not less. I will leave it for now.')
      await closeRequest(customer, quoteRequest, 'It became more expensive.')
      return 'too dear'
    }
    yield* customer.sayOneOf(['{price}: we have a deal.', 'That is fair. I am accepting it now.'])
    const accepted = await accept(customer, secondOffer)
    if (!accepted.acceptance?.deposit) return 'accepted'
    const paid = yield* payInvoice(context, customer, quoteRequest.offerId, { timeoutMs: WAIT_LIMITS_MS.document })
    return paid ? 'accepted, deposit paid' : 'accepted, deposit open'
  },
}
