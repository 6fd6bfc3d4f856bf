import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { requestBooking, withdrawRequest } from '../booking.ts'
import { createCustomer, type SimulatedCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { naira } from '../money.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'
import type { Scenario } from './scenario.ts'

const MESSAGE_COUNT = 200
const TRANSITION_COUNT = 20
const CUSTOMER_COUNT = 4

const sentences = [
  'Are you there?',
  'It is dripping again.',
  'I have put a bucket under it.',
  'The bucket is full.',
  'My neighbour says it is the valve.',
  'Can you tell me roughly when?',
  'No rush!',
  'Well, a little rush.',
  'I will be home from four.',
  'It stopped. Strange.',
  'It did not stop.',
  'I have switched the water off at the main.',
]

/** Two hundred messages and twenty changes of bookings while the provider has no connection. */
export const offlineStorm: Scenario = {
  name: 'OFFLINE_STORM',
  async *play(context) {
    const people: SimulatedCustomer[] = []
    for (let index = 0; index < CUSTOMER_COUNT; index += 1) people.push(await createCustomer(context))
    const turns = people.map((customer) => ({ customer, open: [] as string[] }))
    for (let sent = 0, changed = 0; sent < MESSAGE_COUNT || changed < TRANSITION_COUNT;) {
      const turn = context.random.pick(turns)
      if (changed < TRANSITION_COUNT && sent >= (changed * MESSAGE_COUNT) / TRANSITION_COUNT) {
        await requestOrWithdraw(context, turn, changed)
        changed += 1
      } else {
        sent += 1
        await sendMessage(context, turn.customer, `${context.random.pick(sentences)} (${sent})`)
      }
      yield context.random.integer(50, 400)
    }
    yield* calmDown(turns)
    return `${MESSAGE_COUNT} messages, ${TRANSITION_COUNT} transitions`
  },
}

interface StormTurn {
  customer: SimulatedCustomer
  /** Their unanswered requests. */
  open: string[]
}

/** Requests a booking, or withdraws one. */
async function requestOrWithdraw(
  context: ScenarioContext,
  { customer, open }: StormTurn,
  index: number,
): Promise<void> {
  const withdrawnId = open.length > 0 && context.random.chance(0.45) ? open.shift() : undefined
  if (withdrawnId !== undefined) return withdrawRequest(customer, withdrawnId)
  const job = context.random.pick(smallJobs)
  const startAt = new Date(context.now().getTime() + (30 + index) * 3_600_000)
  const { id } = await requestBooking(context, customer, job, {
    startAt: new Date(Math.ceil(startAt.getTime() / 900_000) * 900_000).toISOString(),
    price: { model: 'FIXED', amount: naira(job.naira) },
  })
  open.push(id)
}

async function sendMessage(
  { marketplace, provider }: ScenarioContext,
  { id }: SimulatedCustomer,
  text: string,
): Promise<void> {
  const channel = await marketplace.call(createMarketplaceChannel, {
    body: { customerId: id, providerId: provider.id },
  })
  await marketplace.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text } }, { customerId: id })
}

/** Waiting customers withdraw, so that the storm leaves bookings but no open requests. */
async function* calmDown(turns: StormTurn[]): StorySteps {
  for (const { customer } of turns) yield* customer.say('Never mind all that. Write when you are back!')
}
