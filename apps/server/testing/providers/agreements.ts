import { slotWarnings } from '@fettle/protocol/availability'
import * as contracts from '@fettle/protocol/contract-moves'
import { createMarketplaceAmendment } from '@fettle/protocol/marketplace-contract-work'
import * as contractEnds from '@fettle/protocol/marketplace-contract-ends'
import * as offers from '@fettle/protocol/offer-moves'
import { calculateTotals } from '@fettle/protocol/offers'
import { askReviewOfContract, rateCustomerOfContract } from '@fettle/protocol/reviews'
import { signatureOf } from '../contracts.ts'
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
import { bathroom, quoting } from '../offers.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { providerReplayCase, type ProviderReplayCase } from './walk.ts'

const DAY = 86_400_000
const dayAfter = (town: Town, days: number) => new Date(+town.clock.now() + days * DAY).toISOString().slice(0, 10)

/** A move on what was sent to a customer. */
const onSent =
  (body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await sentOffer(town)
    return { provider, input: { ...about, body } }
  }
const onAccepted = (body: object) => async (town: Town) => {
  const { provider, about, id, accept } = await sentOffer(town)
  await accept(id)
  return { provider, input: { ...about, body } }
}
const requestedOffer = async (town: Town) => {
  const the = await quoting(town, { isNew: true })
  const { id } = await the.ask()
  return { ...the, id, about: { params: { id } } }
}
/** A draft of one's own. */
const ownDraftOffer = async (town: Town) => {
  const { provider, customerId } = await sentOffer(town)
  const { id } = await town.call(offers.createOffer, { body: { customerId } }, provider)
  return { provider, about: { params: { id } } }
}

const onContract =
  (state: 'sent' | 'active', body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await contractInState(town, state)
    return { provider, input: { ...about, body } }
  }
const draftContract = async (town: Town) => {
  const the = await contractInState(town)
  const { id } = await the.draft()
  return { ...the, id, about: { params: { id } } }
}
/** The provider's change order, not sent yet. */
const draftAmendment = async (town: Town) => {
  const the = await contractInState(town)
  const { amendments } = await town.call(
    contracts.createAmendment,
    { ...the.about, body: joistAmendment },
    the.provider,
  )
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer's change order. */
const customerAmendment = async (town: Town) => {
  const { about, body, ...the } = await amendmentInput(town)
  const { amendments } = await town.call(createMarketplaceAmendment, { ...about, body }, marketplace)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer wants to end it. */
const contractWithTerminationProposal = async (town: Town) => {
  const the = await contractInState(town)
  await town.call(
    contractEnds.proposeMarketplaceTermination,
    { ...the.about, body: terminationInput(town) },
    marketplace,
  )
  return { provider: the.provider, input: { ...the.about, body: {} } }
}
const submittedMilestone = async (town: Town) => {
  const { provider, about, id, workOff } = await contractInState(town)
  for (const order of [1, 2, 3]) await workOff(id, order)
  return { provider, about }
}

export const providerAgreementReplayCases: ProviderReplayCase[] = [
  providerReplayCase(offers.createOffer, async (town) => {
    const { provider, customerId } = await sentOffer(town)
    return { provider, input: { body: { customerId } } }
  }),
  providerReplayCase(offers.duplicateOffer, onSent()),
  providerReplayCase(offers.removeOffer, async (town) => {
    const { provider, about } = await ownDraftOffer(town)
    return { provider, input: about }
  }),
  providerReplayCase(offers.saveOfferDraft, async (town) => {
    const { provider, about } = await ownDraftOffer(town)
    return { provider, input: { ...about, body: { version: 1, content: bathroom } } }
  }),
  providerReplayCase(offers.discardOfferDraft, async (town) => {
    const { provider, about, id, write } = await sentOffer(town)
    await write(id, { title: 'A cheaper bathroom' })
    return { provider, input: about }
  }),
  providerReplayCase(offers.passOffer, async (town) => {
    const { provider, about } = await requestedOffer(town)
    return { provider, input: { ...about, body: { reasonCode: 'TOO_FAR' } } }
  }),
  providerReplayCase(offers.sendOffer, async (town) => {
    const { provider, about, id, write } = await requestedOffer(town)
    const { draftRevision } = await write(id)
    const body = { draftVersion: draftRevision?.version ?? 0, acknowledge: [...slotWarnings] }
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(offers.withdrawOffer, onSent({ reasonCode: 'SENT_BY_MISTAKE' })),
  providerReplayCase(offers.extendOffer, async (town) => {
    const { provider, about } = await sentOffer(town)
    return { provider, input: { ...about, body: { validUntil: dayAfter(town, 30) } } }
  }),
  providerReplayCase(offers.remindOfOffer, async (town) => {
    const { provider, about } = await sentOffer(town)
    town.clock.advance(3 * DAY)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(offers.convertOffer, onAccepted({ target: 'CONTRACT' })),
  providerReplayCase(offers.cancelOffer, onAccepted({ reasonCode: 'OVERBOOKED' })),
  providerReplayCase(calculateTotals, async (town) => {
    const { provider } = await offerWithChangesRequested(town)
    return { provider, input: { body: { content: bathroom } } }
  }),

  providerReplayCase(contracts.createContract, async (town) => {
    const { provider, customerId } = await contractInState(town)
    return { provider, input: { body: { customerId } } }
  }),
  providerReplayCase(contracts.editContract, async (town) => {
    const { provider, about, id, read } = await draftContract(town)
    const { version } = await read(id)
    return { provider, input: { ...about, body: { version, content: { title: 'A new kitchen' } } } }
  }),
  providerReplayCase(contracts.removeContract, async (town) => {
    const { provider, about } = await draftContract(town)
    return { provider, input: about }
  }),
  providerReplayCase(contracts.viewContract, async (town) => {
    const { provider, about, id, read } = await draftContract(town)
    return { provider, input: { ...about, body: { contentHash: (await read(id)).contentHash, toEnd: true } } }
  }),
  providerReplayCase(contracts.sendContract, async (town) => {
    const { provider, id, look, prove, sending } = await draftContract(town)
    await look(id)
    await prove()
    return { provider, input: await sending(id) }
  }),
  providerReplayCase(contracts.voidContract, onContract('sent', { reason: 'They found another.' })),
  providerReplayCase(
    contracts.holdContract,
    onContract('active', { reasonCode: 'OTHER', note: 'The tiles are late.' }),
  ),
  providerReplayCase(contracts.resumeContract, async (town) => {
    const { provider, about } = await contractInState(town)
    const body = { reasonCode: 'OTHER' as const, note: 'The tiles are late.' }
    await town.call(contracts.holdContract, { ...about, body }, provider)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(contracts.proposeTermination, async (town) => {
    const { provider, about } = await contractInState(town)
    return { provider, input: { ...about, body: terminationInput(town) } }
  }),
  providerReplayCase(contracts.acceptTermination, contractWithTerminationProposal),
  providerReplayCase(contracts.contestTermination, async (town) => {
    const { provider, input } = await contractWithTerminationProposal(town)
    return { provider, input: { ...input, body: { note: 'It is not finished.' } } }
  }),
  providerReplayCase(contracts.withdrawTermination, async (town) => {
    const { provider, about } = await contractWithTermination(town)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(contracts.startMilestone, async (town) => {
    const { provider, id, milestoneOf } = await contractInState(town)
    return { provider, input: { params: await milestoneOf(id, 1), body: {} } }
  }),
  providerReplayCase(contracts.submitMilestone, async (town) => {
    const { provider, id, milestoneOf } = await contractInState(town)
    const params = await milestoneOf(id, 1)
    await town.call(contracts.startMilestone, { params, body: {} }, provider)
    return { provider, input: { params, body: { note: 'Done and swept.' } } }
  }),
  providerReplayCase(contracts.createAmendment, onContract('active', joistAmendment)),
  providerReplayCase(contracts.editAmendment, async (town) => {
    const { provider, params } = await draftAmendment(town)
    return { provider, input: { params, body: { ...joistAmendment, title: 'Two rotten joists' } } }
  }),
  providerReplayCase(contracts.sendAmendment, async (town) => {
    const { provider, params, contentHash, prove } = await draftAmendment(town)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  providerReplayCase(contracts.signAmendment, async (town) => {
    const { provider, id, params, contentHash, look, prove } = await customerAmendment(town)
    await look(id, contentHash)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  providerReplayCase(contracts.declineAmendment, async (town) => {
    const { provider, params } = await customerAmendment(town)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(contracts.withdrawAmendment, async (town) => {
    const { provider, params } = await contractWithCustomerAmendment(town)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(askReviewOfContract, async (town) => {
    const { provider, about } = await submittedMilestone(town)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(rateCustomerOfContract, async (town) => {
    const { provider, about } = await submittedMilestone(town)
    return { provider, input: { ...about, body: { rating: 5 } } }
  }),
]
