import { stepUp } from '@fettle/protocol/accounts/auth'
import * as moves from '@fettle/protocol/contracts/actions'
import { CONSENT_TEXT_VERSION } from '@fettle/protocol/contracts/consent-texts'
import type { Amendment } from '@fettle/protocol/contracts/parts'
import { createContractTemplate } from '@fettle/protocol/contracts/templates'
import type { ContractDetails } from '@fettle/protocol/contracts'
import * as theirs from '@fettle/protocol/marketplace/contracts'
import * as ends from '@fettle/protocol/marketplace/contract-ends'
import * as work from '@fettle/protocol/marketplace/contract-work'
import type { App } from '../../app.ts'
import { channelOf } from '../messages/channels.ts'
import { historyOfContracts } from '../history/history-contracts.ts'
import { contractStories, terms, type ContractStory, type ContractStep } from './contract-stories.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer, type SignedInProvider } from '../calls.ts'
import { ada as provider, customers, PASSWORD, type CustomerKey } from '../people/people.ts'
import type { WithSession } from '../sessions.ts'
import type { DemoEvent } from '../schedule.ts'

/** Creates, signs and executes contracts in every state. */

const DAY = 86_400_000

interface DemoContext {
  adaId: string
  customerIds: Record<CustomerKey, string>
  now: Date
  visit: WithSession
}

/** Creates a contract template. */
export async function saveTermsTemplate(app: App, visitor: SignedInProvider): Promise<void> {
  const content = { terms: { templateId: null, templateVersion: null, text: terms } }
  await callAsProvider(app, createContractTemplate, { body: { name: 'My terms', content } }, visitor)
}

export const eventsOfContracts = (app: App, demo: DemoContext): DemoEvent[] =>
  [...contractStories, ...historyOfContracts].flatMap((story, index) =>
    eventsOfStory(app, demo, story, `contract ${index + 1}`),
  )

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function eventsOfStory(
  app: App,
  demo: DemoContext,
  { who, content, ago, steps }: ContractStory,
  key: string,
): DemoEvent[] {
  const at = (daysAgo: number) => demo.now.getTime() - daysAgo * DAY
  const it: ContractState = { now: undefined }
  const written: DemoEvent = {
    at: at(ago),
    happens: () =>
      demo.visit(async (visitor) => {
        const { id: channelId } = await channelOf(app, demo, who)
        const { made: id } = await callAsProvider(app, moves.createContract, { body: { channelId } }, visitor, { key })
        const jobAddress = { ...customers[who].home, state: 'Lagos', country: 'NG' }
        const dates = { startDate: dayOf(at(ago - 2)), endDate: dayOf(at(ago - 60)) }
        const body = { content: { siteAddress: jobAddress, ...dates, ...content } }
        it.now = await resultOf(callAsProvider(app, moves.editContract, { params: { id }, body }, visitor))
      }),
  }
  const about = { app, demo, it, who }
  return [
    written,
    ...steps.map((step, index) => ({
      at: at(step.ago),
      happens: () => performStep({ ...about, key: `${key} ${index} ${step.do}` }, step),
    })),
  ]
}

/** Fields of a contract both sides know. */
type KnownContract = Pick<ContractDetails, 'id' | 'contentHash' | 'milestones' | 'amendments'>

interface ContractReader {
  result(): Promise<KnownContract>
}

/** A contract after the steps so far. */
interface ContractState {
  now: KnownContract | undefined
}

interface StoryContext {
  app: App
  demo: DemoContext
  it: ContractState
  who: CustomerKey
  key: string
}

/** Performs one step of a contract's story. */
async function performStep({ app, demo, it, who, key }: StoryContext, step: ContractStep): Promise<void> {
  const contract = it.now
  if (!contract) throw new Error('The demo data updates a contract before creating it.')
  const params = { id: contract.id }
  const now = app.deps.clock.now()
  const ada = (go: (visitor: SignedInProvider) => Promise<ContractReader>) =>
    demo.visit(async (visitor) => (it.now = await resultOf(go(visitor))))
  const them = async (does: Promise<ContractReader>) => void (it.now = await resultOf(does))
  const proven = { ...actingCustomer, authMethod: 'OTP' as const, authenticatedAt: now.toISOString() }
  const readToEnd = (contentHash: string) =>
    callAsMarketplace(
      app,
      theirs.viewMarketplaceContract,
      { params, body: { contentHash, toEnd: true, onBehalf: actingCustomer } },
      `${key} to its end`,
    )
  const milestone = (order: number) => ({
    ...params,
    milestoneId: contract.milestones.find((each) => each.order === order)?.id ?? '',
  })

  switch (step.do) {
    case 'send':
      return ada(async (visitor) => {
        const { contentHash } = contract
        await callAsProvider(app, moves.viewContract, { params, body: { contentHash, toEnd: true } }, visitor)
        await callAsProvider(app, stepUp, { body: { password: PASSWORD } }, visitor)
        return callAsProvider(
          app,
          moves.sendContract,
          { params, body: { signature: signed(contentHash, nameOfAda) } },
          visitor,
        )
      })
    case 'sign': {
      await readToEnd(contract.contentHash)
      const body = { signature: signed(contract.contentHash, customers[who].name), onBehalf: proven }
      return them(callAsMarketplace(app, theirs.signContract, { params, body }, key))
    }
    case 'start': {
      const jobAddress = milestone(step.milestone)
      return ada((visitor) => callAsProvider(app, moves.startMilestone, { params: jobAddress, body: {} }, visitor))
    }
    case 'submit': {
      const jobAddress = milestone(step.milestone)
      return ada((visitor) =>
        callAsProvider(app, moves.submitMilestone, { params: jobAddress, body: { note: step.note } }, visitor),
      )
    }
    case 'approve':
      return them(callAsMarketplace(app, work.approveMilestone, { params: milestone(step.milestone), body: {} }, key))
    case 'decline':
      return them(callAsMarketplace(app, theirs.declineContract, { params, body: { reason: step.note } }, key))
    case 'ask-changes':
      return them(callAsMarketplace(app, theirs.requestContractChanges, { params, body: { note: step.note } }, key))
    case 'void':
      return ada((visitor) => callAsProvider(app, moves.voidContract, { params, body: { reason: step.note } }, visitor))
    case 'hold': {
      const until = dayOf(now.getTime() + step.inDays * DAY)
      const body = { reasonCode: 'WAITING_MATERIALS' as const, note: step.note, until }
      return them(callAsMarketplace(app, theirs.holdMarketplaceContract, { params, body }, key))
    }
    case 'propose-end': {
      const { milestoneId } = milestone(step.milestone)
      const body = {
        reasonCode: 'OTHER' as const,
        note: step.note,
        effectiveDate: dayOf(now.getTime() + DAY),
        settlement: [{ milestoneId, percentDone: step.done }],
      }
      return them(callAsMarketplace(app, ends.proposeMarketplaceTermination, { params, body }, key))
    }
    case 'end':
      return ada((visitor) => callAsProvider(app, moves.acceptTermination, { params, body: {} }, visitor))
    case 'contest':
      return ada((visitor) =>
        callAsProvider(app, moves.contestTermination, { params, body: { note: step.note } }, visitor),
      )
    case 'change':
      return ada(async (visitor) => {
        const written = await resultOf(
          callAsProvider(app, moves.createAmendment, { params, body: step.order }, visitor),
        )
        const order = newest(written.amendments)
        await callAsProvider(app, stepUp, { body: { password: PASSWORD } }, visitor)
        const body = { signature: signed(order.contentHash, nameOfAda) }
        return callAsProvider(app, moves.sendAmendment, { params: { ...params, amendmentId: order.id }, body }, visitor)
      })
    case 'agree': {
      const order = contract.amendments.find(({ title }) => title === step.title)
      if (!order) throw new Error(`The demo data has no request for "${step.title}" yet.`)
      await readToEnd(order.contentHash)
      const body = { signature: signed(order.contentHash, customers[who].name), onBehalf: proven }
      const jobAddress = { ...params, amendmentId: order.id }
      return them(callAsMarketplace(app, work.signMarketplaceAmendment, { params: jobAddress, body }, key))
    }
  }
}

const nameOfAda = `${provider.personal.firstName} ${provider.personal.lastName}`

function newest(amendments: Amendment[]): Amendment {
  const last = amendments.at(-1)
  if (!last) throw new Error('The demo contract has no change order.')
  return last
}

const signed = (contentHash: string, legalName: string) => ({
  contentHash,
  method: 'TYPED' as const,
  legalName,
  consents: { electronicRecords: true as const, readAndAgree: true as const },
  consentTextVersion: CONSENT_TEXT_VERSION,
  timeZone: 'Africa/Lagos',
})
