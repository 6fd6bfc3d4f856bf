import { getCustomer } from '@fettle/protocol/marketplace/index'
import { listMarketplaceContracts } from '@fettle/protocol/marketplace/contracts'
import { listMarketplaceOffers } from '@fettle/protocol/marketplace/offers'
import { meet, type Customer } from '../customer.ts'
import { Refusal } from '../marketplace.ts'
import type { Persona } from '../personas.ts'
import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'
import type { Scenario } from './scenario.ts'
import { accept, openOffer, readOffer, sign } from './signing.ts'

/** What makes a newcomer's first minutes: two of the town's own customers answer what was waiting for them. */

const neighbour: Omit<Persona, 'key' | 'name' | 'locale' | 'phone'> = {
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

async function known(scene: Scene, id: string): Promise<Customer> {
  const { externalId, name, locale, phone } = await scene.marketplace.call(getCustomer, { params: { id } })
  return meet(scene, { ...neighbour, key: externalId, name, locale, phone: phone ?? '' }, id)
}

/** Somebody else may have answered it this moment, or it has run out. */
async function* unlessRefused(steps: Steps<string>): Steps<string> {
  try {
    return yield* steps
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.failure.code}`
    throw error
  }
}

async function* acceptWaiting(scene: Scene): Steps<string> {
  const query = { providerId: scene.provider.id, status: 'SENT,VIEWED', limit: 20 }
  const waiting = await scene.marketplace.call(listMarketplaceOffers, { query })
  const [offer] = waiting
  if (!offer) return 'no offer waits'
  const customer = await known(scene, offer.customerId)
  const read = yield* readOffer(scene, customer, offer.id)
  yield* customer.saysOneOf([
    '{name}, I have read your offer again. {price} is fine, let us do it.',
    '{greeting} {name}. I talked it over at home: yes to your offer.',
  ])
  yield scene.random.whole(3, 8) * 1000
  await accept(customer, read.status === 'VIEWED' ? read : await openOffer(customer, offer.id))
  return 'accepted'
}

async function* signWaiting(scene: Scene): Steps<string> {
  const query = { providerId: scene.provider.id, status: 'PENDING_SIGNATURES', limit: 20 }
  const [contract] = await scene.marketplace.call(listMarketplaceContracts, { query })
  if (!contract) return 'no contract waits'
  const customer = await known(scene, contract.customerId)
  yield* sign(scene, customer, contract.id)
  yield* customer.saysOneOf([
    'Signed. When can you begin?',
    'I have read the contract to the end and signed it. {thanks}, {name}.',
  ])
  return 'signed'
}

export const welcomes = {
  offer: {
    name: 'WELCOME_OFFER',
    about: 'An offer that waited is accepted.',
    play: (scene: Scene) => unlessRefused(acceptWaiting(scene)),
  },
  contract: {
    name: 'WELCOME_CONTRACT',
    about: 'A contract that waited is signed.',
    play: (scene: Scene) => unlessRefused(signWaiting(scene)),
  },
} as const satisfies Record<string, Scenario>
