import * as ends from '@fettle/protocol/marketplace-contract-ends'
import * as contracts from '@fettle/protocol/marketplace-contracts'
import * as work from '@fettle/protocol/marketplace-contract-work'
import * as offers from '@fettle/protocol/marketplace-offers'
import { signatureOf } from '../contracts.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import {
  contractWithCustomerAmendment,
  contractInState,
  terminationInput,
  joistAmendment,
  sentOffer,
  contractWithTermination,
  amendmentInput,
} from './agreements.ts'
import { refusalCase, type RefusalCase } from './walk.ts'

const DAY = 86_400_000
/** The hash of nothing anybody wrote. */
const OTHER = 'f'.repeat(64)
/** Its milestones do not add up to its lines. */
const unbalancedAmendment = {
  ...joistAmendment,
  milestoneChanges: [{ kind: 'ADD' as const, title: 'Joist', amount: 30_000 }],
}

async function declined(town: Town) {
  const { about } = await sentOffer(town)
  await town.call(offers.declineOffer, { ...about, body: { reasonCode: 'TIMING' } }, marketplace)
  return about
}
/** The customer's signature under a change order of the provider. */
async function signing(town: Town) {
  const { params, id, contentHash, onBehalf, lookAsCustomer } = await contractWithCustomerAmendment(town)
  await lookAsCustomer(id, contentHash)
  return { params, body: { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() } }
}
/** They proved who they are an hour ago. */
const anHourAgo = (town: Town) => new Date(town.clock.now().getTime() - 3_600_000).toISOString()

export const agreementRefusals: RefusalCase[] = [
  refusalCase(offers.askAboutOffer, 'INVALID_TRANSITION', async (town) => ({
    ...(await declined(town)),
    body: { text: 'Is it still there?' },
  })),
  refusalCase(offers.requestOfferChanges, 'INVALID_TRANSITION', async (town) => ({
    ...(await declined(town)),
    body: { note: 'Cheaper, please.' },
  })),
  refusalCase(offers.requestOfferChanges, 'OFFER_EXPIRED', async (town) => {
    const { about, id, theirs } = await sentOffer(town)
    const { validUntil } = await theirs(id)
    town.clock.advance(Date.parse(validUntil ?? '') - town.clock.now().getTime() + 1)
    return { ...about, body: { note: 'Cheaper, please.' } }
  }),

  refusalCase(contracts.viewMarketplaceContract, 'VERSION_SUPERSEDED', async (town) => ({
    ...(await contractInState(town, 'sent')).about,
    body: { contentHash: OTHER },
  })),
  refusalCase(ends.proposeMarketplaceTermination, 'TERMINATION_PENDING', async (town) => ({
    ...(await contractWithTermination(town)).about,
    body: terminationInput(town),
  })),
  refusalCase(work.hashAmendment, 'INVALID_TRANSITION', async (town) => ({
    ...(await contractInState(town, 'sent')).about,
    body: joistAmendment,
  })),
  refusalCase(work.hashAmendment, 'MILESTONES_MISMATCH', async (town) => ({
    ...(await contractInState(town)).about,
    body: unbalancedAmendment,
  })),
  refusalCase(work.createMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { about, onBehalf } = await contractInState(town, 'sent')
    return {
      ...about,
      body: { ...joistAmendment, signature: signatureOf(OTHER, 'Chidi Okafor'), onBehalf: onBehalf() },
    }
  }),
  refusalCase(work.createMarketplaceAmendment, 'STEP_UP_REQUIRED', async (town) => {
    const { about, body } = await amendmentInput(town)
    return { ...about, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: anHourAgo(town) } } }
  }),
  refusalCase(work.createMarketplaceAmendment, 'VERSION_SUPERSEDED', async (town) => {
    const { about, body } = await amendmentInput(town)
    return { ...about, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refusalCase(work.createMarketplaceAmendment, 'MILESTONES_MISMATCH', async (town) => {
    const { about, body } = await amendmentInput(town)
    return { ...about, body: { ...body, ...unbalancedAmendment } }
  }),
  refusalCase(work.signMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { params, body } = await signing(town)
    await town.call(work.declineMarketplaceAmendment, { params, body: {} }, marketplace)
    return { params, body }
  }),
  refusalCase(work.signMarketplaceAmendment, 'STEP_UP_REQUIRED', async (town) => {
    const { params, body } = await signing(town)
    return { params, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: anHourAgo(town) } } }
  }),
  refusalCase(work.signMarketplaceAmendment, 'VERSION_SUPERSEDED', async (town) => {
    const { params, body } = await signing(town)
    return { params, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refusalCase(work.declineMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { params, body } = await signing(town)
    await town.call(work.signMarketplaceAmendment, { params, body }, marketplace)
    return { params, body: {} }
  }),
  refusalCase(work.declineMarketplaceAmendment, 'AMENDMENT_EXPIRED', async (town) => {
    const { params } = await contractWithCustomerAmendment(town)
    town.clock.advance(7 * DAY + 1)
    return { params, body: {} }
  }),
]
