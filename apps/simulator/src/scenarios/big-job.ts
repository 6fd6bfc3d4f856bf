import { approveMilestone } from '@fettle/protocol/marketplace/contract-milestones'
import { createCustomer, type SimulatedCustomer } from '../customer.ts'
import { largeJobs } from '../job-ideas.ts'
import { payInvoice, writeReview } from '../payment.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'
import { askForQuote, awaitOffer, closeRequest } from './quotes.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'
import { accept, openContract, openOffer, readOffer, sign, signAmendment, type ContractToSign } from './signing.ts'

const finalStatuses = ['COMPLETED', 'TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED', 'DISPUTED'] as const

/** A quote becomes a contract: signed, worked off milestone by milestone, changed on the way, paid. */
export const bigJob: Scenario = {
  name: 'BIG_JOB',
  async *play(context) {
    const customer = await createCustomer(context, ({ priceSensitivity }) => priceSensitivity < 0.7)
    const { persona } = customer
    const job = context.random.pick(largeJobs)
    yield* customer.say(`${persona.greeting} ${context.provider.name.split(' ')[0]}, ${job.opening}`)
    const quoteRequest = await askForQuote(context, customer, job)
    const sent = yield* awaitOffer(customer, quoteRequest)
    if (sent?.status !== 'SENT') {
      if (!sent) await closeRequest(customer, quoteRequest, 'I had no answer for some time.')
      return sent ? sent.status.toLowerCase() : 'nobody answered'
    }
    const offer = yield* readOffer(context, customer, quoteRequest.offerId)
    yield* customer.sayOneOf([
      'That is clear, thank you. Can we have it as a contract with milestones?',
      '{price}, agreed. I would like a contract for it, please.',
    ])
    await accept(customer, offer)

    const contractId = yield* customer.waitFor(
      async () => {
        const { convertedTo } = await openOffer(customer, quoteRequest.offerId)
        if (convertedTo?.type !== 'CONTRACT') return undefined
        // Drafts are not visible to customers until sent.
        return openContract(customer, convertedTo.id).then(
          ({ id }) => id,
          () => undefined,
        )
      },
      WAIT_LIMITS_MS.work,
      [quoteRequest.offerId],
    )
    if (contractId === undefined) return 'accepted, no contract came'
    yield* sign(context, customer, contractId)
    yield* customer.sayOneOf(['Signed! The keys are with the neighbour.', 'I have signed. Looking forward to it!'])
    return yield* live(context, customer, contractId)
  },
}

/** Follows a contract: approves milestones, signs change orders, pays invoices. */
async function* live(context: ScenarioContext, customer: SimulatedCustomer, id: string): StorySteps<string> {
  const handledIds = new Set<string>()
  for (;;) {
    const contract = yield* customer.waitFor(
      async () => {
        const now = await openContract(customer, id)
        return isOver(now) || milestoneChangesOf(now, handledIds) ? now : undefined
      },
      WAIT_LIMITS_MS.work,
      [id],
    )
    if (!contract) return 'under way'
    const feed = milestoneChangesOf(contract, handledIds)
    if (!feed) {
      if (contract.status === 'COMPLETED') {
        await writeReview(
          customer,
          { contractId: id },
          { rating: 5, comment: 'A big job, done in order, without a surprise we had not agreed on.' },
        )
      }
      return contract.status.toLowerCase()
    }
    handledIds.add(feed.id)
    context.logAction(customer.persona.name, `sees ${feed.what}`, feed.title)
    yield context.random.integer(customer.persona.replyDelay[0], customer.persona.replyDelay[1]) * 1000
    if (feed.what === 'amendment') {
      const amendment = contract.amendments.find((each) => each.id === feed.id)
      if (amendment) yield* signAmendment(context, customer, contract, amendment)
      yield* customer.sayOneOf([
        'I have signed the change. Nobody could have known that before the wall was open.',
        'Fair enough, signed.',
      ])
    } else {
      const params = { id, milestoneId: feed.id }
      await customer.call(approveMilestone, { params, body: {} }, feed.title)
      yield* customer.sayOneOf([
        'Looks great so far!',
        'That is exactly what we wanted.',
        'Approved, thank you.',
        'Everybody at home is delighted. Approved!',
      ])
      yield* payInvoice(context, customer, feed.id, { timeoutMs: 5 * 60_000 })
    }
  }
}

const isOver = ({ status }: ContractToSign) => (finalStatuses as readonly string[]).includes(status)

function milestoneChangesOf({ milestones, amendments }: ContractToSign, handledIds: ReadonlySet<string>) {
  const amendment = amendments.find(({ id, allowedActions }) => !handledIds.has(id) && allowedActions.includes('sign'))
  if (amendment) return { id: amendment.id, what: 'amendment' as const, title: amendment.title }
  const milestone = milestones.find(({ id, status }) => status === 'SUBMITTED' && !handledIds.has(id))
  return milestone && { id: milestone.id, what: 'milestone' as const, title: milestone.title }
}
