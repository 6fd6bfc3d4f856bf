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
import { DAY_MS } from '@fettle/protocol/core/durations'
import { acknowledgeWarnings } from '../bookings/availability.ts'
import { inNaira, toIso } from '../bookings/booking-calls.ts'
import { actingCustomer } from '../calls.ts'
import { eventsOfQuotedWork } from '../bookings/quotes.ts'
import { contentOf, offers, type OfferStep, type OfferStory } from './offer-stories.ts'
import { customers, homeOf, type CustomerKey } from '../people/people.ts'
import { dayOfStory, startInHours } from '../placement.ts'
import type { DemoContext } from '../context.ts'
import { type DemoEvent, event } from '../schedule.ts'

/** Offers in every state. */

const VALID_DAYS = 30
/** Minutes of work from ten o'clock to her break. */
const HALF_DAY_MINUTES = 150

/** Fills the price book and creates a template. */
export async function savePriceBook({ ada }: DemoContext): Promise<void> {
  for (const body of offers.prices) await ada(createPriceBookItem, { body })
  await ada(createOfferTemplate, { body: offers.template })
}

export function eventsOfOffers(demo: DemoContext): DemoEvent[] {
  return [
    ...offers.recent.flatMap((story) => eventsOfStory(demo, story).events),
    ...offers.earlier.flatMap((story) => {
      const { it, events } = eventsOfStory(demo, story)
      return [...events, ...eventsOfQuotedWork(demo, { story, offerId: () => it.id })]
    }),
    ...offers.drafts.map((draft) => ownDraft(demo, draft)),
  ]
}

function eventsOfStory(demo: DemoContext, story: OfferStory): { it: OfferStoryContext['it']; events: DemoEvent[] } {
  const { marketplace, adaId, customerIds, now } = demo
  const { who, title, description, urgency = 'FLEXIBLE', askedDaysAgo, budget, after } = story
  const at = (days: number) => now.getTime() - days * DAY_MS
  const it = { id: '', requestId: '' }
  const ask = async () => {
    const wish = { title, description, location: homeOf(who), urgency }
    const body = {
      ...wish,
      customerId: customerIds[who],
      providerIds: [adaId],
      ...(budget && { budgetMax: inNaira(budget) }),
      // Past requests have past deadlines.
      respondBy: toIso(Math.min(now.getTime() + 2 * DAY_MS, at(askedDaysAgo) + 14 * DAY_MS)),
    }
    const request = await marketplace(requestOffers, { body })
    Object.assign(it, { requestId: request.id, id: request.offers[0]?.id })
  }
  const steps = after.map((step) => event(at(step.daysAgo), () => performOfferStep({ ...demo, it, who }, step)))
  return { it, events: [event(at(askedDaysAgo), ask), ...steps] }
}

interface OfferStoryContext extends DemoContext {
  it: { id: string; requestId: string }
  who: CustomerKey
}

/** Performs one step of an offer's story. */
async function performOfferStep(about: OfferStoryContext, step: OfferStep): Promise<unknown> {
  const { ada, marketplace, it, who, now, readRecent } = about
  const params = { id: it.id }
  switch (step.do) {
    case 'send':
      return send(about, it.id, step).then(readRecent)
    case 'view':
      return marketplace(viewMarketplaceOffer, { params, body: {} })
    case 'ask-changes':
      return marketplace(requestOfferChanges, { params, body: { note: step.note } })
    case 'decline': {
      const body = { reasonCode: step.because ?? ('PRICE_TOO_HIGH' as const), note: step.note }
      return marketplace(declineOffer, { params, body })
    }
    case 'close':
      return marketplace(closeOfferRequest, { params: { id: it.requestId }, body: {} })
    case 'accept': {
      const { currentRevision } = await marketplace(getMarketplaceOffer, { params })
      const body = {
        revisionNumber: currentRevision?.revisionNumber ?? 1,
        contentHash: currentRevision?.contentHash ?? '',
        signerName: customers[who].name,
        onBehalf: actingCustomer,
      }
      return marketplace(acceptOffer, { params, body })
    }
    case 'pass':
      return ada(passOffer, { params, body: { reasonCode: 'OUTSIDE_SKILLS', note: step.note } }).then(readRecent)
    case 'withdraw':
      return ada(withdrawOffer, { params, body: { reasonCode: 'SENT_BY_MISTAKE', note: step.note } }).then(readRecent)
    case 'book': {
      const startAt = toIso(startInHours(dayOfStory(now) + step.inDays * DAY_MS, '10:00', HALF_DAY_MINUTES))
      const body = { target: 'BOOKING' as const, startAt, durationMinutes: HALF_DAY_MINUTES, ...acknowledgeWarnings }
      return ada(convertOffer, { params, body }).then(readRecent)
    }
  }
}

/** Saves a draft and sends it. */
async function send(
  { app, ada }: DemoContext,
  id: string,
  { content, validDays = VALID_DAYS, autoRemind }: Extract<OfferStep, { do: 'send' }>,
): Promise<void> {
  const params = { id }
  const before = await ada(getOffer, { params })
  const validUntil = new Date(app.deps.clock.now().getTime() + validDays * DAY_MS).toISOString().slice(0, 10)
  const body = { version: before.draftRevision?.version ?? 0, content: { ...contentOf(content), validUntil } }
  const { draftRevision } = await ada(saveOfferDraft, { params, body })
  await ada(sendOffer, { params, body: { draftVersion: draftRevision?.version ?? 0, autoRemind } })
}

/** Creates an unsent draft without a request. */
function ownDraft(demo: DemoContext, { who, daysAgo, content }: (typeof offers.drafts)[number]): DemoEvent {
  const { ada, customerIds, now, readRecent } = demo
  return event(now.getTime() - daysAgo * DAY_MS, async () => {
    const { id, draftRevision } = await ada(createOffer, { body: { customerId: customerIds[who] } })
    const body = { version: draftRevision?.version ?? 0, content: contentOf(content) }
    await ada(saveOfferDraft, { params: { id }, body })
    await readRecent()
  })
}
