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
import { walk, type Walk } from './walk.ts'

/** An offer the customer has. */
export async function quoted(town: Town) {
  const the = await quoting(town, { isNew: true })
  const { id } = await the.sent()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const answering =
  (body: object = {}) =>
  async (town: Town) => {
    const { about, customerId } = await quoted(town)
    return { input: { ...about, body: body }, customerId }
  }
export async function wished(town: Town) {
  const the = await quoting(town, { isNew: true })
  const { request } = await the.ask()
  return { ...the, about: { params: { id: request.id } }, customerId: the.customer.id }
}

export const joist = {
  title: 'Rotten joist',
  reason: 'HIDDEN_CONDITION' as const,
  description: 'Under the sink.',
  lines: [{ description: 'Joist', quantity: '2', unitAmount: 20_000 }],
  milestoneChanges: [{ kind: 'ADD' as const, title: 'Joist', amount: 40_000 }],
  scheduleImpactDays: 2,
}

/** A contract in a state, of somebody's own. */
export async function contract(town: Town, state: 'sent' | 'active' = 'active', over: object = {}) {
  const the = await contracting(town, { isNew: true })
  const { id } = await the[state](over)
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const inState =
  (state: 'sent' | 'active', body: object = {}) =>
  async (town: Town) => {
    const { about, customerId } = await contract(town, state)
    return { input: { ...about, body: body }, customerId }
  }
/** The provider's change order, waiting for the customer. */
export async function changed(town: Town) {
  const the = await contract(town)
  const { amendments } = await town.call(createAmendment, { ...the.about, body: joist }, the.provider)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  const params = { id: the.id, amendmentId }
  await the.prove()
  await town.call(sendAmendment, { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } }, the.provider)
  return { ...the, params, contentHash }
}
/** The customer's own change order, as they write it. */
export async function writing(town: Town) {
  const the = await contract(town)
  const { contentHash } = await town.call(contractWork.hashAmendment, { ...the.about, body: joist }, marketplace)
  const body = { ...joist, signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: the.onBehalf() }
  return { ...the, body }
}
const milestone = async (town: Town) => {
  const the = await contract(town)
  await the.submit(the.id, 1)
  return { ...the, params: await the.milestoneOf(the.id, 1) }
}
export const ending = (town: Town) => ({
  reasonCode: 'OTHER' as const,
  note: 'We move to another town.',
  effectiveDate: town.clock.now().toISOString().slice(0, 10),
})
/** The provider wants to end it. */
export async function toEnd(town: Town) {
  const the = await contract(town)
  await town.call(proposeTermination, { ...the.about, body: ending(town) }, the.provider)
  return the
}

export const agreementWalks: Walk[] = [
  walk(
    offers.requestOffers,
    async (town) => {
      const { provider, customer } = await quoting(town, { isNew: true })
      const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
      const wish = { title: 'New bathroom', description: 'Tiles off, tiles on.', location }
      return { input: { body: { customerId: customer.id, providerIds: [provider.id], ...wish } } }
    },
    'offer.requested',
  ),
  walk(offers.getOfferRequest, async (town) => {
    const { about, customerId } = await wished(town)
    return { input: about, customerId }
  }),
  walk(
    offers.closeOfferRequest,
    async (town) => {
      const { about, customerId } = await wished(town)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.cancelled',
  ),
  walk(offers.addOfferRequestPhoto, async (town) => {
    const { about, customerId } = await wished(town)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'wall.jpg') }, customerId }
  }),
  walk(offers.listMarketplaceOffers, async (town) => ({
    input: { query: { customerId: (await quoted(town)).customerId } },
  })),
  walk(offers.getMarketplaceOffer, async (town) => {
    const { about, customerId } = await quoted(town)
    return { input: about, customerId }
  }),
  walk(offers.getMarketplaceOfferPdf, async (town) => {
    const { id, customerId } = await quoted(town)
    return { input: { params: { id, number: 1 } }, customerId }
  }),
  walk(offers.calculateMarketplaceOffer, answering({ selections: { lineIds: [] } })),
  walk(offers.viewMarketplaceOffer, answering(), 'offer.viewed'),
  walk(offers.askAboutOffer, answering({ text: 'Are the tiles white?' }), 'message.created'),
  walk(offers.requestOfferChanges, answering({ note: 'Cheaper tiles.' }), 'offer.changes_requested'),
  walk(
    offers.acceptOffer,
    async (town) => {
      const { accepting, id, customerId } = await quoted(town)
      return { input: await accepting(id), customerId }
    },
    'offer.accepted',
  ),
  walk(offers.declineOffer, answering({ reasonCode: 'TIMING' }), 'offer.declined'),
  walk(
    offers.undoAcceptance,
    async (town) => {
      const { accept, about, id, customerId } = await quoted(town)
      await accept(id)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.acceptance_undone',
  ),
  walk(
    offers.cancelMarketplaceOffer,
    async (town) => {
      const { accept, about, id, customerId } = await quoted(town)
      await accept(id)
      return { input: { ...about, body: { reasonCode: 'CHANGED_MIND' } }, customerId }
    },
    'offer.cancelled',
  ),

  walk(contracts.listMarketplaceContracts, async (town) => ({
    input: { query: { customerId: (await contract(town)).customerId } },
  })),
  walk(contracts.getMarketplaceContract, async (town) => {
    const { about, customerId } = await contract(town, 'sent')
    return { input: about, customerId }
  }),
  walk(contracts.getMarketplaceContractPdf, async (town) => {
    const { about, customerId } = await contract(town)
    return { input: about, customerId }
  }),
  walk(contracts.addMarketplaceContractFile, async (town) => {
    const { about, customerId } = await contract(town, 'sent')
    const file = asFile(await picture(300, 300), 'wall.jpg')
    return { input: { ...about, body: { purpose: 'EVIDENCE' }, file }, customerId }
  }),
  walk(contracts.viewMarketplaceContract, async (town) => {
    const { about, id, theirs, customerId } = await contract(town, 'sent')
    return { input: { ...about, body: { contentHash: (await theirs(id)).contentHash, toEnd: true } }, customerId }
  }),
  walk(
    contracts.signContract,
    async (town) => {
      const { id, lookAsCustomer, signing, customerId } = await contract(town, 'sent')
      await lookAsCustomer(id)
      return { input: await signing(id), customerId }
    },
    'contract.signed',
  ),
  walk(contracts.requestContractChanges, inState('sent', { note: 'Please in oak.' }), 'contract.changes_requested'),
  walk(contracts.declineContract, inState('sent', { reason: 'It is too dear for us.' }), 'contract.declined'),
  walk(
    contracts.holdMarketplaceContract,
    inState('active', { reasonCode: 'OTHER', note: 'We are away.' }),
    'contract.held',
  ),
  walk(
    contracts.resumeMarketplaceContract,
    async (town) => {
      const { about, customerId } = await contract(town)
      const body = { reasonCode: 'OTHER' as const, note: 'We are away.' }
      await town.call(contracts.holdMarketplaceContract, { ...about, body }, marketplace)
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.resumed',
  ),
  walk(
    contractEnds.withdrawFromContract,
    async (town) => {
      const { about, customerId } = await contract(town, 'active', { coolingOffDays: 14 })
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.terminated',
  ),
  walk(
    contractWork.approveMilestone,
    async (town) => {
      const { params, customerId } = await milestone(town)
      return { input: { params, body: {} }, customerId }
    },
    'milestone.approved',
  ),
  walk(
    contractWork.requestMilestoneChanges,
    async (town) => {
      const { params, customerId } = await milestone(town)
      return { input: { params, body: { note: 'Sweep it, please.' } }, customerId }
    },
    'milestone.changes_requested',
  ),
  walk(contractWork.hashAmendment, inState('active', joist)),
  walk(
    contractWork.createMarketplaceAmendment,
    async (town) => {
      const { about, body, customerId } = await writing(town)
      return { input: { ...about, body }, customerId }
    },
    'amendment.created',
  ),
  walk(
    contractWork.signMarketplaceAmendment,
    async (town) => {
      const { id, params, contentHash, lookAsCustomer, onBehalf, customerId } = await changed(town)
      await lookAsCustomer(id, contentHash)
      const body = { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() }
      return { input: { params, body }, customerId }
    },
    'amendment.approved',
  ),
  walk(
    contractWork.declineMarketplaceAmendment,
    async (town) => {
      const { params, customerId } = await changed(town)
      return { input: { params, body: {} }, customerId }
    },
    'amendment.declined',
  ),
  walk(
    contractWork.withdrawMarketplaceAmendment,
    async (town) => {
      const { about, id, body, customerId } = await writing(town)
      const { amendments } = await town.call(contractWork.createMarketplaceAmendment, { ...about, body }, marketplace)
      return { input: { params: { id, amendmentId: amendments.at(-1)?.id ?? '' }, body: {} }, customerId }
    },
    'amendment.withdrawn',
  ),
  walk(
    contractEnds.proposeMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await contract(town)
      return { input: { ...about, body: ending(town) }, customerId }
    },
    'contract.termination_proposed',
  ),
  walk(
    contractEnds.acceptMarketplaceTermination,
    async (town) => {
      const { about, customerId, onBehalf } = await toEnd(town)
      return { input: { ...about, body: { onBehalf: onBehalf() } }, customerId }
    },
    'contract.terminated',
  ),
  walk(
    contractEnds.contestMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await toEnd(town)
      return { input: { ...about, body: { note: 'It is not finished.' } }, customerId }
    },
    'contract.termination_contested',
  ),
  walk(
    contractEnds.withdrawMarketplaceTermination,
    async (town) => {
      const { about, customerId } = await contract(town)
      await town.call(contractEnds.proposeMarketplaceTermination, { ...about, body: ending(town) }, marketplace)
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.termination_withdrawn',
  ),
  walk(
    contractEnds.decideTermination,
    async (town) => {
      const { about } = await toEnd(town)
      // Nobody answered for a week.
      town.clock.advance(7 * 86_400_000)
      await town.deps.jobs.runDue()
      return { input: { ...about, body: { outcome: 'ACTIVE', rationale: 'The work is nearly done.' } } }
    },
    'contract.termination_withdrawn',
  ),
]
