import { randomUUID } from 'node:crypto'
import { fillPath } from '@fettle/protocol'
import { stepUp } from '@fettle/protocol/accounts/auth'
import { createContract, editContract, sendContract, viewContract } from '@fettle/protocol/contracts/actions'
import { consentTextVersionOf, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import type { SignatureInput } from '@fettle/protocol/contracts/parts'
import { getContract, type ContractDetails } from '@fettle/protocol/contracts'
import { hashAmendment } from '@fettle/protocol/marketplace/contract-amendments'
import { type MarketplaceContract } from '@fettle/protocol/marketplace/contracts'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, type APIRequestContext } from '@playwright/test'
import { callApi, PASSWORD, type TestAccount } from './accounts.ts'
import { newCustomer, serverOrigin, type TestCustomer } from './marketplace.ts'

/** Signature input with both consents. */
const signatureOf = (
  contentHash: string,
  legalName: string,
  document: ConsentDocument = 'CONTRACT',
): SignatureInput => ({
  contentHash,
  method: 'TYPED',
  legalName,
  consents: { electronicRecords: true, readAndAgree: true },
  consentTextVersion: consentTextVersionOf[document],
  consentLocale: 'en',
})

const onBehalf = () => ({
  ip: '203.0.113.9',
  userAgent: 'Chrome on Android',
  timeZone: 'Africa/Lagos',
  authMethod: 'OTP',
  authenticatedAt: new Date().toISOString(),
})

export interface RunningContract {
  id: string
  customer: TestCustomer
  /** Acts as the customer on the contract, by path segment of the marketplace's API. */
  asMarketplace: (segment: string, body?: object) => Promise<MarketplaceContract>
  /** The customer reads the provider's change order to its end and signs it. */
  signAmendment: () => Promise<void>
  /** The customer creates and signs a change order over this amount. */
  requestAmendment: (title: string, amount: number) => Promise<void>
}

/** The provider's calls on one record. */
const callsOf =
  (request: APIRequestContext, { token }: TestAccount) =>
  <Data>(operation: { method: string; path: string }, data?: object, id = ''): Promise<Data> =>
    callApi<Data>(request, { method: operation.method, path: fillPath(operation.path, { id }) }, data, token)

/** Sends a customer a contract over ₦300,000 with two milestones, signed by the provider, through the API. Returns its id. */
export async function sendContractTo(
  request: APIRequestContext,
  person: TestAccount,
  customerId: string,
  content: object = {},
): Promise<string> {
  const callAsProvider = callsOf(request, person)
  const { id } = await callAsProvider<ContractDetails>(createContract, { customerId })
  await callAsProvider(
    editContract,
    {
      content: {
        title: 'New bathroom',
        scopeOfWork: 'Everything out and new.',
        siteAddress: { line1: '4 Broad Street', city: 'Lagos', country: 'NG' },
        startDate: '2027-02-01',
        endDate: '2027-02-28',
        totalAmount: 30_000_000,
        milestones: [
          { title: 'Out with the old', amount: 10_000_000, dueDate: '2027-02-10' },
          { title: 'The new bathroom', amount: 20_000_000, dueDate: '2027-02-28' },
        ],
        ...content,
      },
    },
    id,
  )
  const { contentHash, signAs } = await callAsProvider<ContractDetails>(getContract, undefined, id)
  await callAsProvider(viewContract, { contentHash, toEnd: true }, id)
  await callAsProvider(stepUp, { password: PASSWORD })
  await callAsProvider(sendContract, { signature: signatureOf(contentHash, signAs) }, id)
  return id
}

/** A contract of `sendContractTo` with a new customer, signed by both. */
export async function runningContract(
  request: APIRequestContext,
  person: TestAccount,
  name: string,
  content: object = {},
): Promise<RunningContract> {
  const customer = await newCustomer(request, name)
  const { id: providerId } = await callsOf(request, person)<{ id: string }>(getProfile)
  await customer.requestBooking({ providerId, title: 'Look at the bathroom', inHours: 30 })
  const id = await sendContractTo(request, person, customer.id, content)
  await customer.signContract(id)

  const callAsMarketplace = async (segment: string, body: object = {}): Promise<MarketplaceContract> => {
    const response = await request.post(`${serverOrigin}/v2/marketplace/contracts/${id}/${segment}`, {
      headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
      data: body,
    })
    expect(response.ok(), `${segment} → ${await response.text()}`).toBe(true)
    return ((await response.json()) as { data: MarketplaceContract }).data
  }
  return {
    id,
    customer,
    asMarketplace: callAsMarketplace,
    async signAmendment() {
      const { amendments } = (await customer.contract(id)) as unknown as MarketplaceContract
      const amendment = amendments.find(({ allowedActions }) => allowedActions.includes('sign'))
      if (!amendment) throw new Error('No change order is waiting for the customer')
      await callAsMarketplace('view', { contentHash: amendment.contentHash, toEnd: true })
      const signature = signatureOf(amendment.contentHash, name, 'CHANGE_ORDER')
      await callAsMarketplace(`amendments/${amendment.id}/sign`, { signature, onBehalf: onBehalf() })
    },
    async requestAmendment(title, amount) {
      const change = {
        title,
        reason: 'CUSTOMER_REQUEST',
        lines: [{ description: title, unitAmount: amount }],
        milestoneChanges: [{ kind: 'ADD', title, amount }],
      }
      const hashed = await callAsMarketplace(hashAmendment.path.split(':id/')[1] ?? '', change)
      await callAsMarketplace('amendments', {
        ...change,
        signature: signatureOf(hashed.contentHash, name, 'CHANGE_ORDER'),
        onBehalf: onBehalf(),
      })
    },
  }
}
