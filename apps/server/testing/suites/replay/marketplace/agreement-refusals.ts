import { DAY_MS } from '@fettle/protocol/core/durations'
import * as terminations from '@fettle/protocol/marketplace/contract-terminations'
import * as contracts from '@fettle/protocol/marketplace/contracts'
import * as contractAmendments from '@fettle/protocol/marketplace/contract-amendments'
import * as offers from '@fettle/protocol/marketplace/offers'
import { signatureOf } from '../../../fixtures/contract-scenario.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import {
  contractWithCustomerAmendment,
  contractInState,
  terminationInput,
  joistAmendment,
  sentOffer,
  contractWithTermination,
  amendmentInput,
} from './agreements.ts'
import { refusalCase, type RefusalCase } from './replay-case.ts'

/** A hash that matches no text. */
const OTHER = 'f'.repeat(64)
/** A change order whose milestones do not match its lines. */
const unbalancedAmendment = {
  ...joistAmendment,
  milestoneChanges: [{ kind: 'ADD' as const, title: 'Joist', amount: 30_000 }],
}

async function declined(testApp: TestApp) {
  const { about } = await sentOffer(testApp)
  await testApp.call(offers.declineOffer, { ...about, body: { reasonCode: 'TIMING' } }, marketplace)
  return about
}
/** The customer's signature of the provider's change order. */
async function signing(testApp: TestApp) {
  const { params, id, contentHash, onBehalf, readToEndAsCustomer } = await contractWithCustomerAmendment(testApp)
  await readToEndAsCustomer(id, contentHash)
  return { params, body: { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() } }
}
/** A proof of identity that is too old. */
const anHourAgo = (testApp: TestApp) => new Date(testApp.clock.now().getTime() - 3_600_000).toISOString()

export const agreementRefusals: RefusalCase[] = [
  refusalCase(offers.askAboutOffer, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await declined(testApp)),
    body: { text: 'Is it still there?' },
  })),
  refusalCase(offers.requestOfferChanges, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await declined(testApp)),
    body: { note: 'Cheaper, please.' },
  })),
  refusalCase(offers.requestOfferChanges, 'OFFER_EXPIRED', async (testApp) => {
    const { about, id, readAsCustomer } = await sentOffer(testApp)
    const { validUntil } = await readAsCustomer(id)
    testApp.clock.advance(Date.parse(validUntil ?? '') - testApp.clock.now().getTime() + 1)
    return { ...about, body: { note: 'Cheaper, please.' } }
  }),

  refusalCase(contracts.viewMarketplaceContract, 'VERSION_SUPERSEDED', async (testApp) => ({
    ...(await contractInState(testApp, 'sent')).about,
    body: { contentHash: OTHER },
  })),
  refusalCase(terminations.proposeMarketplaceTermination, 'TERMINATION_PENDING', async (testApp) => ({
    ...(await contractWithTermination(testApp)).about,
    body: terminationInput(testApp),
  })),
  refusalCase(contractAmendments.hashAmendment, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await contractInState(testApp, 'sent')).about,
    body: joistAmendment,
  })),
  refusalCase(contractAmendments.hashAmendment, 'MILESTONES_MISMATCH', async (testApp) => ({
    ...(await contractInState(testApp)).about,
    body: unbalancedAmendment,
  })),
  refusalCase(contractAmendments.createMarketplaceAmendment, 'INVALID_TRANSITION', async (testApp) => {
    const { about, onBehalf } = await contractInState(testApp, 'sent')
    return {
      ...about,
      body: { ...joistAmendment, signature: signatureOf(OTHER, 'Chidi Okafor'), onBehalf: onBehalf() },
    }
  }),
  refusalCase(contractAmendments.createMarketplaceAmendment, 'STEP_UP_REQUIRED', async (testApp) => {
    const { about, body } = await amendmentInput(testApp)
    return { ...about, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: anHourAgo(testApp) } } }
  }),
  refusalCase(contractAmendments.createMarketplaceAmendment, 'VERSION_SUPERSEDED', async (testApp) => {
    const { about, body } = await amendmentInput(testApp)
    return { ...about, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refusalCase(contractAmendments.createMarketplaceAmendment, 'MILESTONES_MISMATCH', async (testApp) => {
    const { about, body } = await amendmentInput(testApp)
    return { ...about, body: { ...body, ...unbalancedAmendment } }
  }),
  refusalCase(contractAmendments.signMarketplaceAmendment, 'INVALID_TRANSITION', async (testApp) => {
    const { params, body } = await signing(testApp)
    await testApp.call(contractAmendments.declineMarketplaceAmendment, { params, body: {} }, marketplace)
    return { params, body }
  }),
  refusalCase(contractAmendments.signMarketplaceAmendment, 'STEP_UP_REQUIRED', async (testApp) => {
    const { params, body } = await signing(testApp)
    return { params, body: { ...body, onBehalf: { ...body.onBehalf, authenticatedAt: anHourAgo(testApp) } } }
  }),
  refusalCase(contractAmendments.signMarketplaceAmendment, 'VERSION_SUPERSEDED', async (testApp) => {
    const { params, body } = await signing(testApp)
    return { params, body: { ...body, signature: { ...body.signature, contentHash: OTHER } } }
  }),
  refusalCase(contractAmendments.declineMarketplaceAmendment, 'INVALID_TRANSITION', async (testApp) => {
    const { params, body } = await signing(testApp)
    await testApp.call(contractAmendments.signMarketplaceAmendment, { params, body }, marketplace)
    return { params, body: {} }
  }),
  refusalCase(contractAmendments.declineMarketplaceAmendment, 'AMENDMENT_EXPIRED', async (testApp) => {
    const { params } = await contractWithCustomerAmendment(testApp)
    testApp.clock.advance(7 * DAY_MS + 1)
    return { params, body: {} }
  }),
]
