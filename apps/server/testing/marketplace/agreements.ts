import { createAmendment, proposeTermination, sendAmendment } from '@fettle/protocol/contract-moves'
import * as contracts from '@fettle/protocol/marketplace-contracts'
import * as contractEnds from '@fettle/protocol/marketplace-contract-ends'
import * as contractWork from '@fettle/protocol/marketplace-contract-work'
import * as offers from '@fettle/protocol/marketplace-offers'
import { contracting, signatureOf } from '../contracts.ts'
import { asFile, picture } from '../files.ts'
import { quoting } from '../offers.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { replayCase, type ReplayCase } from './walk.ts'

/** An offer the customer has. */
export async function sentOffer(town: Town) {
  const the = await quoting(town, { isNew: true })
  const { id } = await the.sent()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const answering =
  (body: object = {}) =>
  async (town: Town) => {
    const { about, customerId } = await sentOffer(town)
    return { input: { ...about, body }, customerId }
  }
export async function offerWithChangesRequested(town: Town) {
  const the = await quoting(town, { isNew: true })
  const { request } = await the.ask()
  return { ...the, about: { params: { id: request.id } }, customerId: the.customer.id }
}

export const joistAmendment = {
  title: 'Rotten joist',
  reason: 'HIDDEN_CONDITION' as const,
  description: 'Under the sink.',
  lines: [{ description: 'Joist', quantity: '2', unitAmount: 20_000 }],
  milestoneChanges: [{ kind: 'ADD' as const, title: 'Joist', amount: 40_000 }],
  scheduleImpactDays: 2,
}

/** A contract in a state, of somebody's own. */
export async function contractInState(town: Town, state: 'sent' | 'active' = 'active', over: object = {}) {
  const the = await contracting(town, { isNew: true })
  const { id } = await the[state](over)
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const inState =
  (state: 'sent' | 'active', body: object = {}) =>
  async (town: Town) => {
    const { about, customerId } = await contractInState(town, state)
    return { input: { ...about, body }, customerId }
  }
/** The provider's change order, waiting for the customer. */
export async function contractWithCustomerAmendment(town: Town) {
  const the = await contractInState(town)
  const { amendments } = await town.call(createAmendment, { ...the.about, body: joistAmendment }, the.provider)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  const params = { id: the.id, amendmentId }
  await the.prove()
  await town.call(sendAmendment, { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } }, the.provider)
  return { ...the, params, contentHash }
}
/** The customer's own change order, as they write it. */
export async function amendmentInput(town: Town) {
  const the = await contractInState(town)
  const { contentHash } = await town.call(
    contractWork.hashAmendment,
    { ...the.about, body: joistAmendment },
    marketplace,
  )
  const body = { ...joistAmendment, signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: the.onBehalf() }
  return { ...the, body }
}
const milestone = async (town: Town) => {
  const the = await contractInState(town)
  await the.submit(the.id, 1)
  return { ...the, params: await the.milestoneOf(the.id, 1) }
}
export const terminationInput = (town: Town) => ({
  reasonCode: 'OTHER' as const,
  note: 'We move to another town.',
  effectiveDate: town.clock.now().toISOString().slice(0, 10),
})
/** The provider wants to end it. */
export async function contractWithTermination(town: Town) {
  const the = await contractInState(town)
  await town.call(proposeTermination, { ...the.about, body: terminationInput(town) }, the.provider)
  return the
}

export const agreementReplayCases: ReplayCase[] = [
  replayCase(
    offers.requestOffers,
    async (town) => {
      const { provider, customer } = await quoting(town, { isNew: true })
      const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
      const wish = { title: 'New bathroom', description: 'Tiles off, tiles on.', location }
      return { input: { body: { customerId: customer.id, providerIds: [provider.id], ...wish } } }
    },
    'offer.requested',
  ),
  replayCase(offers.getOfferRequest, async (town) => {
    const { about, customerId } = await offerWithChangesRequested(town)
    return { input: about, customerId }
  }),
  replayCase(
    offers.closeOfferRequest,
    async (town) => {
      const { about, customerId } = await offerWithChangesRequested(town)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.cancelled',
  ),
  replayCase(offers.addOfferRequestPhoto, async (town) => {
    const { about, customerId } = await offerWithChangesRequested(town)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'wall.jpg') }, customerId }
  }),
  replayCase(offers.listMarketplaceOffers, async (town) => ({
    input: { query: { customerId: (await sentOffer(town)).customerId } },
  })),
  replayCase(offers.getMarketplaceOffer, async (town) => {
    const { about, customerId } = await sentOffer(town)
    return { input: about, customerId }
  }),
  replayCase(offers.getMarketplaceOfferPdf, async (town) => {
    const { id, customerId } = await sentOffer(town)
    return { input: { params: { id, number: 1 } }, customerId }
  }),
  replayCase(offers.calculateMarketplaceOffer, answering({ selections: { lineIds: [] } })),
  replayCase(offers.viewMarketplaceOffer, answering(), 'offer.viewed'),
  replayCase(offers.askAboutOffer, answering({ text: 'Are the tiles white?' }), 'message.created'),
  replayCase(offers.requestOfferChanges, answering({ note: 'Cheaper tiles.' }), 'offer.changes_requested'),
  replayCase(
    offers.acceptOffer,
    async (town) => {
      const { accepting, id, customerId } = await sentOffer(town)
      return { input: await accepting(id), customerId }
    },
    'offer.accepted',
  ),
  replayCase(offers.declineOffer, answering({ reasonCode: 'TIMING' }), 'offer.declined'),
  replayCase(
    offers.undoAcceptance,
    async (town) => {
      const { accept, about, id, customerId } = await sentOffer(town)
      await accept(id)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.acceptance_undone',
  ),
  replayCase(
    offers.cancelMarketplaceOffer,
    async (town) => {
      const { accept, about, id, customerId } = await sentOffer(town)
      await accept(id)
      return { input: { ...about, body: { reasonCode: 'CHANGED_MIND' } }, customerId }
    },
    'offer.cancelled',
  ),

  replayCase(contracts.listMarketplaceContracts, async (town) => ({
    input: { query: { customerId: (await contractInState(town)).customerId } },
  })),
  replayCase(contracts.getMarketplaceContract, async (town) => {
    const { about, customerId } = await contractInState(town, 'sent')
    return { input: about, customerId }
  }),
  replayCase(contracts.getMarketplaceContractPdf, async (town) => {
    const { about, customerId } = await contractInState(town)
    return { input: about, customerId }
  }),
  replayCase(contracts.addMarketplaceContractFile, async (town) => {
    const { about, customerId } = await contractInState(town, 'sent')
    const file = asFile(await picture(300, 300), 'wall.jpg')
    return { input: { ...about, body: { purpose: 'EVIDENCE' }, file }, customerId }
  }),
  replayCase(contracts.viewMarketplaceContract, async (town) => {
    const { about, id, theirs, customerId } = await contractInState(town, 'sent')
    return { input: { ...about, body: { contentHash: (await theirs(id)).contentHash, toEnd: true } }, customerId }
  }),
  replayCase(
    contracts.signContract,
    async (town) => {
      const { id, lookAsCustomer, signing, customerId } = await contractInState(town, 'sent')
      await lookAsCustomer(id)
      return { input: await signing(id), customerId }
    },
    'contract.signed',
  ),
  replayCase(
    contracts.requestContractChanges,
    inState('sent', { note: 'Please in oak.' }),
    'contract.changes_requested',
  ),
  replayCase(contracts.declineContract, inState('sent', { reason: 'It is too dear for us.' }), 'contract.declined'),
  replayCase(
    contracts.holdMarketplaceContract,
    inState('active', { reasonCode: 'OTHER', note: 'We are away.' }),
    'contract.held',
  ),
  replayCase(
    contracts.resumeMarketplaceContract,
    async (town) => {
      const { about, customerId } = await contractInState(town)
      const body = { reasonCode: 'OTHER' as const, note: 'We are away.' }
      await town.call(contracts.holdMarketplaceContract, { ...about, body }, marketplace)
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.resumed',
  ),
  replayCase(
    contractEnds.withdrawFromContract,
    async (town) => {
      const { about, customerId } = await contractInState(town, 'active', { coolingOffDays: 14 })
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.terminated',
  ),
  replayCase(
    contractWork.approveMilestone,
    async (town) => {
      const { params, customerId } = await milestone(town)
      return { input: { params, body: {} }, customerId }
    },
    'milestone.approved',
  ),
  replayCase(
    contractWork.requestMilestoneChanges,
    async (town) => {
      const { params, customerId } = await milestone(town)
      return { input: { params, body: { note: 'Sweep it, please.' } }, customerId }
    },
    'milestone.changes_requested',
  ),
  replayCase(contractWork.hashAmendment, inState('active', joistAmendment)),
  replayCase(
    contractWork.createMarketplaceAmendment,
    async (town) => {
      const { about, body, customerId } = await amendmentInput(town)
      return { input: { ...about, body }, customerId }
    },
    'amendment.created',
  ),
  replayCase(
    contractWork.signMarketplaceAmendment,
    async (town) => {
      const { id, params, contentHash, lookAsCustomer, onBehalf, customerId } =
        await contractWithCustomerAmendment(town)
      await lookAsCustomer(id, contentHash)
      const body = { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() }
      return { input: { params, body }, customerId }
    },
    'amendment.approved',
  ),
  replayCase(
    contractWork.declineMarketplaceAmendment,
    async (town) => {
      const { params, customerId } = await contractWithCustomerAmendment(town)
      return { input: { params, body: {} }, customerId }
    },
    'amendment.declined',
  ),
  replayCase(
    contractWork.withdrawMarketplaceAmendment,
    async (town) => {
      const { about, id, body, customerId } = await amendmentInput(town)
      const { amendments } = await town.call(contractWork.createMarketplaceAmendment, { ...about, body }, marketplace)
      return { input: { params: { id, amendmentId: amendments.at(-1)?.id ?? '' }, body: {} }, customerId }
    },
    'amendment.withdrawn',
  ),
  replayCase(
    contractEnds.proposeMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await contractInState(town)
      return { input: { ...about, body: terminationInput(town) }, customerId }
    },
    'contract.termination_proposed',
  ),
  replayCase(
    contractEnds.acceptMarketplaceTermination,
    async (town) => {
      const { about, customerId, onBehalf } = await contractWithTermination(town)
      return { input: { ...about, body: { onBehalf: onBehalf() } }, customerId }
    },
    'contract.terminated',
  ),
  replayCase(
    contractEnds.contestMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await contractWithTermination(town)
      return { input: { ...about, body: { note: 'It is not finished.' } }, customerId }
    },
    'contract.termination_contested',
  ),
  replayCase(
    contractEnds.withdrawMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await contractInState(town)
      await town.call(
        contractEnds.proposeMarketplaceTermination,
        { ...about, body: terminationInput(town) },
        marketplace,
      )
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.termination_withdrawn',
  ),
  replayCase(
    contractEnds.decideTermination,
    async (town) => {
      const { about } = await contractWithTermination(town)
      // Nobody answered for a week.
      town.clock.advance(7 * 86_400_000)
      await town.deps.jobs.runDue()
      return { input: { ...about, body: { outcome: 'ACTIVE', rationale: 'The work is nearly done.' } } }
    },
    'contract.termination_withdrawn',
  ),
]
