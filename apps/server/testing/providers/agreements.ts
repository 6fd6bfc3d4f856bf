import { slotWarnings } from '@fettle/protocol/availability'
import * as contracts from '@fettle/protocol/contract-moves'
import { createMarketplaceAmendment } from '@fettle/protocol/marketplace-contract-work'
import * as contractEnds from '@fettle/protocol/marketplace-contract-ends'
import * as offers from '@fettle/protocol/offer-moves'
import { calculateTotals } from '@fettle/protocol/offers'
import { askReviewOfContract, rateCustomerOfContract } from '@fettle/protocol/reviews'
import { signatureOf } from '../contracts.ts'
import { changed, contract, ending, joist, quoted, toEnd, wished, writing } from '../marketplace/agreements.ts'
import { bathroom, quoting } from '../offers.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { walk, type Walk } from './walk.ts'

const DAY = 86_400_000
const dayAfter = (town: Town, days: number) => new Date(+town.clock.now() + days * DAY).toISOString().slice(0, 10)

/** A move on what was sent to a customer. */
const onSent =
  (body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await quoted(town)
    return { provider, input: { ...about, body } }
  }
const onAccepted = (body: object) => async (town: Town) => {
  const { provider, about, id, accept } = await quoted(town)
  await accept(id)
  return { provider, input: { ...about, body } }
}
const asked = async (town: Town) => {
  const the = await quoting(town, { isNew: true })
  const { id } = await the.ask()
  return { ...the, id, about: { params: { id } } }
}
/** A draft of one's own. */
const begun = async (town: Town) => {
  const { provider, customerId } = await quoted(town)
  const { id } = await town.call(offers.createOffer, { body: { customerId } }, provider)
  return { provider, about: { params: { id } } }
}

const onContract =
  (state: 'sent' | 'active', body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await contract(town, state)
    return { provider, input: { ...about, body } }
  }
const drafted = async (town: Town) => {
  const the = await contract(town)
  const { id } = await the.draft()
  return { ...the, id, about: { params: { id } } }
}
/** The provider's change order, not sent yet. */
const amending = async (town: Town) => {
  const the = await contract(town)
  const { amendments } = await town.call(contracts.createAmendment, { ...the.about, body: joist }, the.provider)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer's change order. */
const amended = async (town: Town) => {
  const { about, body, ...the } = await writing(town)
  const { amendments } = await town.call(createMarketplaceAmendment, { ...about, body }, marketplace)
  const { id: amendmentId = '', contentHash = '' } = amendments.at(-1) ?? {}
  return { ...the, params: { id: the.id, amendmentId }, contentHash }
}
/** The customer wants to end it. */
const ended = async (town: Town) => {
  const the = await contract(town)
  await town.call(contractEnds.proposeMarketplaceTermination, { ...the.about, body: ending(town) }, marketplace)
  return { provider: the.provider, input: { ...the.about, body: {} } }
}
const worked = async (town: Town) => {
  const { provider, about, id, workOff } = await contract(town)
  for (const order of [1, 2, 3]) await workOff(id, order)
  return { provider, about }
}

export const agreementWalks: Walk[] = [
  walk(offers.createOffer, async (town) => {
    const { provider, customerId } = await quoted(town)
    return { provider, input: { body: { customerId } } }
  }),
  walk(offers.duplicateOffer, onSent()),
  walk(offers.removeOffer, async (town) => {
    const { provider, about } = await begun(town)
    return { provider, input: about }
  }),
  walk(offers.saveOfferDraft, async (town) => {
    const { provider, about } = await begun(town)
    return { provider, input: { ...about, body: { version: 1, content: bathroom } } }
  }),
  walk(offers.discardOfferDraft, async (town) => {
    const { provider, about, id, write } = await quoted(town)
    await write(id, { title: 'A cheaper bathroom' })
    return { provider, input: about }
  }),
  walk(offers.passOffer, async (town) => {
    const { provider, about } = await asked(town)
    return { provider, input: { ...about, body: { reasonCode: 'TOO_FAR' } } }
  }),
  walk(offers.sendOffer, async (town) => {
    const { provider, about, id, write } = await asked(town)
    const { draftRevision } = await write(id)
    const body = { draftVersion: draftRevision?.version ?? 0, acknowledge: [...slotWarnings] }
    return { provider, input: { ...about, body } }
  }),
  walk(offers.withdrawOffer, onSent({ reasonCode: 'SENT_BY_MISTAKE' })),
  walk(offers.extendOffer, async (town) => {
    const { provider, about } = await quoted(town)
    return { provider, input: { ...about, body: { validUntil: dayAfter(town, 30) } } }
  }),
  walk(offers.remindOfOffer, async (town) => {
    const { provider, about } = await quoted(town)
    town.clock.advance(3 * DAY)
    return { provider, input: { ...about, body: {} } }
  }),
  walk(offers.convertOffer, onAccepted({ target: 'CONTRACT' })),
  walk(offers.cancelOffer, onAccepted({ reasonCode: 'OVERBOOKED' })),
  walk(calculateTotals, async (town) => {
    const { provider } = await wished(town)
    return { provider, input: { body: { content: bathroom } } }
  }),

  walk(contracts.createContract, async (town) => {
    const { provider, customerId } = await contract(town)
    return { provider, input: { body: { customerId } } }
  }),
  walk(contracts.editContract, async (town) => {
    const { provider, about, id, read } = await drafted(town)
    const { version } = await read(id)
    return { provider, input: { ...about, body: { version, content: { title: 'A new kitchen' } } } }
  }),
  walk(contracts.removeContract, async (town) => {
    const { provider, about } = await drafted(town)
    return { provider, input: about }
  }),
  walk(contracts.viewContract, async (town) => {
    const { provider, about, id, read } = await drafted(town)
    return { provider, input: { ...about, body: { contentHash: (await read(id)).contentHash, toEnd: true } } }
  }),
  walk(contracts.sendContract, async (town) => {
    const { provider, id, look, prove, sending } = await drafted(town)
    await look(id)
    await prove()
    return { provider, input: await sending(id) }
  }),
  walk(contracts.voidContract, onContract('sent', { reason: 'They found another.' })),
  walk(contracts.holdContract, onContract('active', { reasonCode: 'OTHER', note: 'The tiles are late.' })),
  walk(contracts.resumeContract, async (town) => {
    const { provider, about } = await contract(town)
    const body = { reasonCode: 'OTHER' as const, note: 'The tiles are late.' }
    await town.call(contracts.holdContract, { ...about, body }, provider)
    return { provider, input: { ...about, body: {} } }
  }),
  walk(contracts.proposeTermination, async (town) => {
    const { provider, about } = await contract(town)
    return { provider, input: { ...about, body: ending(town) } }
  }),
  walk(contracts.acceptTermination, ended),
  walk(contracts.contestTermination, async (town) => {
    const { provider, input } = await ended(town)
    return { provider, input: { ...input, body: { note: 'It is not finished.' } } }
  }),
  walk(contracts.withdrawTermination, async (town) => {
    const { provider, about } = await toEnd(town)
    return { provider, input: { ...about, body: {} } }
  }),
  walk(contracts.startMilestone, async (town) => {
    const { provider, id, milestoneOf } = await contract(town)
    return { provider, input: { params: await milestoneOf(id, 1), body: {} } }
  }),
  walk(contracts.submitMilestone, async (town) => {
    const { provider, id, milestoneOf } = await contract(town)
    const params = await milestoneOf(id, 1)
    await town.call(contracts.startMilestone, { params, body: {} }, provider)
    return { provider, input: { params, body: { note: 'Done and swept.' } } }
  }),
  walk(contracts.createAmendment, onContract('active', joist)),
  walk(contracts.editAmendment, async (town) => {
    const { provider, params } = await amending(town)
    return { provider, input: { params, body: { ...joist, title: 'Two rotten joists' } } }
  }),
  walk(contracts.sendAmendment, async (town) => {
    const { provider, params, contentHash, prove } = await amending(town)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  walk(contracts.signAmendment, async (town) => {
    const { provider, id, params, contentHash, look, prove } = await amended(town)
    await look(id, contentHash)
    await prove()
    return { provider, input: { params, body: { signature: signatureOf(contentHash, 'Ada Obi') } } }
  }),
  walk(contracts.declineAmendment, async (town) => {
    const { provider, params } = await amended(town)
    return { provider, input: { params, body: {} } }
  }),
  walk(contracts.withdrawAmendment, async (town) => {
    const { provider, params } = await changed(town)
    return { provider, input: { params, body: {} } }
  }),
  walk(askReviewOfContract, async (town) => {
    const { provider, about } = await worked(town)
    return { provider, input: { ...about, body: {} } }
  }),
  walk(rateCustomerOfContract, async (town) => {
    const { provider, about } = await worked(town)
    return { provider, input: { ...about, body: { rating: 5 } } }
  }),
]
