import { listMarketplaceContracts } from '@fettle/protocol/marketplace/contracts'
import { getCustomer } from '@fettle/protocol/marketplace/customers'
import { listMarketplaceOffers } from '@fettle/protocol/marketplace/offers'
import { simulateCustomer, type SimulatedCustomer } from '../customer.ts'
import { MarketplaceError } from '@fettle/marketplace'
import type { Persona } from '../personas.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'
import type { Scenario } from './scenario.ts'
import { accept, openOffer, readOffer, sign } from './signing.ts'

/** A newcomer's first minutes: two customers of the demo data answer. */

const welcomingCustomer: Omit<Persona, 'key' | 'name' | 'locale' | 'phone'> = {
  avatar: null,
  greeting: 'good day',
  thanks: 'thank you',
  home: { line1: 'As on the booking', city: 'Lagos', country: 'NG' },
  replyDelay: [6, 18],
  readDelay: [2, 6],
  priceSensitivity: 0.4,
  chattiness: 0.5,
  punctuality: 0.9,
  changeMind: 0,
  noShow: 0,
  photoHabit: 0,
}

async function customerById(context: ScenarioContext, id: string): Promise<SimulatedCustomer> {
  const { externalId, name, locale, phone } = await context.marketplace.call(getCustomer, { params: { id } })
  return simulateCustomer(context, { ...welcomingCustomer, key: externalId, name, locale, phone: phone ?? '' }, id)
}

/** Ignores errors if it was answered or expired meanwhile. */
async function* unlessRefused(steps: StorySteps<string>): StorySteps<string> {
  try {
    return yield* steps
  } catch (error) {
    if (error instanceof MarketplaceError) return `refused: ${error.code}`
    throw error
  }
}

async function* acceptWaiting(context: ScenarioContext): StorySteps<string> {
  const query = { providerId: context.provider.id, status: 'SENT,VIEWED', limit: 20 }
  const waiting = await context.marketplace.call(listMarketplaceOffers, { query })
  const [offer] = waiting
  if (!offer) return 'no offer waits'
  const customer = await customerById(context, offer.customerId)
  const read = yield* readOffer(context, customer, offer.id)
  yield* customer.sayOneOf([
    '{name}, I have read your offer again. {price} is fine, let us do it.',
    '{greeting} {name}. I talked it over at home: yes to your offer.',
  ])
  yield context.random.integer(3, 8) * 1000
  await accept(customer, read.status === 'VIEWED' ? read : await openOffer(customer, offer.id))
  return 'accepted'
}

async function* signWaiting(context: ScenarioContext): StorySteps<string> {
  const query = { providerId: context.provider.id, status: 'PENDING_SIGNATURES', limit: 20 }
  const [contract] = await context.marketplace.call(listMarketplaceContracts, { query })
  if (!contract) return 'no contract waits'
  const customer = await customerById(context, contract.customerId)
  yield* sign(context, customer, contract.id)
  yield* customer.sayOneOf([
    'Signed. When can you begin?',
    'I have read the contract to the end and signed it. {thanks}, {name}.',
  ])
  return 'signed'
}

export const welcomes = {
  offer: {
    // An offer that waited is accepted.
    name: 'WELCOME_OFFER',
    play: (context: ScenarioContext) => unlessRefused(acceptWaiting(context)),
  },
  contract: {
    // A contract that waited is signed.
    name: 'WELCOME_CONTRACT',
    play: (context: ScenarioContext) => unlessRefused(signWaiting(context)),
  },
} as const satisfies Record<string, Scenario>
