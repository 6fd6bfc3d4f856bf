import { createAmendment, proposeTermination, sendAmendment } from '@fettle/protocol/contracts/actions'
import * as contracts from '@fettle/protocol/marketplace/contracts'
import * as contractTerminations from '@fettle/protocol/marketplace/contract-terminations'
import * as contractAmendments from '@fettle/protocol/marketplace/contract-amendments'
import * as contractMilestones from '@fettle/protocol/marketplace/contract-milestones'
import * as offers from '@fettle/protocol/marketplace/offers'
import { localDate } from '../../../../src/platform/locale/zoned-time.ts'
import { createContractScenario, signatureOf } from '../../../fixtures/contract-scenario.ts'
import { asFile, picture } from '../../../fixtures/files.ts'
import { createOfferScenario } from '../../../fixtures/offer-scenario.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { replayCase, type ReplayCase } from './replay-case.ts'

/** A sent offer. */
export async function sentOffer(testApp: TestApp) {
  const the = await createOfferScenario(testApp, { isNew: true })
  const { id } = await the.sent()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const answering =
  (body: object = {}) =>
  async (testApp: TestApp) => {
    const { about, customerId } = await sentOffer(testApp)
    return { input: { ...about, body }, customerId }
  }
export async function offerWithChangesRequested(testApp: TestApp) {
  const the = await createOfferScenario(testApp, { isNew: true })
  const { request } = await the.requestOffer()
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

/** A contract in a state, with a provider of its own. */
export async function contractInState(testApp: TestApp, state: 'sent' | 'active' = 'active', over: object = {}) {
  const the = await createContractScenario(testApp, { isNew: true })
  const { id } = await the[state](over)
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
const inState =
  (state: 'sent' | 'active', body: object = {}) =>
  async (testApp: TestApp) => {
    const { about, customerId } = await contractInState(testApp, state)
    return { input: { ...about, body }, customerId }
  }
/** The provider's change order, waiting for the customer. */
export async function contractWithCustomerAmendment(testApp: TestApp) {
  const the = await contractInState(testApp)
  const { amendments } = await testApp.call(createAmendment, { ...the.about, body: joistAmendment }, the.provider)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  const params = { id: the.id, amendmentId }
  await the.prove()
  await testApp.call(sendAmendment, { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } }, the.provider)
  return { ...the, params, contentHash }
}
/** Input of the customer's own change order. */
export async function amendmentInput(testApp: TestApp) {
  const the = await contractInState(testApp)
  const { contentHash } = await testApp.call(
    contractAmendments.hashAmendment,
    { ...the.about, body: joistAmendment },
    marketplace,
  )
  const body = { ...joistAmendment, signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: the.onBehalf() }
  return { ...the, body }
}
const milestone = async (testApp: TestApp) => {
  const the = await contractInState(testApp)
  await the.submit(the.id, 1)
  return { ...the, params: await the.milestoneOf(the.id, 1) }
}
export const terminationInput = (testApp: TestApp) => ({
  reasonCode: 'OTHER' as const,
  note: 'We move to another town.',
  // The contract's day: the one in UTC has passed in Lagos for an hour each night.
  effectiveDate: localDate(testApp.clock.now(), 'Africa/Lagos'),
})
/** The provider has proposed to end the contract. */
export async function contractWithTermination(testApp: TestApp) {
  const the = await contractInState(testApp)
  await testApp.call(proposeTermination, { ...the.about, body: terminationInput(testApp) }, the.provider)
  return the
}

export const agreementReplayCases: ReplayCase[] = [
  replayCase(
    offers.requestOffers,
    async (testApp) => {
      const { provider, customer } = await createOfferScenario(testApp, { isNew: true })
      const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
      const wish = { title: 'New bathroom', description: 'Tiles off, tiles on.', location }
      return { input: { body: { customerId: customer.id, providerIds: [provider.id], ...wish } } }
    },
    'offer.requested',
  ),
  replayCase(offers.getOfferRequest, async (testApp) => {
    const { about, customerId } = await offerWithChangesRequested(testApp)
    return { input: about, customerId }
  }),
  replayCase(
    offers.closeOfferRequest,
    async (testApp) => {
      const { about, customerId } = await offerWithChangesRequested(testApp)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.cancelled',
  ),
  replayCase(offers.addOfferRequestPhoto, async (testApp) => {
    const { about, customerId } = await offerWithChangesRequested(testApp)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'wall.jpg') }, customerId }
  }),
  replayCase(offers.listMarketplaceOffers, async (testApp) => ({
    input: { query: { customerId: (await sentOffer(testApp)).customerId } },
  })),
  replayCase(offers.getMarketplaceOffer, async (testApp) => {
    const { about, customerId } = await sentOffer(testApp)
    return { input: about, customerId }
  }),
  replayCase(offers.getMarketplaceOfferPdf, async (testApp) => {
    const { id, customerId } = await sentOffer(testApp)
    return { input: { params: { id, number: 1 } }, customerId }
  }),
  replayCase(offers.calculateMarketplaceOffer, answering({ selections: { lineIds: [] } })),
  replayCase(offers.viewMarketplaceOffer, answering(), 'offer.viewed'),
  replayCase(offers.askAboutOffer, answering({ text: 'Are the tiles white?' }), 'message.created'),
  replayCase(offers.requestOfferChanges, answering({ note: 'Cheaper tiles.' }), 'offer.changes_requested'),
  replayCase(
    offers.acceptOffer,
    async (testApp) => {
      const { accepting, id, customerId } = await sentOffer(testApp)
      return { input: await accepting(id), customerId }
    },
    'offer.accepted',
  ),
  replayCase(offers.declineOffer, answering({ reasonCode: 'TIMING' }), 'offer.declined'),
  replayCase(
    offers.undoAcceptance,
    async (testApp) => {
      const { accept, about, id, customerId } = await sentOffer(testApp)
      await accept(id)
      return { input: { ...about, body: {} }, customerId }
    },
    'offer.acceptance_undone',
  ),
  replayCase(
    offers.cancelMarketplaceOffer,
    async (testApp) => {
      const { accept, about, id, customerId } = await sentOffer(testApp)
      await accept(id)
      return { input: { ...about, body: { reasonCode: 'CHANGED_MIND' } }, customerId }
    },
    'offer.cancelled',
  ),

  replayCase(contracts.listMarketplaceContracts, async (testApp) => ({
    input: { query: { customerId: (await contractInState(testApp)).customerId } },
  })),
  replayCase(contracts.getMarketplaceContract, async (testApp) => {
    const { about, customerId } = await contractInState(testApp, 'sent')
    return { input: about, customerId }
  }),
  replayCase(contracts.getMarketplaceContractPdf, async (testApp) => {
    const { about, customerId } = await contractInState(testApp)
    return { input: about, customerId }
  }),
  replayCase(contracts.addMarketplaceContractFile, async (testApp) => {
    const { about, customerId } = await contractInState(testApp, 'sent')
    const file = asFile(await picture(300, 300), 'wall.jpg')
    return { input: { ...about, body: { purpose: 'EVIDENCE' }, file }, customerId }
  }),
  replayCase(contracts.viewMarketplaceContract, async (testApp) => {
    const { about, id, readAsCustomer, customerId } = await contractInState(testApp, 'sent')
    return {
      input: { ...about, body: { contentHash: (await readAsCustomer(id)).contentHash, toEnd: true } },
      customerId,
    }
  }),
  replayCase(
    contracts.signContract,
    async (testApp) => {
      const { id, readToEndAsCustomer, signing, customerId } = await contractInState(testApp, 'sent')
      await readToEndAsCustomer(id)
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
    async (testApp) => {
      const { about, customerId } = await contractInState(testApp)
      const body = { reasonCode: 'OTHER' as const, note: 'We are away.' }
      await testApp.call(contracts.holdMarketplaceContract, { ...about, body }, marketplace)
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.resumed',
  ),
  replayCase(
    contractTerminations.withdrawFromContract,
    async (testApp) => {
      const { about, customerId } = await contractInState(testApp, 'active', { coolingOffDays: 14 })
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.terminated',
  ),
  replayCase(
    contractMilestones.approveMilestone,
    async (testApp) => {
      const { params, customerId } = await milestone(testApp)
      return { input: { params, body: {} }, customerId }
    },
    'milestone.approved',
  ),
  replayCase(
    contractMilestones.requestMilestoneChanges,
    async (testApp) => {
      const { params, customerId } = await milestone(testApp)
      return { input: { params, body: { note: 'Sweep it, please.' } }, customerId }
    },
    'milestone.changes_requested',
  ),
  replayCase(contractAmendments.hashAmendment, inState('active', joistAmendment)),
  replayCase(
    contractAmendments.createMarketplaceAmendment,
    async (testApp) => {
      const { about, body, customerId } = await amendmentInput(testApp)
      return { input: { ...about, body }, customerId }
    },
    'amendment.created',
  ),
  replayCase(
    contractAmendments.signMarketplaceAmendment,
    async (testApp) => {
      const { id, params, contentHash, readToEndAsCustomer, onBehalf, customerId } =
        await contractWithCustomerAmendment(testApp)
      await readToEndAsCustomer(id, contentHash)
      const body = { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() }
      return { input: { params, body }, customerId }
    },
    'amendment.approved',
  ),
  replayCase(
    contractAmendments.declineMarketplaceAmendment,
    async (testApp) => {
      const { params, customerId } = await contractWithCustomerAmendment(testApp)
      return { input: { params, body: {} }, customerId }
    },
    'amendment.declined',
  ),
  replayCase(
    contractAmendments.withdrawMarketplaceAmendment,
    async (testApp) => {
      const { about, id, body, customerId } = await amendmentInput(testApp)
      const { amendments } = await testApp.call(
        contractAmendments.createMarketplaceAmendment,
        { ...about, body },
        marketplace,
      )
      return { input: { params: { id, amendmentId: amendments.at(-1)?.id ?? '' }, body: {} }, customerId }
    },
    'amendment.withdrawn',
  ),
  replayCase(
    contractTerminations.proposeMarketplaceTermination,
    async (testApp) => {
      const { about, customerId } = await contractInState(testApp)
      return { input: { ...about, body: terminationInput(testApp) }, customerId }
    },
    'contract.termination_proposed',
  ),
  replayCase(
    contractTerminations.acceptMarketplaceTermination,
    async (testApp) => {
      const { about, customerId, onBehalf } = await contractWithTermination(testApp)
      return { input: { ...about, body: { onBehalf: onBehalf() } }, customerId }
    },
    'contract.terminated',
  ),
  replayCase(
    contractTerminations.contestMarketplaceTermination,
    async (testApp) => {
      const { about, customerId } = await contractWithTermination(testApp)
      return { input: { ...about, body: { note: 'It is not finished.' } }, customerId }
    },
    'contract.termination_contested',
  ),
  replayCase(
    contractTerminations.withdrawMarketplaceTermination,
    async (testApp) => {
      const { about, customerId } = await contractInState(testApp)
      await testApp.call(
        contractTerminations.proposeMarketplaceTermination,
        { ...about, body: terminationInput(testApp) },
        marketplace,
      )
      return { input: { ...about, body: {} }, customerId }
    },
    'contract.termination_withdrawn',
  ),
  replayCase(
    contractTerminations.decideTermination,
    async (testApp) => {
      const { about } = await contractWithTermination(testApp)
      // No answer for a week.
      await testApp.advance(7 * 86_400_000)
      return { input: { ...about, body: { outcome: 'ACTIVE', rationale: 'The work is nearly done.' } } }
    },
    'contract.termination_withdrawn',
  ),
]
