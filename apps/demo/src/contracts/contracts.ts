import { stepUp } from '@fettle/protocol/accounts/auth'
import * as providerActions from '@fettle/protocol/contracts/actions'
import { consentTextVersionOf, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import type { Amendment } from '@fettle/protocol/contracts/parts'
import { createContractTemplate } from '@fettle/protocol/contracts/templates'
import type { ContractDetails } from '@fettle/protocol/contracts'
import * as marketplaceApi from '@fettle/protocol/marketplace/contracts'
import * as terminations from '@fettle/protocol/marketplace/contract-terminations'
import * as contractAmendments from '@fettle/protocol/marketplace/contract-amendments'
import * as contractMilestones from '@fettle/protocol/marketplace/contract-milestones'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { channelOf } from '../messages/channels.ts'
import { contentOf, contracts, type ContractStory, type ContractStep } from './contract-stories.ts'
import { actingCustomer } from '../calls.ts'
import { ada as provider, customers, homeOf, PASSWORD, type CustomerKey } from '../people/people.ts'
import type { DemoContext } from '../context.ts'
import { type DemoEvent, event } from '../schedule.ts'

/** Creates, signs and executes contracts in every state. */

/** Creates a contract template. */
export async function saveTermsTemplate({ ada }: DemoContext): Promise<void> {
  const content = { terms: { templateId: null, templateVersion: null, text: contracts.terms } }
  await ada(createContractTemplate, { body: { name: 'My terms', content } })
}

export const eventsOfContracts = (demo: DemoContext): DemoEvent[] =>
  [...contracts.recent, ...contracts.earlier].flatMap((story) => eventsOfStory(demo, story))

/** Work that is not agreed on yet is ahead. */
const OPEN_BEGINS_DAYS_AGO = -5
/** Contracts that are neither signed nor refused within this time have expired. */
const OPEN_DAYS = 14
const isOpen = ({ daysAgo, steps }: ContractStory) =>
  daysAgo < OPEN_DAYS && steps.every((step) => step.do === 'send' || step.do === 'ask-changes')

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function eventsOfStory(demo: DemoContext, story: ContractStory): DemoEvent[] {
  const { ada } = demo
  const { who, daysAgo, steps, lasts = 58 } = story
  const at = (days: number) => demo.now.getTime() - days * DAY_MS
  let contract: KnownContract | undefined
  const write = async () => {
    const { id: channelId } = await channelOf(demo, who)
    const { id } = await ada(providerActions.createContract, { body: { channelId } })
    const begins = isOpen(story) ? OPEN_BEGINS_DAYS_AGO : daysAgo - 2
    const dates = { startDate: dayOf(at(begins)), endDate: dayOf(at(begins - lasts)) }
    const body = { content: { siteAddress: homeOf(who), ...dates, ...contentOf(story) } }
    contract = await ada(providerActions.editContract, { params: { id }, body })
  }
  const perform = async (step: ContractStep) => {
    if (!contract) throw new Error('The demo data updates a contract before creating it.')
    contract = await performStep(demo, who, contract, step)
  }
  return [event(at(daysAgo), write), ...steps.map((step) => event(at(step.daysAgo), () => perform(step)))]
}

/** Fields of a contract both sides know. */
type KnownContract = Pick<ContractDetails, 'id' | 'contentHash' | 'milestones' | 'amendments'>

/** Performs one step of a contract's story. Returns the contract after it. */
async function performStep(
  demo: DemoContext,
  who: CustomerKey,
  contract: KnownContract,
  step: ContractStep,
): Promise<KnownContract> {
  const { app, ada, marketplace } = demo
  const params = { id: contract.id }
  const now = app.deps.clock.now()
  const proven = { ...actingCustomer, authMethod: 'OTP' as const, authenticatedAt: now.toISOString() }
  const readToEnd = (contentHash: string) =>
    marketplace(marketplaceApi.viewMarketplaceContract, {
      params,
      body: { contentHash, toEnd: true, onBehalf: actingCustomer },
    })
  const milestone = (order: number) => ({
    ...params,
    milestoneId: contract.milestones.find((each) => each.order === order)?.id ?? '',
  })

  switch (step.do) {
    case 'send': {
      const { contentHash } = contract
      await ada(providerActions.viewContract, { params, body: { contentHash, toEnd: true } })
      await ada(stepUp, { body: { password: PASSWORD } })
      return ada(providerActions.sendContract, { params, body: { signature: signed(contentHash, nameOfAda) } })
    }
    case 'sign': {
      await readToEnd(contract.contentHash)
      const body = { signature: signed(contract.contentHash, customers[who].name), onBehalf: proven }
      return marketplace(marketplaceApi.signContract, { params, body })
    }
    case 'start':
      return ada(providerActions.startMilestone, { params: milestone(step.milestone), body: {} })
    case 'submit':
      return ada(providerActions.submitMilestone, { params: milestone(step.milestone), body: { note: step.note } })
    case 'approve':
      return marketplace(contractMilestones.approveMilestone, { params: milestone(step.milestone), body: {} })
    case 'decline':
      return marketplace(marketplaceApi.declineContract, { params, body: { reason: step.note } })
    case 'ask-changes':
      return marketplace(marketplaceApi.requestContractChanges, { params, body: { note: step.note } })
    case 'void':
      return ada(providerActions.voidContract, { params, body: { reason: step.note } })
    case 'hold': {
      const until = dayOf(now.getTime() + step.inDays * DAY_MS)
      const body = { reasonCode: 'WAITING_MATERIALS' as const, note: step.note, until }
      return marketplace(marketplaceApi.holdMarketplaceContract, { params, body })
    }
    case 'propose-end': {
      const { milestoneId } = milestone(step.milestone)
      const effectiveDate = dayOf(now.getTime() + DAY_MS)
      const settlement = [{ milestoneId, percentDone: step.done }]
      const body = { reasonCode: 'OTHER' as const, note: step.note, effectiveDate, settlement }
      return marketplace(terminations.proposeMarketplaceTermination, { params, body })
    }
    case 'end':
      return ada(providerActions.acceptTermination, { params, body: {} })
    case 'contest':
      return ada(providerActions.contestTermination, { params, body: { note: step.note } })
    case 'change': {
      const changed = await ada(providerActions.createAmendment, { params, body: step.order })
      const order = newest(changed.amendments)
      await ada(stepUp, { body: { password: PASSWORD } })
      const body = { signature: signed(order.contentHash, nameOfAda, 'CHANGE_ORDER') }
      return ada(providerActions.sendAmendment, { params: { ...params, amendmentId: order.id }, body })
    }
    case 'agree': {
      const order = contract.amendments.find(({ title }) => title === step.title)
      if (!order) throw new Error(`The demo data has no request for "${step.title}" yet.`)
      await readToEnd(order.contentHash)
      const body = { signature: signed(order.contentHash, customers[who].name, 'CHANGE_ORDER'), onBehalf: proven }
      const jobAddress = { ...params, amendmentId: order.id }
      return marketplace(contractAmendments.signMarketplaceAmendment, { params: jobAddress, body })
    }
  }
}

const nameOfAda = `${provider.personal.firstName} ${provider.personal.lastName}`

function newest(amendments: Amendment[]): Amendment {
  const last = amendments.at(-1)
  if (!last) throw new Error('The demo contract has no change order.')
  return last
}

const signed = (contentHash: string, legalName: string, document: ConsentDocument = 'CONTRACT') => ({
  contentHash,
  method: 'TYPED' as const,
  legalName,
  consents: { electronicRecords: true as const, readAndAgree: true as const },
  consentTextVersion: consentTextVersionOf[document],
  timeZone: 'Africa/Lagos',
})
