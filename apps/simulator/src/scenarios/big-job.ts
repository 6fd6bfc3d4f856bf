import { approveMilestone } from '@fettle/protocol/marketplace/contract-work'
import { introduce, type Customer } from '../customer.ts'
import { largeJobs } from '../jobs.ts'
import { pay, review } from '../payment.ts'
import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'
import { askForQuote, awaitOffer, close } from './quotes.ts'
import { patience, type Scenario } from './scenario.ts'
import { accept, openContract, openOffer, readOffer, sign, signAmendment, type Contract } from './signing.ts'

const over = ['COMPLETED', 'TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED', 'DISPUTED'] as const

export const bigJob: Scenario = {
  name: 'BIG_JOB',
  about: 'A quote becomes a contract: signed, worked off milestone by milestone, changed on the way, paid.',
  async *play(scene) {
    const persona = scene.cast(({ priceSensitivity }) => priceSensitivity < 0.7)
    const customer = await introduce(scene, persona)
    const job = scene.random.pick(largeJobs)
    yield* customer.says(`${persona.greeting} ${scene.provider.name.split(' ')[0]}, ${job.opening}`)
    const asked = await askForQuote(scene, customer, job)
    const sent = yield* awaitOffer(customer, asked.offerId, ['SENT', 'DECLINED', 'EXPIRED'], patience.answer)
    if (sent?.status !== 'SENT') {
      if (!sent) await close(customer, asked, 'I had no answer for some time.')
      return sent ? sent.status.toLowerCase() : 'nobody answered'
    }
    const offer = yield* readOffer(scene, customer, asked.offerId)
    yield* customer.saysOneOf([
      'That is clear, thank you. Can we have it as a contract with milestones?',
      '{price}, agreed. I would like a contract for it, please.',
    ])
    await accept(customer, offer)

    const contractId = yield* customer.awaits(
      async () => {
        const { convertedTo } = await openOffer(customer, asked.offerId)
        if (convertedTo?.type !== 'CONTRACT') return undefined
        // A draft is the provider's own: it is not there for us until it is sent.
        return openContract(customer, convertedTo.id).then(
          ({ id }) => id,
          () => undefined,
        )
      },
      patience.work,
      [asked.offerId],
    )
    if (contractId === undefined) return 'accepted, no contract came'
    yield* sign(scene, customer, contractId)
    yield* customer.saysOneOf(['Signed! The keys are with the neighbour.', 'I have signed. Looking forward to it!'])
    return yield* live(scene, customer, contractId)
  },
}

/** Lives with a contract: approves what is handed over, signs what is changed, pays what is charged. */
async function* live(scene: Scene, customer: Customer, id: string): Steps<string> {
  const done = new Set<string>()
  for (;;) {
    const contract = yield* customer.awaits(
      async () => {
        const now = await openContract(customer, id)
        return isOver(now) || newsOf(now, done) ? now : undefined
      },
      patience.work,
      [id],
    )
    if (!contract) return 'under way'
    const news = newsOf(contract, done)
    if (!news) {
      if (contract.status === 'COMPLETED') {
        await review(
          customer,
          { contractId: id },
          { rating: 5, comment: 'A big job, done in order, without a surprise we had not agreed on.' },
        )
      }
      return contract.status.toLowerCase()
    }
    done.add(news.id)
    scene.note(customer.persona.name, `sees ${news.what}`, news.title)
    yield scene.random.whole(customer.persona.replyDelay[0], customer.persona.replyDelay[1]) * 1000
    if (news.what === 'amendment') {
      const amendment = contract.amendments.find((each) => each.id === news.id)
      if (amendment) yield* signAmendment(scene, customer, contract, amendment)
      yield* customer.saysOneOf([
        'I have signed the change. Nobody could have known that before the wall was open.',
        'Fair enough, signed.',
      ])
    } else {
      const params = { id, milestoneId: news.id }
      await customer.does(approveMilestone, { params, body: {} }, news.title)
      yield* customer.saysOneOf([
        'Looks great so far!',
        'That is exactly what we wanted.',
        'Approved, thank you.',
        'Everybody at home is delighted. Approved!',
      ])
      yield* pay(scene, customer, news.id, { patience: 5 * 60_000 })
    }
  }
}

const isOver = ({ status }: Contract) => (over as readonly string[]).includes(status)

function newsOf({ milestones, amendments }: Contract, done: ReadonlySet<string>) {
  const amendment = amendments.find(({ id, allowedActions }) => !done.has(id) && allowedActions.includes('sign'))
  if (amendment) return { id: amendment.id, what: 'amendment' as const, title: amendment.title }
  const milestone = milestones.find(({ id, status }) => status === 'SUBMITTED' && !done.has(id))
  return milestone && { id: milestone.id, what: 'milestone' as const, title: milestone.title }
}
