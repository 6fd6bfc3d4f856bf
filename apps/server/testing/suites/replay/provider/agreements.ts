import { slotWarnings } from '@fettle/protocol/availability/availability'
import { DAY_MS } from '@fettle/protocol/core/durations'
import * as contracts from '@fettle/protocol/contracts/actions'
import { createMarketplaceAmendment } from '@fettle/protocol/marketplace/contract-amendments'
import * as contractTerminations from '@fettle/protocol/marketplace/contract-terminations'
import * as offers from '@fettle/protocol/offers/actions'
import { calculateTotals } from '@fettle/protocol/offers'
import { askReviewOfContract, rateCustomerOfContract } from '@fettle/protocol/reviews'
import { signatureOf } from '../../../fixtures/contract-scenario.ts'
import {
  contractWithCustomerAmendment,
  contractInState,
  terminationInput,
  joistAmendment,
  sentOffer,
  contractWithTermination,
  offerWithChangesRequested,
  amendmentInput,
} from '../marketplace/agreements.ts'
import { bathroomOffer, createOfferScenario } from '../../../fixtures/offer-scenario.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { providerReplayCase, type ProviderReplayCase } from './replay-case.ts'

const dayAfter = (testApp: TestApp, days: number) =>
  new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A transition of a sent offer. */
const onSent =
  (body: object = {}) =>
  async (testApp: TestApp) => {
    const { provider, about } = await sentOffer(testApp)
    return { provider, input: { ...about, body } }
  }
const onAccepted = (body: object) => async (testApp: TestApp) => {
  const { provider, about, id, accept } = await sentOffer(testApp)
  await accept(id)
  return { provider, input: { ...about, body } }
}
const requestedOffer = async (testApp: TestApp) => {
  const the = await createOfferScenario(testApp, { isNew: true })
  const { id } = await the.requestOffer()
  return { ...the, id, about: { params: { id } } }
}
/** A draft of the provider's own. */
const ownDraftOffer = async (testApp: TestApp) => {
  const { provider, customerId } = await sentOffer(testApp)
  const { id } = await testApp.call(offers.createOffer, { body: { customerId } }, provider)
  return { provider, about: { params: { id } } }
}

const onContract =
  (state: 'sent' | 'active', body: object = {}) =>
  async (testApp: TestApp) => {
    const { provider, about } = await contractInState(testApp, state)
    return { provider, input: { ...about, body } }
  }
const draftContract = async (testApp: TestApp) => {
  const the = await contractInState(testApp)
  const { id } = await the.draft()
  return { ...the, id, about: { params: { id } } }
}
/** The provider's change order, not sent yet. */
const draftAmendment = async (testApp: TestApp) => {
  const the = await contractInState(testApp)
  const { amendments } = await testApp.call(
    contracts.createAmendment,
    { ...the.about, body: joistAmendment },
    the.provider,
  )
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer's change order. */
const customerAmendment = async (testApp: TestApp) => {
  const { about, body, ...the } = await amendmentInput(testApp)
  const { amendments } = await testApp.call(createMarketplaceAmendment, { ...about, body }, marketplace)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer has proposed to end the contract. */
const contractWithTerminationProposal = async (testApp: TestApp) => {
  const the = await contractInState(testApp)
  await testApp.call(
    contractTerminations.proposeMarketplaceTermination,
    { ...the.about, body: terminationInput(testApp) },
    marketplace,
  )
  return { provider: the.provider, input: { ...the.about, body: {} } }
}
const submittedMilestone = async (testApp: TestApp) => {
  const { provider, about, id, workOff } = await contractInState(testApp)
  for (const order of [1, 2, 3]) await workOff(id, order)
  return { provider, about }
}

export const providerAgreementReplayCases: ProviderReplayCase[] = [
  providerReplayCase(offers.createOffer, async (testApp) => {
    const { provider, customerId } = await sentOffer(testApp)
    return { provider, input: { body: { customerId } } }
  }),
  providerReplayCase(offers.duplicateOffer, onSent()),
  providerReplayCase(offers.removeOffer, async (testApp) => {
    const { provider, about } = await ownDraftOffer(testApp)
    return { provider, input: about }
  }),
  providerReplayCase(offers.saveOfferDraft, async (testApp) => {
    const { provider, about } = await ownDraftOffer(testApp)
    return { provider, input: { ...about, body: { version: 1, content: bathroomOffer } } }
  }),
  providerReplayCase(offers.discardOfferDraft, async (testApp) => {
    const { provider, about, id, write } = await sentOffer(testApp)
    await write(id, { title: 'A cheaper bathroom' })
    return { provider, input: about }
  }),
  providerReplayCase(offers.passOffer, async (testApp) => {
    const { provider, about } = await requestedOffer(testApp)
    return { provider, input: { ...about, body: { reasonCode: 'TOO_FAR' } } }
  }),
  providerReplayCase(offers.sendOffer, async (testApp) => {
    const { provider, about, id, write } = await requestedOffer(testApp)
    const { draftRevision } = await write(id)
    const body = { draftVersion: draftRevision?.version ?? 0, acknowledge: [...slotWarnings] }
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(offers.withdrawOffer, onSent({ reasonCode: 'SENT_BY_MISTAKE' })),
  providerReplayCase(offers.extendOffer, async (testApp) => {
    const { provider, about } = await sentOffer(testApp)
    return { provider, input: { ...about, body: { validUntil: dayAfter(testApp, 30) } } }
  }),
  providerReplayCase(offers.remindOfOffer, async (testApp) => {
    const { provider, about } = await sentOffer(testApp)
    testApp.clock.advance(3 * DAY_MS)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(offers.autoRemindOfOffer, onSent({ enabled: true })),
  providerReplayCase(offers.convertOffer, onAccepted({ target: 'CONTRACT' })),
  providerReplayCase(offers.cancelOffer, onAccepted({ reasonCode: 'OVERBOOKED' })),
  providerReplayCase(calculateTotals, async (testApp) => {
    const { provider } = await offerWithChangesRequested(testApp)
    return { provider, input: { body: { content: bathroomOffer } } }
  }),

  providerReplayCase(contracts.createContract, async (testApp) => {
    const { provider, customerId } = await contractInState(testApp)
    return { provider, input: { body: { customerId } } }
  }),
  providerReplayCase(contracts.editContract, async (testApp) => {
    const { provider, about, id, read } = await draftContract(testApp)
    const { version } = await read(id)
    return { provider, input: { ...about, body: { version, content: { title: 'A new kitchen' } } } }
  }),
  providerReplayCase(contracts.removeContract, async (testApp) => {
    const { provider, about } = await draftContract(testApp)
    return { provider, input: about }
  }),
  providerReplayCase(contracts.viewContract, async (testApp) => {
    const { provider, about, id, read } = await draftContract(testApp)
    return { provider, input: { ...about, body: { contentHash: (await read(id)).contentHash, toEnd: true } } }
  }),
  providerReplayCase(contracts.sendContract, async (testApp) => {
    const { provider, id, readToEnd, prove, sending } = await draftContract(testApp)
    await readToEnd(id)
    await prove()
    return { provider, input: await sending(id) }
  }),
  providerReplayCase(contracts.voidContract, onContract('sent', { reason: 'They found another.' })),
  providerReplayCase(
    contracts.holdContract,
    onContract('active', { reasonCode: 'OTHER', note: 'The tiles are late.' }),
  ),
  providerReplayCase(contracts.resumeContract, async (testApp) => {
    const { provider, about } = await contractInState(testApp)
    const body = { reasonCode: 'OTHER' as const, note: 'The tiles are late.' }
    await testApp.call(contracts.holdContract, { ...about, body }, provider)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(contracts.proposeTermination, async (testApp) => {
    const { provider, about } = await contractInState(testApp)
    return { provider, input: { ...about, body: terminationInput(testApp) } }
  }),
  providerReplayCase(contracts.acceptTermination, contractWithTerminationProposal),
  providerReplayCase(contracts.contestTermination, async (testApp) => {
    const { provider, input } = await contractWithTerminationProposal(testApp)
    return { provider, input: { ...input, body: { note: 'It is not finished.' } } }
  }),
  providerReplayCase(contracts.withdrawTermination, async (testApp) => {
    const { provider, about } = await contractWithTermination(testApp)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(contracts.startMilestone, async (testApp) => {
    const { provider, id, milestoneOf } = await contractInState(testApp)
    return { provider, input: { params: await milestoneOf(id, 1), body: {} } }
  }),
  providerReplayCase(contracts.submitMilestone, async (testApp) => {
    const { provider, id, milestoneOf } = await contractInState(testApp)
    const params = await milestoneOf(id, 1)
    await testApp.call(contracts.startMilestone, { params, body: {} }, provider)
    return { provider, input: { params, body: { note: 'Done and swept.' } } }
  }),
  providerReplayCase(contracts.createAmendment, onContract('active', joistAmendment)),
  providerReplayCase(contracts.editAmendment, async (testApp) => {
    const { provider, params } = await draftAmendment(testApp)
    return { provider, input: { params, body: { ...joistAmendment, title: 'Two rotten joists' } } }
  }),
  providerReplayCase(contracts.sendAmendment, async (testApp) => {
    const { provider, params, contentHash, prove } = await draftAmendment(testApp)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  providerReplayCase(contracts.signAmendment, async (testApp) => {
    const { provider, id, params, contentHash, readToEnd, prove } = await customerAmendment(testApp)
    await readToEnd(id, contentHash)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  providerReplayCase(contracts.declineAmendment, async (testApp) => {
    const { provider, params } = await customerAmendment(testApp)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(contracts.withdrawAmendment, async (testApp) => {
    const { provider, params } = await contractWithCustomerAmendment(testApp)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(askReviewOfContract, async (testApp) => {
    const { provider, about } = await submittedMilestone(testApp)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(rateCustomerOfContract, async (testApp) => {
    const { provider, about } = await submittedMilestone(testApp)
    return { provider, input: { ...about, body: { rating: 5 } } }
  }),
]
