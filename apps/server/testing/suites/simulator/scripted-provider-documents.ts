import type { CallInput } from '@fettle/protocol'
import { stepUp } from '@fettle/protocol/accounts/auth'
import { slotWarnings } from '@fettle/protocol/availability/availability'
import {
  createAmendment,
  createContract,
  editContract,
  sendAmendment,
  sendContract,
  startMilestone,
  submitMilestone,
  viewContract,
} from '@fettle/protocol/contracts/actions'
import { getContract, listContracts, type ContractDetails } from '@fettle/protocol/contracts'
import { saveOfferDraft, sendOffer } from '@fettle/protocol/offers/actions'
import { getOffer, listOffers, type OfferDetails } from '@fettle/protocol/offers'
import { kitchenContract, signatureOf } from '../../fixtures/contract-scenario.ts'
import { PASSWORD } from '../../fixtures/accounts.ts'
import { bathroomOffer } from '../../fixtures/offer-scenario.ts'
import type { TestProvider } from '../../fixtures/providers.ts'
import type { TestApp } from '../../app/test-app.ts'

/** The scripted provider's offers and contracts. */

type Content = CallInput<typeof saveOfferDraft>['body']['content']

/** Answers a change request with a lower price and an optional line. */
const cheaperOffer = {
  ...bathroomOffer,
  lineItems: [
    ...bathroomOffer.lineItems.map((line) => ({ ...line, unitPrice: Math.round(line.unitPrice * 0.8) })),
    { id: 'mirror', kind: 'MATERIAL', name: 'Mirror', quantity: '1', unit: 'ITEM', unitPrice: 50_000, optional: true },
  ],
} satisfies Content

const hiddenConditionAmendment = {
  title: 'Rotten joist under the bath',
  reason: 'HIDDEN_CONDITION' as const,
  description: 'Seen when the floor was open.',
  lines: [{ description: 'New joist', unitAmount: 40_000 }],
  milestoneChanges: [{ kind: 'ADD' as const, title: 'New joist', amount: 40_000 }],
}

export function createDocumentTurns(testApp: TestApp, provider: TestProvider) {
  const tries: TestApp['send'] = (operation, input) => testApp.send(operation, input, provider)
  const prove = () => testApp.call(stepUp, { body: { password: PASSWORD } }, provider)

  async function quote({ id, draftRevision }: OfferDetails, content: Content): Promise<void> {
    const body = { version: draftRevision?.version ?? 0, content }
    const { draftRevision: draft } = await testApp.call(saveOfferDraft, { params: { id }, body }, provider)
    const sending = { draftVersion: draft?.version ?? 0, acknowledge: [...slotWarnings] }
    await tries(sendOffer, { params: { id }, body: sending })
  }

  async function attend(id: string, billDeposit: (offerId: string) => Promise<void>): Promise<void> {
    const offer = await testApp.call(getOffer, { params: { id } }, provider)
    const isLarge = /bathroom|pipes of/i.test(offer.request?.title ?? offer.title)
    const title = offer.request?.title ?? offer.title
    if (offer.status === 'REQUESTED') await quote(offer, { ...bathroomOffer, title, requiresContract: isLarge })
    if (offer.status === 'CHANGES_REQUESTED') await quote(offer, { ...cheaperOffer, title, requiresContract: isLarge })
    if (offer.status !== 'ACCEPTED') return
    await billDeposit(id)
    if (isLarge && !offer.convertedTo) await tries(createContract, { body: { offerId: id } })
  }

  async function read(id: string, contentHash: string): Promise<void> {
    await tries(viewContract, { params: { id }, body: { contentHash, toEnd: true } })
  }

  async function write(contract: ContractDetails): Promise<void> {
    const { id, content } = contract
    const total = content.totalAmount ?? 300_000
    const half = Math.floor(total / 2)
    const milestones = [
      { title: 'Old units out', amount: half },
      { title: 'New units in', amount: total - half },
    ]
    const day = (days: number) => new Date(testApp.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const { scopeOfWork, siteAddress } = kitchenContract
    const draft = {
      ...content,
      scopeOfWork,
      siteAddress,
      startDate: day(2),
      endDate: day(30),
      totalAmount: total,
      milestones,
    }
    const { contentHash, signAs } = await testApp.call(
      editContract,
      { params: { id }, body: { content: draft } },
      provider,
    )
    await read(id, contentHash)
    await prove()
    await tries(sendContract, { params: { id }, body: { signature: signatureOf(contentHash, signAs) } })
  }

  async function workOff(contract: ContractDetails): Promise<void> {
    const { id } = contract
    if (contract.amendments.length === 0 && contract.progress.approved > 0) {
      const { amendments, signAs } = await testApp.call(
        createAmendment,
        { params: { id }, body: hiddenConditionAmendment },
        provider,
      )
      const [draft] = amendments
      if (!draft) return
      await read(id, draft.contentHash)
      await prove()
      const body = { signature: signatureOf(draft.contentHash, signAs) }
      await tries(sendAmendment, { params: { id, amendmentId: draft.id }, body })
      return
    }
    if (contract.amendments.some(({ status }) => status === 'PENDING')) return
    const next = contract.milestones.find(({ status }) => status !== 'APPROVED' && status !== 'PAID')
    if (!next) return
    const params = { id, milestoneId: next.id }
    if (next.status === 'PENDING') await tries(startMilestone, { params, body: {} })
    else if (next.status === 'IN_PROGRESS') await tries(submitMilestone, { params, body: { note: 'Done and swept.' } })
  }

  return {
    async turn(billDeposit: (offerId: string) => Promise<void>): Promise<void> {
      const open = { status: 'REQUESTED,CHANGES_REQUESTED,ACCEPTED', limit: 100 }
      for (const { id } of await testApp.call(listOffers, { query: open }, provider)) await attend(id, billDeposit)
      for (const { id } of await testApp.call(listContracts, { query: { status: 'DRAFT,ACTIVE' } }, provider)) {
        const contract = await testApp.call(getContract, { params: { id } }, provider)
        await (contract.status === 'DRAFT' ? write(contract) : workOff(contract))
      }
    },
  }
}
