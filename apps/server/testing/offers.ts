import type { CallInput, Result } from '@fettle/protocol'
import { slotWarnings } from '@fettle/protocol/availability'
import {
  acceptOffer,
  getMarketplaceOffer,
  requestOffers,
  viewMarketplaceOffer,
} from '@fettle/protocol/marketplace-offers'
import { saveOfferDraft, sendOffer } from '@fettle/protocol/offer-moves'
import { getOffer } from '@fettle/protocol/offers'
import { createCustomer, createProvider, marketplace, actingCustomer, type Provider } from './people.ts'
import type { TestApp } from './town.ts'

/** Offers for tests: asked for, written and sent through the front door. */

type Content = CallInput<typeof saveOfferDraft>['body']['content']

/** The check value of the design: ₦17,611.90 in all. */
export const bathroomOffer = {
  title: 'New bathroom',
  lineItems: [
    {
      id: 'tiling',
      kind: 'LABOUR',
      name: 'Tiling',
      quantity: '3',
      unit: 'DAY',
      unitPrice: 450_000,
      costPrice: 300_000,
      taxRateBps: 750,
    },
    { id: 'tiles', kind: 'MATERIAL', name: 'Tiles', quantity: '2.5', unit: 'M2', unitPrice: 120_050, taxRateBps: 750 },
    { id: 'travel', kind: 'TRAVEL', name: 'Travel', quantity: '1', unit: 'TRIP', unitPrice: 80_000 },
  ],
  discount: { type: 'PERCENT', value: 500, label: 'For a good neighbour' },
  deposit: { type: 'PERCENT', value: 3000 },
} satisfies Content

/** The provider of a test app whom everybody asks, unless a test needs one of its own. */
const providerOfApp = new WeakMap<TestApp, Promise<Provider>>()

/** A provider and a new customer who asks them for quotes. */
export async function createOfferScenario(testApp: TestApp, { isNew = false } = {}) {
  const provider = await ((!isNew && providerOfApp.get(testApp)) || createProvider(testApp))
  providerOfApp.set(testApp, Promise.resolve(provider))
  const customer = await createCustomer(testApp)
  return { provider, customer, ...offerScenarioBetween(testApp, provider, customer) }
}

export function offerScenarioBetween(testApp: TestApp, provider: Provider, customer: { id: string }) {
  const ask = async (over: Partial<CallInput<typeof requestOffers>['body']> = {}) => {
    const request = await testApp.call(
      requestOffers,
      {
        body: {
          customerId: customer.id,
          providerIds: [provider.id],
          title: 'New bathroom',
          description: 'Tiles off, tiles on.',
          location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
          ...over,
        },
      },
      marketplace,
    )
    const [offer] = request.offers
    if (!offer) throw new Error('Nobody was asked')
    return { request, id: offer.id }
  }
  const read = (id: string) => testApp.call(getOffer, { params: { id } }, provider)
  const write = async (id: string, over: Partial<Content> = {}) => {
    const { draftRevision } = await read(id)
    const body = { version: draftRevision?.version ?? 0, content: { ...bathroomOffer, ...over } }
    return testApp.call(saveOfferDraft, { params: { id }, body }, provider)
  }
  const send = async (id: string, over: Partial<Content> = {}) => {
    const { draftRevision } = await write(id, over)
    const body = { draftVersion: draftRevision?.version ?? 0, acknowledge: [...slotWarnings] }
    return testApp.call(sendOffer, { params: { id }, body }, provider)
  }
  const sent = async (over: Partial<Content> = {}) => {
    const { id } = await ask()
    return send(id, over)
  }
  const theirs = (id: string): Promise<Result<typeof getMarketplaceOffer>> =>
    testApp.call(getMarketplaceOffer, { params: { id } }, marketplace)
  const look = (id: string) => testApp.call(viewMarketplaceOffer, { params: { id }, body: {} }, marketplace)
  /** What the customer sends to accept the revision that is there now. */
  const accepting = async (id: string, over: Partial<CallInput<typeof acceptOffer>['body']> = {}) => {
    const { currentRevision } = await theirs(id)
    return {
      params: { id },
      body: {
        revisionNumber: currentRevision?.revisionNumber ?? 0,
        contentHash: currentRevision?.contentHash ?? '',
        signerName: 'Chidi Okafor',
        onBehalf: actingCustomer,
        ...over,
      },
    }
  }
  const accept = async (id: string, over: Partial<CallInput<typeof acceptOffer>['body']> = {}) =>
    testApp.call(acceptOffer, await accepting(id, over), marketplace)
  return { ask, read, write, send, sent, theirs, look, accepting, accept }
}
