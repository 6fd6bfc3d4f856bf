import type { Result } from '@fettle/protocol'
import { consentTextVersionOf, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import { signMarketplaceAmendment } from '@fettle/protocol/marketplace/contract-amendments'
import { getMarketplaceContract, signContract, viewMarketplaceContract } from '@fettle/protocol/marketplace/contracts'
import { acceptOffer, getMarketplaceOffer, viewMarketplaceOffer } from '@fettle/protocol/marketplace/offers'
import { onBehalf, type SimulatedCustomer } from '../customer.ts'
import { spokenAmount } from '../money.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'

/** Viewing, reading, accepting and signing offers and contracts. */

export type OfferToSign = Result<typeof getMarketplaceOffer>
export type ContractToSign = Result<typeof getMarketplaceContract>

export const openOffer = (customer: SimulatedCustomer, id: string): Promise<OfferToSign> =>
  customer.read(getMarketplaceOffer, { params: { id } })
export const openContract = (customer: SimulatedCustomer, id: string): Promise<ContractToSign> =>
  customer.read(getMarketplaceContract, { params: { id } })

/** Remembers the facts of an offer. */
function rememberOffer(customer: SimulatedCustomer, { currentRevision: revision }: OfferToSign): void {
  if (!revision) return
  customer.facts = {
    ...customer.facts,
    job: revision.content.title,
    price: spokenAmount({ amount: revision.totals.total, currency: revision.currency }),
  }
}

/** Opens an offer and takes the time to read it. */
export async function* readOffer(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  id: string,
): StorySteps<OfferToSign> {
  yield context.random.integer(customer.persona.readDelay[0], customer.persona.readDelay[1]) * 1000
  const offer = await customer.call(viewMarketplaceOffer, { params: { id }, body: {} })
  rememberOffer(customer, offer)
  yield context.random.integer(8, 20) * 1000
  return offer
}

/** Accepts the read revision, with a slot where some were proposed. Throws a MarketplaceError. */
export async function accept(customer: SimulatedCustomer, offer: OfferToSign): Promise<OfferToSign> {
  const revision = offer.currentRevision
  if (!revision?.revisionNumber || !revision.contentHash) throw new Error('There is nothing to accept yet.')
  const slots = revision.content.proposedSlots.length
  const body = {
    revisionNumber: revision.revisionNumber,
    contentHash: revision.contentHash,
    signerName: customer.persona.name,
    onBehalf,
    ...(slots > 0 ? { slotIndex: 0 } : {}),
  }
  return customer.call(acceptOffer, { params: { id: offer.id }, body }, `revision ${revision.revisionNumber}`)
}

const signatureOf = (contentHash: string, legalName: string, document: ConsentDocument = 'CONTRACT') => ({
  contentHash,
  method: 'TYPED' as const,
  legalName,
  consents: { electronicRecords: true as const, readAndAgree: true as const },
  consentTextVersion: consentTextVersionOf[document],
  timeZone: onBehalf.timeZone,
})

/** A step-up a moment ago. */
const proofOfIdentity = (context: ScenarioContext) => ({
  ...onBehalf,
  authMethod: 'OTP' as const,
  authenticatedAt: context.now().toISOString(),
})

/** Reads a contract to its end and signs it. */
export async function* sign(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  id: string,
): StorySteps<ContractToSign> {
  const { contentHash } = await openContract(customer, id)
  const view = (toEnd: boolean) =>
    customer.call(viewMarketplaceContract, { params: { id }, body: { contentHash, toEnd, onBehalf } })
  await view(false)
  yield context.random.integer(10, 30) * 1000
  const read = await view(true)
  yield context.random.integer(3, 8) * 1000
  const body = {
    signature: signatureOf(read.contentHash, read.signAs),
    startEarlyConsent: true,
    onBehalf: proofOfIdentity(context),
  }
  return customer.call(signContract, { params: { id }, body }, read.reference)
}

/** Reads a change order and signs it. */
export async function* signAmendment(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  contract: ContractToSign,
  amendment: ContractToSign['amendments'][number],
): StorySteps {
  const { id } = contract
  const contentHash = amendment.contentHash ?? ''
  await customer.call(viewMarketplaceContract, { params: { id }, body: { contentHash, toEnd: true, onBehalf } })
  yield context.random.integer(8, 20) * 1000
  const params = { id, amendmentId: amendment.id }
  const signature = signatureOf(contentHash, contract.signAs, 'CHANGE_ORDER')
  await customer.call(
    signMarketplaceAmendment,
    { params, body: { signature, onBehalf: proofOfIdentity(context) } },
    amendment.title,
  )
}
