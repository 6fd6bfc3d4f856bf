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
import { getOffer } from '@fettle/protocol/offers/index'
import { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import type { App } from '../app.ts'
import { withOpenEyes } from './diary.ts'
import { answerOf, asMarketplace, call, onBehalf, type Visitor } from './calls.ts'
import { historyOfOffers } from './history-offers.ts'
import { eventsOfQuotedWork } from './quoted-work.ts'
import { bathroom, drafts, offerStories, prices, type Happening, type OfferStory } from './offer-stories.ts'
import { customers, type Who } from './people.ts'
import { dayOfStory, startInHours } from './placement.ts'
import type { Visit } from './visits.ts'
import type { Event } from './moments.ts'

/** Offers in every state, asked for, written and answered. */

const DAY = 86_400_000
const VALID_DAYS = 30
/** Minutes of work from ten o'clock to her break. */
const HALF_A_DAY = 150

interface Town {
  adaId: string
  customerIds: Record<Who, string>
  now: Date
  visit: Visit
}

/** Puts what is charged for what into the price book, and keeps a bathroom to begin others from. */
export async function keepPrices(app: App, visitor: Visitor): Promise<void> {
  for (const body of prices) await call(app, createPriceBookItem, { body }, visitor)
  await call(app, createOfferTemplate, { body: { name: 'Bathroom', content: bathroom } }, visitor)
}

export function eventsOfOffers(app: App, town: Town): Event[] {
  return [
    ...offerStories.flatMap((story, index) => eventsOfStory(app, town, story, `offer ${index + 1}`).events),
    ...historyOfOffers.flatMap((story, index) => {
      const key = `old offer ${index + 1}`
      const { it, events } = eventsOfStory(app, town, story, key)
      return [...events, ...eventsOfQuotedWork(app, town, { story, key, offerId: () => it.id })]
    }),
    ...drafts.map((draft) => ownDraft(app, town, draft)),
  ]
}

function eventsOfStory(app: App, town: Town, story: OfferStory, key: string): { it: About['it']; events: Event[] } {
  const { adaId, customerIds, now } = town
  const { who, title, description, urgency = 'FLEXIBLE', askedAgo, budget, after } = story
  const at = (daysAgo: number) => now.getTime() - daysAgo * DAY
  const it = { id: '', requestId: '' }
  const asked: Event = {
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
        // What is long over was not to be answered today.
        respondBy: new Date(Math.min(now.getTime() + 2 * DAY, at(askedAgo) + 14 * DAY)).toISOString(),
      }
      const request = await answerOf(asMarketplace(app, requestOffers, { body }, key))
      it.requestId = request.id
      it.id = request.offers[0]?.id ?? ''
    },
  }
  const steps = after.map((step, index) => ({
    at: at(step.ago),
    happens: () => happen(app, { ...town, it, who, key: `${key} ${index} ${step.do}` }, step),
  }))
  return { it, events: [asked, ...steps] }
}

interface About extends Town {
  it: { id: string; requestId: string }
  who: Who
  key: string
}

/** What somebody does with an offer. */
async function happen(app: App, about: About, step: Happening): Promise<unknown> {
  const { it, who, key, now, visit } = about
  const params = { id: it.id }
  switch (step.do) {
    case 'send':
      return visit((visitor) => send(app, visitor, it.id, step))
    case 'view':
      return asMarketplace(app, viewMarketplaceOffer, { params, body: {} }, key)
    case 'ask-changes':
      return asMarketplace(app, requestOfferChanges, { params, body: { note: step.note } }, key)
    case 'decline': {
      const body = { reasonCode: step.because ?? ('PRICE_TOO_HIGH' as const), note: step.note }
      return asMarketplace(app, declineOffer, { params, body }, key)
    }
    case 'close':
      return asMarketplace(app, closeOfferRequest, { params: { id: it.requestId }, body: {} }, key)
    case 'accept': {
      const { currentRevision } = await answerOf(asMarketplace(app, getMarketplaceOffer, { params }, `${key} read`))
      const body = {
        revisionNumber: currentRevision?.revisionNumber ?? 1,
        contentHash: currentRevision?.contentHash ?? '',
        signerName: customers[who].name,
        onBehalf,
      }
      return asMarketplace(app, acceptOffer, { params, body }, key)
    }
    case 'pass':
      return visit((visitor) =>
        call(app, passOffer, { params, body: { reasonCode: 'OUTSIDE_SKILLS', note: step.note } }, visitor),
      )
    case 'withdraw':
      return visit((visitor) =>
        call(app, withdrawOffer, { params, body: { reasonCode: 'SENT_BY_MISTAKE', note: step.note } }, visitor),
      )
    case 'book': {
      const startAt = new Date(startInHours(dayOfStory(now) + step.inDays * DAY, '10:00', HALF_A_DAY)).toISOString()
      const body = { target: 'BOOKING' as const, startAt, durationMinutes: HALF_A_DAY, ...withOpenEyes }
      return visit((visitor) => call(app, convertOffer, { params, body }, visitor))
    }
  }
}

/** Writes a revision and sends it. */
async function send(
  app: App,
  visitor: Visitor,
  id: string,
  { content, validDays = VALID_DAYS }: Extract<Happening, { do: 'send' }>,
): Promise<void> {
  const params = { id }
  const before = await answerOf(call(app, getOffer, { params }, visitor))
  const validUntil = new Date(app.deps.clock.now().getTime() + validDays * DAY).toISOString().slice(0, 10)
  const body = { version: before.draftRevision?.version ?? 0, content: { ...content, validUntil } }
  const { draftRevision } = await answerOf(call(app, saveOfferDraft, { params, body }, visitor))
  await call(app, sendOffer, { params, body: { draftVersion: draftRevision?.version ?? 0 } }, visitor)
}

/** What she is still writing, to somebody who asked for nothing yet. */
function ownDraft(app: App, { customerIds, now, visit }: Town, { who, ago, content }: (typeof drafts)[number]): Event {
  const customerId = customerIds[who]
  return {
    at: now.getTime() - ago * DAY,
    happens: () =>
      visit(async (visitor) => {
        const { id, draftRevision } = await answerOf(call(app, createOffer, { body: { customerId } }, visitor))
        const body = { version: draftRevision?.version ?? 0, content }
        await call(app, saveOfferDraft, { params: { id }, body }, visitor)
      }),
  }
}
