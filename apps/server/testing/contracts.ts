import type { CallInput, Result } from '@fettle/protocol'
import { stepUp } from '@fettle/protocol/auth'
import {
  createContract,
  editContract,
  sendContract,
  startMilestone,
  submitMilestone,
  viewContract,
} from '@fettle/protocol/contract-moves'
import { CONSENT_TEXT_VERSION } from '@fettle/protocol/consent-texts'
import { getContract } from '@fettle/protocol/contracts'
import { approveMilestone } from '@fettle/protocol/marketplace-contract-work'
import { getMarketplaceContract, signContract, viewMarketplaceContract } from '@fettle/protocol/marketplace-contracts'
import { PASSWORD } from './newcomers.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  actingCustomer as person,
  requestBooking,
  type Provider,
} from './people.ts'
import type { TestApp } from './town.ts'

/** Contracts for tests: written, signed and worked off through the front door. */

type Content = NonNullable<CallInput<typeof editContract>['body']['content']>

/** ₦3,000 in three milestones. */
export const kitchenContract = {
  title: 'New kitchen',
  scopeOfWork: 'Old units out.\nNew units in, with taps and waste.',
  exclusions: 'Painting.',
  siteAddress: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
  startDate: '2026-03-09',
  endDate: '2026-03-31',
  totalAmount: 300_000,
  milestones: [
    { title: 'Old units out', amount: 50_000, dueDate: '2026-03-12' },
    { title: 'New units in', amount: 200_000, dueDate: '2026-03-25' },
    { title: 'Taps and waste', amount: 50_000, dueDate: '2026-03-31' },
  ],
  warranty: { months: 12, text: 'On all joints.' },
} satisfies Content

/** Ticks both boxes under what has this hash. */
export const signatureOf = (contentHash: string, legalName: string) => ({
  contentHash,
  method: 'TYPED' as const,
  legalName,
  consents: { electronicRecords: true as const, readAndAgree: true as const },
  consentTextVersion: CONSENT_TEXT_VERSION,
})

const providerOfApp = new WeakMap<TestApp, Promise<Provider>>()

/** A provider and a customer who know each other, and what the two do with contracts. */
export async function createContractScenario(testApp: TestApp, { isNew = false } = {}) {
  const provider = await ((!isNew && providerOfApp.get(testApp)) || createProvider(testApp))
  providerOfApp.set(testApp, Promise.resolve(provider))
  const customer = await createCustomer(testApp)
  await requestBooking(testApp, { provider, customer })
  return { provider, customer, ...contractScenarioBetween(testApp, provider, customer) }
}

export function contractScenarioBetween(testApp: TestApp, provider: Provider, customer: { id: string; name: string }) {
  /** How the marketplace saw the customer prove who they are, a moment ago. */
  const onBehalf = () => ({
    ...person,
    authMethod: 'OTP' as const,
    authenticatedAt: testApp.clock.now().toISOString(),
  })
  const read = (id: string) => testApp.call(getContract, { params: { id } }, provider)
  const theirs = (id: string): Promise<Result<typeof getMarketplaceContract>> =>
    testApp.call(getMarketplaceContract, { params: { id } }, marketplace)
  const blank = () => testApp.call(createContract, { body: { customerId: customer.id } }, provider)
  const edit = (id: string, content: Content, over: { version?: number } = {}) =>
    testApp.call(editContract, { params: { id }, body: { ...over, content } }, provider)
  const draft = async (over: Content = {}) => edit((await blank()).id, { ...kitchenContract, ...over })
  const prove = () => testApp.call(stepUp, { body: { password: PASSWORD } }, provider)
  const look = async (id: string, contentHash?: string) => {
    const hash = contentHash ?? (await read(id)).contentHash
    return testApp.call(viewContract, { params: { id }, body: { contentHash: hash, toEnd: true } }, provider)
  }
  /** What the provider sends to sign the text that is there now. */
  const sending = async (id: string) => {
    const { contentHash, signAs } = await read(id)
    return { params: { id }, body: { signature: signatureOf(contentHash, signAs) } }
  }
  const send = async (id: string) => {
    await look(id)
    await prove()
    return testApp.call(sendContract, await sending(id), provider)
  }
  const sent = async (over: Content = {}) => send((await draft(over)).id)
  const lookAsCustomer = async (id: string, contentHash?: string) => {
    const hash = contentHash ?? (await theirs(id)).contentHash
    return testApp.call(
      viewMarketplaceContract,
      { params: { id }, body: { contentHash: hash, toEnd: true } },
      marketplace,
    )
  }
  /** What the customer sends to sign the version that is there now. */
  const signing = async (id: string, over: Partial<CallInput<typeof signContract>['body']> = {}) => {
    const { contentHash, signAs } = await theirs(id)
    return { params: { id }, body: { signature: signatureOf(contentHash, signAs), onBehalf: onBehalf(), ...over } }
  }
  const sign = async (id: string, over: Partial<CallInput<typeof signContract>['body']> = {}) => {
    await lookAsCustomer(id)
    return testApp.call(signContract, await signing(id, over), marketplace)
  }
  /** Signed by both. */
  const active = async (over: Content = {}) => {
    const { id } = await sent(over)
    await sign(id)
    return read(id)
  }
  const milestoneOf = async (id: string, order: number) => {
    const milestone = (await read(id)).milestones.find((each) => each.order === order)
    if (!milestone) throw new Error(`No milestone ${order}`)
    return { id, milestoneId: milestone.id }
  }
  const submit = async (id: string, order: number) => {
    const params = await milestoneOf(id, order)
    await testApp.call(startMilestone, { params, body: {} }, provider)
    return testApp.call(submitMilestone, { params, body: { note: 'Done and swept.' } }, provider)
  }
  const approve = async (id: string, order: number) =>
    testApp.call(approveMilestone, { params: await milestoneOf(id, order), body: {} }, marketplace)
  const workOff = async (id: string, order: number) => {
    await submit(id, order)
    return approve(id, order)
  }
  return {
    onBehalf,
    read,
    theirs,
    blank,
    edit,
    draft,
    prove,
    look,
    sending,
    send,
    sent,
    lookAsCustomer,
    signing,
    sign,
    active,
    milestoneOf,
    submit,
    approve,
    workOff,
  }
}
