import {
  acceptOffer,
  closeOfferRequest,
  declineOffer,
  getMarketplaceOffer,
  requestOfferChanges,
  requestOffers,
  viewMarketplaceOffer,
} from '@fettle/protocol/marketplace-offers'
import {
  convertOffer,
  createOffer,
  passOffer,
  saveOfferDraft,
  sendOffer,
  withdrawOffer,
} from '@fettle/protocol/offer-moves'
import { createOfferTemplate, listOfferTemplates } from '@fettle/protocol/offer-templates'
import { getOffer } from '@fettle/protocol/offers'
import { createPriceBookItem, listPriceBook } from '@fettle/protocol/price-book'
import type { App } from '../app.ts'
import { withOpenEyes } from './diary.ts'
import { asMarketplace, call, onBehalf, once } from './front-door.ts'
import { historyOfOffers } from './history-offers.ts'
import { bathroom, drafts, offerStories, prices, type Happening, type OfferStory } from './offer-stories.ts'
import { customers, type Who } from './people.ts'

/** Offers in every state, asked for, written and answered through the front door. */

const DAY = 86_400_000
const VALID_DAYS = 30
/** Ten in the morning, in Lagos. */
const TEN = 9 * 3_600_000

interface Town {
  adaId: string
  customerIds: Record<Who, string>
  now: Date
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

interface Event {
  at: number
  happens: () => Promise<void>
}

/** Puts what is charged for what into the price book, and keeps a bathroom to begin others from. */
export async function keepPrices(app: App, token: string): Promise<void> {
  const known = new Set((await call(app, listPriceBook, {}, token)).map(({ name }) => name))
  for (const body of prices) if (!known.has(body.name)) await call(app, createPriceBookItem, { body }, token)
  if ((await call(app, listOfferTemplates, {}, token)).length > 0) return
  await call(app, createOfferTemplate, { body: { name: 'Bathroom', content: bathroom } }, token)
}

export function eventsOfOffers(app: App, town: Town): Event[] {
  return [
    ...[...offerStories, ...historyOfOffers].flatMap((story, index) =>
      eventsOfStory(app, town, story, `offer ${index + 1}`),
    ),
    ...drafts.map((draft) => ownDraft(app, town, draft)),
  ]
}

function eventsOfStory(app: App, town: Town, story: OfferStory, key: string): Event[] {
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
      const request = await asMarketplace(app, requestOffers, { body }, key)
      it.requestId = request.id
      it.id = request.offers[0]?.id ?? ''
    },
  }
  /** How many revisions have gone out by then. */
  const sent = (index: number) => after.slice(0, index + 1).filter((step) => step.do === 'send').length
  return [
    asked,
    ...after.map((step, index) => ({
      at: at(step.ago),
      happens: () => happen(app, { ...town, it, who, key: `${key} ${index} ${step.do}`, revision: sent(index) }, step),
    })),
  ]
}

interface About extends Town {
  it: { id: string; requestId: string }
  who: Who
  key: string
  revision: number
}

/** What somebody does with an offer, unless that was done before. */
async function happen(app: App, about: About, step: Happening): Promise<void> {
  const { it, who, key, now, visit } = about
  const params = { id: it.id }
  const asAda = (go: (token: string) => Promise<unknown>) => visit((token) => once(go(token)))
  switch (step.do) {
    case 'send':
      return visit((token) => send(app, token, { id: it.id, revision: about.revision }, step))
    case 'view':
      return once(asMarketplace(app, viewMarketplaceOffer, { params, body: {} }, key))
    case 'ask-changes':
      return once(asMarketplace(app, requestOfferChanges, { params, body: { note: step.note } }, key))
    case 'decline': {
      const body = { reasonCode: step.because ?? ('PRICE_TOO_HIGH' as const), note: step.note }
      return once(asMarketplace(app, declineOffer, { params, body }, key))
    }
    case 'close':
      return once(asMarketplace(app, closeOfferRequest, { params: { id: it.requestId }, body: {} }, key))
    case 'accept': {
      const { currentRevision } = await asMarketplace(app, getMarketplaceOffer, { params }, `${key} read`)
      const body = {
        revisionNumber: currentRevision?.revisionNumber ?? 1,
        contentHash: currentRevision?.contentHash ?? '',
        signerName: customers[who].name,
        onBehalf,
      }
      return once(asMarketplace(app, acceptOffer, { params, body }, key))
    }
    case 'pass':
      return asAda((token) =>
        call(app, passOffer, { params, body: { reasonCode: 'OUTSIDE_SKILLS', note: step.note } }, token),
      )
    case 'withdraw':
      return asAda((token) =>
        call(app, withdrawOffer, { params, body: { reasonCode: 'SENT_BY_MISTAKE', note: step.note } }, token),
      )
    case 'book': {
      const day = Math.floor((now.getTime() + 3_600_000) / DAY) * DAY
      const startAt = new Date(day + step.inDays * DAY + TEN).toISOString()
      const body = { target: 'BOOKING' as const, startAt, durationMinutes: 240, ...withOpenEyes }
      return asAda((token) => call(app, convertOffer, { params, body }, token))
    }
  }
}

/** Writes a revision and sends it, unless that was done before. */
async function send(
  app: App,
  token: string,
  { id, revision }: { id: string; revision: number },
  { content, validDays = VALID_DAYS }: Extract<Happening, { do: 'send' }>,
): Promise<void> {
  const params = { id }
  const before = await call(app, getOffer, { params }, token)
  if ((before.revisionNumber ?? 0) >= revision) return
  const validUntil = new Date(app.deps.clock.now().getTime() + validDays * DAY).toISOString().slice(0, 10)
  const body = { version: before.draftRevision?.version ?? 0, content: { ...content, validUntil } }
  const { draftRevision } = await call(app, saveOfferDraft, { params, body }, token)
  await call(app, sendOffer, { params, body: { draftVersion: draftRevision?.version ?? 0 } }, token)
}

/** What she is still writing, to somebody who asked for nothing yet. */
function ownDraft(app: App, { customerIds, now, visit }: Town, { who, ago, content }: (typeof drafts)[number]): Event {
  const customerId = customerIds[who]
  return {
    at: now.getTime() - ago * DAY,
    happens: () =>
      visit(async (token) => {
        const { id, draftRevision } = await call(app, createOffer, { body: { customerId } }, token)
        const body = { version: draftRevision?.version ?? 0, content }
        await call(app, saveOfferDraft, { params: { id }, body }, token)
      }),
  }
}
