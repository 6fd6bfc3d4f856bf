import * as ends from '@fettle/protocol/marketplace-contract-ends'
import * as contracts from '@fettle/protocol/marketplace-contracts'
import * as work from '@fettle/protocol/marketplace-contract-work'
import * as offers from '@fettle/protocol/marketplace-offers'
import { signatureOf } from '../contracts.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { changed, contract, ending, joist, quoted, toEnd, writing } from './agreements.ts'
import { refused, type Refused } from './walk.ts'

const DAY = 86_400_000
/** The hash of nothing anybody wrote. */
const OTHER = 'f'.repeat(64)
/** Its milestones do not add up to its lines. */
const lopsided = { ...joist, milestoneChanges: [{ kind: 'ADD' as const, title: 'Joist', amount: 30_000 }] }

async function declined(town: Town) {
  const { about } = await quoted(town)
  await town.call(offers.declineOffer, { ...about, body: { reasonCode: 'TIMING' } }, marketplace)
  return about
}
/** The customer's signature under a change order of the provider. */
async function signing(town: Town) {
  const { params, id, contentHash, onBehalf, lookAsCustomer } = await changed(town)
  await lookAsCustomer(id, contentHash)
  return { params, body: { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() } }
}
/** They proved who they are an hour ago. */
const longAgo = (town: Town) => new Date(town.clock.now().getTime() - 3_600_000).toISOString()

export const refusedAgreements: Refused[] = [
  refused(offers.askAboutOffer, 'INVALID_TRANSITION', async (town) => ({
    ...(await declined(town)),
    body: { text: 'Is it still there?' },
  })),
  refused(offers.requestOfferChanges, 'INVALID_TRANSITION', async (town) => ({
    ...(await declined(town)),
    body: { note: 'Cheaper, please.' },
  })),
  refused(offers.requestOfferChanges, 'OFFER_EXPIRED', async (town) => {
    const { about, id, theirs } = await quoted(town)
    const { validUntil } = await theirs(id)
    town.clock.advance(Date.parse(validUntil ?? '') - town.clock.now().getTime() + 1)
    return { ...about, body: { note: 'Cheaper, please.' } }
  }),

  refused(contracts.viewMarketplaceContract, 'VERSION_SUPERSEDED', async (town) => ({
    ...(await contract(town, 'sent')).about,
    body: { contentHash: OTHER },
  })),
  refused(ends.proposeMarketplaceTermination, 'TERMINATION_PENDING', async (town) => ({
    ...(await toEnd(town)).about,
    body: ending(town),
  })),
  refused(work.hashAmendment, 'INVALID_TRANSITION', async (town) => ({
    ...(await contract(town, 'sent')).about,
    body: joist,
  })),
  refused(work.hashAmendment, 'MILESTONES_MISMATCH', async (town) => ({
    ...(await contract(town)).about,
    body: lopsided,
  })),
  refused(work.createMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { about, onBehalf } = await contract(town, 'sent')
    return { ...about, body: { ...joist, signature: signatureOf(OTHER, 'Chidi Okafor'), onBehalf: onBehalf() } }
  }),
  refused(work.createMarketplaceAmendment, 'STEP_UP_REQUIRED', async (town) => {
    const { about, body } = await writing(town)
    return { ...about, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: longAgo(town) } } }
  }),
  refused(work.createMarketplaceAmendment, 'VERSION_SUPERSEDED', async (town) => {
    const { about, body } = await writing(town)
    return { ...about, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refused(work.createMarketplaceAmendment, 'MILESTONES_MISMATCH', async (town) => {
    const { about, body } = await writing(town)
    return { ...about, body: { ...body, ...lopsided } }
  }),
  refused(work.signMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { params, body } = await signing(town)
    await town.call(work.declineMarketplaceAmendment, { params, body: {} }, marketplace)
    return { params, body }
  }),
  refused(work.signMarketplaceAmendment, 'STEP_UP_REQUIRED', async (town) => {
    const { params, body } = await signing(town)
    return { params, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: longAgo(town) } } }
  }),
  refused(work.signMarketplaceAmendment, 'VERSION_SUPERSEDED', async (town) => {
    const { params, body } = await signing(town)
    return { params, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refused(work.declineMarketplaceAmendment, 'INVALID_TRANSITION', async (town) => {
    const { params, body } = await signing(town)
    await town.call(work.signMarketplaceAmendment, { params, body }, marketplace)
    return { params, body: {} }
  }),
  refused(work.declineMarketplaceAmendment, 'AMENDMENT_EXPIRED', async (town) => {
    const { params } = await changed(town)
    town.clock.advance(7 * DAY + 1)
    return { params, body: {} }
  }),
]
