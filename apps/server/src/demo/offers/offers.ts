import {
  acceptOffer,
  closeOfferRequest,
  declineOffer,
  getMarketplaceOffer,
  requestOfferChanges,
  requestOffers,
  viewMarketplaceOffer,
} from '@fettle/protocol/marketplace/offers'
import {
  convertOffer,
  createOffer,
  passOffer,
  saveOfferDraft,
  sendOffer,
  withdrawOffer,
} from '@fettle/protocol/offers/actions'
import { createOfferTemplate } from '@fettle/protocol/offers/templates'
import { getOffer } from '@fettle/protocol/offers'
import { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import type { App } from '../../app.ts'
import { acknowledgeWarnings } from '../bookings/availability.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer, type SignedInProvider } from '../calls.ts'
import { historyOfOffers } from '../history/history-offers.ts'
import { eventsOfQuotedWork } from '../bookings/quotes.ts'
import { bathroom, drafts, offerStories, prices, type OfferStep, type OfferStory } from './offer-stories.ts'
import { customers, type CustomerKey } from '../people/people.ts'
import { dayOfStory, startInHours } from '../placement.ts'
import type { WithSession } from '../sessions.ts'
import type { DemoEvent } from '../schedule.ts'

/** Offers in every state. */

const DAY = 86_400_000
const VALID_DAYS = 30
/** Minutes of work from ten o'clock to her break. */
const HALF_DAY_MINUTES = 150

interface OfferDemoContext {
  adaId: string
  customerIds: Record<CustomerKey, string>
  now: Date
  visit: WithSession
}

/** Fills the price book and creates a template. */
export async function savePriceBook(app: App, visitor: SignedInProvider): Promise<void> {
  for (const body of prices) await callAsProvider(app, createPriceBookItem, { body }, visitor)
  await callAsProvider(app, createOfferTemplate, { body: { name: 'Bathroom', content: bathroom } }, visitor)
}

export function eventsOfOffers(app: App, demo: OfferDemoContext): DemoEvent[] {
  return [
    ...offerStories.flatMap((story, index) => eventsOfStory(app, demo, story, `offer ${index + 1}`).events),
    ...historyOfOffers.flatMap((story, index) => {
      const key = `old offer ${index + 1}`
      const { it, events } = eventsOfStory(app, demo, story, key)
      return [...events, ...eventsOfQuotedWork(app, demo, { story, key, offerId: () => it.id })]
    }),
    ...drafts.map((draft) => ownDraft(app, demo, draft)),
  ]
}

function eventsOfStory(
  app: App,
  demo: OfferDemoContext,
  story: OfferStory,
  key: string,
): { it: OfferStoryContext['it']; events: DemoEvent[] } {
  const { adaId, customerIds, now } = demo
  const { who, title, description, urgency = 'FLEXIBLE', askedAgo, budget, after } = story
  const at = (daysAgo: number) => now.getTime() - daysAgo * DAY
  const it = { id: '', requestId: '' }
  const asked: DemoEvent = {
    at: at(askedAgo),
    happens: async () => {
      const body = {
        customerId: customerIds[who],
        providerIds: [adaId],
        title,
        description,
        location: { ...customers[who].home, state: 'Lagos', country: 'NG' },
        urgency,
        ...(budget && { budgetMax: { amount: budget * 100, currency: 'NGN' } }),
        // Past requests have past deadlines.
        respondBy: new Date(Math.min(now.getTime() + 2 * DAY, at(askedAgo) + 14 * DAY)).toISOString(),
      }
      const request = await resultOf(callAsMarketplace(app, requestOffers, { body }, key))
      it.requestId = request.id
      it.id = request.offers[0]?.id ?? ''
    },
  }
  const steps = after.map((step, index) => ({
    at: at(step.ago),
    happens: () => performOfferStep(app, { ...demo, it, who, key: `${key} ${index} ${step.do}` }, step),
  }))
  return { it, events: [asked, ...steps] }
}

interface OfferStoryContext extends OfferDemoContext {
  it: { id: string; requestId: string }
  who: CustomerKey
  key: string
}

/** Performs one step of an offer's story. */
async function performOfferStep(app: App, about: OfferStoryContext, step: OfferStep): Promise<unknown> {
  const { it, who, key, now, visit } = about
  const params = { id: it.id }
  switch (step.do) {
    case 'send':
      return visit((visitor) => send(app, visitor, it.id, step))
    case 'view':
      return callAsMarketplace(app, viewMarketplaceOffer, { params, body: {} }, key)
    case 'ask-changes':
      return callAsMarketplace(app, requestOfferChanges, { params, body: { note: step.note } }, key)
    case 'decline': {
      const body = { reasonCode: step.because ?? ('PRICE_TOO_HIGH' as const), note: step.note }
      return callAsMarketplace(app, declineOffer, { params, body }, key)
    }
    case 'close':
      return callAsMarketplace(app, closeOfferRequest, { params: { id: it.requestId }, body: {} }, key)
    case 'accept': {
      const { currentRevision } = await resultOf(callAsMarketplace(app, getMarketplaceOffer, { params }, `${key} read`))
      const body = {
        revisionNumber: currentRevision?.revisionNumber ?? 1,
        contentHash: currentRevision?.contentHash ?? '',
        signerName: customers[who].name,
        onBehalf: actingCustomer,
      }
      return callAsMarketplace(app, acceptOffer, { params, body }, key)
    }
    case 'pass':
      return visit((visitor) =>
        callAsProvider(app, passOffer, { params, body: { reasonCode: 'OUTSIDE_SKILLS', note: step.note } }, visitor),
      )
    case 'withdraw':
      return visit((visitor) =>
        callAsProvider(
          app,
          withdrawOffer,
          { params, body: { reasonCode: 'SENT_BY_MISTAKE', note: step.note } },
          visitor,
        ),
      )
    case 'book': {
      const startAt = new Date(
        startInHours(dayOfStory(now) + step.inDays * DAY, '10:00', HALF_DAY_MINUTES),
      ).toISOString()
      const body = { target: 'BOOKING' as const, startAt, durationMinutes: HALF_DAY_MINUTES, ...acknowledgeWarnings }
      return visit((visitor) => callAsProvider(app, convertOffer, { params, body }, visitor))
    }
  }
}

/** Saves a draft and sends it. */
async function send(
  app: App,
  visitor: SignedInProvider,
  id: string,
  { content, validDays = VALID_DAYS }: Extract<OfferStep, { do: 'send' }>,
): Promise<void> {
  const params = { id }
  const before = await resultOf(callAsProvider(app, getOffer, { params }, visitor))
  const validUntil = new Date(app.deps.clock.now().getTime() + validDays * DAY).toISOString().slice(0, 10)
  const body = { version: before.draftRevision?.version ?? 0, content: { ...content, validUntil } }
  const { draftRevision } = await resultOf(callAsProvider(app, saveOfferDraft, { params, body }, visitor))
  await callAsProvider(app, sendOffer, { params, body: { draftVersion: draftRevision?.version ?? 0 } }, visitor)
}

/** Creates an unsent draft without a request. */
function ownDraft(
  app: App,
  { customerIds, now, visit }: OfferDemoContext,
  { who, ago, content }: (typeof drafts)[number],
): DemoEvent {
  const customerId = customerIds[who]
  return {
    at: now.getTime() - ago * DAY,
    happens: () =>
      visit(async (visitor) => {
        const { id, draftRevision } = await resultOf(
          callAsProvider(app, createOffer, { body: { customerId } }, visitor),
        )
        const body = { version: draftRevision?.version ?? 0, content }
        await callAsProvider(app, saveOfferDraft, { params: { id }, body }, visitor)
      }),
  }
}
