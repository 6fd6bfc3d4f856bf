import type { CallInput } from '@fettle/protocol'
import { addOfferRequestPhoto, closeOfferRequest, requestOffers } from '@fettle/protocol/marketplace/offers'
import type { OfferStatus } from '@fettle/protocol/offers'
import { freeTime } from '../booking.ts'
import type { SimulatedCustomer } from '../customer.ts'
import type { JobIdea } from '../job-ideas.ts'
import { naira, spokenAmount } from '../money.ts'
import { photoOf } from '../pictures.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'
import { WAIT_LIMITS_MS } from './scenario.ts'
import { openOffer, type OfferToSign } from './signing.ts'

/** Requests for quotes and their outcomes. */

export interface QuoteRequest {
  requestId: string
  offerId: string
}

/** Requests a quote, with photos if the persona sends some. */
export async function askForQuote(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  job: JobIdea,
  overrides: Partial<CallInput<typeof requestOffers>['body']> = {},
): Promise<QuoteRequest> {
  const { persona } = customer
  const startAt = await freeTime(context, job.minutes, 6)
  const endAt = new Date(Date.parse(startAt) + job.minutes * 60_000).toISOString()
  const body = {
    customerId: customer.id,
    providerIds: [context.provider.id],
    title: job.title,
    description: job.description,
    location: persona.home,
    budgetMin: naira(Math.round(job.naira * 0.7)),
    budgetMax: naira(job.naira),
    preferredSlots: [{ startAt, endAt }],
    answers: [
      { question: 'Is the water shut off?', answer: persona.punctuality > 0.7 ? 'Yes, at the main.' : 'Not yet.' },
    ],
    ...overrides,
  }
  const { id: requestId, offers } = await customer.call(requestOffers, { body }, job.title)
  context.rememberRequest(requestId)
  const offerId = offers[0]?.id
  if (!offerId) throw new Error('The request names no provider.')
  customer.facts = {
    ...customer.facts,
    job: job.title,
    startAt,
    timeZone: 'Africa/Lagos',
    price: spokenAmount(naira(job.naira)),
    address: `${persona.home.line1}, ${persona.home.city}`,
    ...(persona.home.accessNotes ? { access: persona.home.accessNotes } : {}),
  }
  const show = async () => {
    const file = await photoOf(job.picture)
    const params = { id: requestId }
    await customer.call(addOfferRequestPhoto, { params, body: {}, file }, job.picture).catch(() => undefined)
  }
  customer.sendPhoto = show
  if (context.random.chance(persona.photoHabit)) await show()
  return { requestId, offerId }
}

/** Waits for an answer to a request. Undefined if none came in time. */
export const awaitOffer = (customer: SimulatedCustomer, { offerId }: QuoteRequest): StorySteps<AwaitedOffer> =>
  awaitStatus(customer, offerId, ['SENT', 'DECLINED', 'EXPIRED'], WAIT_LIMITS_MS.answer)

/** Waits for the revision they asked for. Undefined if none came in time. */
export const awaitRevision = (customer: SimulatedCustomer, { offerId }: QuoteRequest): StorySteps<AwaitedOffer> =>
  awaitStatus(customer, offerId, ['SENT', 'WITHDRAWN', 'EXPIRED'], WAIT_LIMITS_MS.document)

type AwaitedOffer = OfferToSign | undefined

const awaitStatus = (
  customer: SimulatedCustomer,
  id: string,
  statuses: readonly OfferStatus[],
  timeoutMs: number,
): StorySteps<AwaitedOffer> =>
  customer.waitFor(
    async () => {
      const offer = await openOffer(customer, id)
      return statuses.includes(offer.status) ? offer : undefined
    },
    timeoutMs,
    [id],
  )

/** Closes the request. */
export async function closeRequest(
  customer: SimulatedCustomer,
  { requestId }: QuoteRequest,
  note: string,
): Promise<void> {
  await customer.call(closeOfferRequest, { params: { id: requestId }, body: { note } }).catch(() => undefined)
}
