import { stepUp } from '@fettle/protocol/auth'
import * as moves from '@fettle/protocol/contract-moves'
import { CONSENT_TEXT_VERSION, type Amendment, type Milestone } from '@fettle/protocol/contract-parts'
import { createContractTemplate, listContractTemplates } from '@fettle/protocol/contract-templates'
import { getContract } from '@fettle/protocol/contracts'
import * as theirs from '@fettle/protocol/marketplace-contracts'
import * as ends from '@fettle/protocol/marketplace-contract-ends'
import * as work from '@fettle/protocol/marketplace-contract-work'
import type { App } from '../app.ts'
import { channelOf } from './channels.ts'
import { historyOfContracts } from './history-contracts.ts'
import { contractStories, terms, type ContractStory, type Step } from './contract-stories.ts'
import { asMarketplace, call, onBehalf, once } from './front-door.ts'
import { ada, customers, PASSWORD, type Who } from './people.ts'

/** Contracts in every state, written, signed and worked off through the front door. */

const DAY = 86_400_000

interface Town {
  adaId: string
  customerIds: Record<Who, string>
  now: Date
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

interface Event {
  at: number
  happens: () => Promise<void>
}

/** Keeps a text to begin contracts from. */
export async function keepTerms(app: App, token: string): Promise<void> {
  if ((await call(app, listContractTemplates, {}, token)).length > 0) return
  const content = { terms: { templateId: null, templateVersion: null, text: terms } }
  await call(app, createContractTemplate, { body: { name: 'My terms', content } }, token)
}

export const eventsOfContracts = (app: App, town: Town): Event[] =>
  [...contractStories, ...historyOfContracts].flatMap((story, index) =>
    eventsOfStory(app, town, story, `contract ${index + 1}`),
  )

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function eventsOfStory(app: App, town: Town, { who, content, ago, steps }: ContractStory, key: string): Event[] {
  const at = (daysAgo: number) => town.now.getTime() - daysAgo * DAY
  const it = { id: '' }
  const written: Event = {
    at: at(ago),
    happens: () =>
      town.visit(async (token) => {
        const { id } = await channelOf(app, town, who)
        const begin = { body: { channelId: id } }
        const contract = await call(app, moves.createContract, begin, token, { 'idempotency-key': `demo town: ${key}` })
        it.id = contract.id
        const place = { ...customers[who].home, state: 'Lagos', country: 'NG' }
        const dates = { startDate: dayOf(at(ago - 2)), endDate: dayOf(at(ago - 60)) }
        const body = { content: { siteAddress: place, ...dates, ...content } }
        const { status, version } = await call(app, getContract, { params: { id: it.id } }, token)
        if (status === 'DRAFT' && version === 1) {
          await call(app, moves.editContract, { params: { id: it.id }, body }, token)
        }
      }),
  }
  const about = { app, town, it, who }
  return [
    written,
    ...steps.map((step, index) => ({
      at: at(step.ago),
      happens: () => happen({ ...about, key: `${key} ${index} ${step.do}` }, step),
    })),
  ]
}

interface About {
  app: App
  town: Town
  it: { id: string }
  who: Who
  key: string
}

/** What somebody does with a contract, unless that was done before. */
async function happen({ app, town, it, who, key }: About, step: Step): Promise<void> {
  const params = { id: it.id }
  const asAda = (go: (token: string) => Promise<unknown>) => town.visit((token) => once(go(token)))
  const asThem = (act: Promise<unknown>) => once(act)
  const now = app.deps.clock.now()
  const proven = {
    ...onBehalf,
    authMethod: 'OTP' as const,
    authenticatedAt: now.toISOString(),
  }
  const read = () => asMarketplace(app, theirs.getMarketplaceContract, { params }, `${key} read`)
  const readToEnd = (contentHash: string) =>
    asMarketplace(
      app,
      theirs.viewMarketplaceContract,
      { params, body: { contentHash, toEnd: true, onBehalf } },
      `${key} to its end`,
    )
  const milestoneOf = ({ milestones }: { milestones: Milestone[] }, order: number) => ({
    ...params,
    milestoneId: milestones.find((each) => each.order === order)?.id ?? '',
  })
  const parts = (order: number) => read().then((contract) => milestoneOf(contract, order))

  switch (step.do) {
    case 'send':
      return asAda(async (token) => {
        const { contentHash, currentVersion } = await call(app, getContract, { params }, token)
        if (currentVersion > 0) return
        await call(app, moves.viewContract, { params, body: { contentHash, toEnd: true } }, token)
        await call(app, stepUp, { body: { password: PASSWORD } }, token)
        await call(app, moves.sendContract, { params, body: { signature: signed(contentHash, nameOfAda) } }, token)
      })
    case 'sign': {
      const { contentHash, activatedAt } = await read()
      // What both signed since has another hash.
      if (activatedAt) return
      await readToEnd(contentHash)
      const body = { signature: signed(contentHash, customers[who].name), onBehalf: proven }
      return asThem(asMarketplace(app, theirs.signContract, { params, body }, key))
    }
    case 'start': {
      const place = await parts(step.milestone)
      return asAda((token) => call(app, moves.startMilestone, { params: place, body: {} }, token))
    }
    case 'submit': {
      const place = await parts(step.milestone)
      return asAda((token) => call(app, moves.submitMilestone, { params: place, body: { note: step.note } }, token))
    }
    case 'approve': {
      const place = await parts(step.milestone)
      return asThem(asMarketplace(app, work.approveMilestone, { params: place, body: {} }, key))
    }
    case 'decline':
      return asThem(asMarketplace(app, theirs.declineContract, { params, body: { reason: step.note } }, key))
    case 'ask-changes':
      return asThem(asMarketplace(app, theirs.requestContractChanges, { params, body: { note: step.note } }, key))
    case 'void':
      return asAda((token) => call(app, moves.voidContract, { params, body: { reason: step.note } }, token))
    case 'hold': {
      const until = dayOf(now.getTime() + step.inDays * DAY)
      const body = { reasonCode: 'WAITING_MATERIALS' as const, note: step.note, until }
      return asThem(asMarketplace(app, theirs.holdMarketplaceContract, { params, body }, key))
    }
    case 'propose-end': {
      const { milestoneId } = await parts(step.milestone)
      const body = {
        reasonCode: 'OTHER' as const,
        note: step.note,
        effectiveDate: dayOf(now.getTime() + DAY),
        settlement: [{ milestoneId, percentDone: step.done }],
      }
      return asThem(asMarketplace(app, ends.proposeMarketplaceTermination, { params, body }, key))
    }
    case 'end':
      return asAda((token) => call(app, moves.acceptTermination, { params, body: {} }, token))
    case 'contest':
      return asAda((token) => call(app, moves.contestTermination, { params, body: { note: step.note } }, token))
    case 'change':
      return asAda(async (token) => {
        const { amendments } = await call(app, getContract, { params }, token)
        if (amendments.some(({ title }) => title === step.order.title)) return
        const written = await call(app, moves.createAmendment, { params, body: step.order }, token)
        const order = newest(written.amendments)
        await call(app, stepUp, { body: { password: PASSWORD } }, token)
        const body = { signature: signed(order.contentHash, nameOfAda) }
        await call(app, moves.sendAmendment, { params: { ...params, amendmentId: order.id }, body }, token)
      })
    case 'agree': {
      const order = (await read()).amendments.find(({ title }) => title === step.title)
      if (order?.status !== 'PENDING') return
      await readToEnd(order.contentHash)
      const body = { signature: signed(order.contentHash, customers[who].name), onBehalf: proven }
      const place = { ...params, amendmentId: order.id }
      return asThem(asMarketplace(app, work.signMarketplaceAmendment, { params: place, body }, key))
    }
  }
}

const nameOfAda = `${ada.personal.firstName} ${ada.personal.lastName}`

function newest(amendments: Amendment[]): Amendment {
  const last = amendments.at(-1)
  if (!last) throw new Error('There is no change order in this story.')
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
