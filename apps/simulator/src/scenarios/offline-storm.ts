import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/index'
import { ask, withdraw } from '../booking.ts'
import { introduce, type Customer } from '../customer.ts'
import { smallJobs } from '../jobs.ts'
import { naira } from '../money.ts'
import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'
import type { Scenario } from './scenario.ts'

export const MESSAGES = 200
export const TRANSITIONS = 20
const PEOPLE = 4

const chatter = [
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

export const offlineStorm: Scenario = {
  name: 'OFFLINE_STORM',
  about: 'Two hundred messages and twenty changes of bookings while the provider has no connection.',
  async *play(scene) {
    const people: Customer[] = []
    for (let index = 0; index < PEOPLE; index += 1) people.push(await introduce(scene, scene.cast()))
    const turns = people.map((customer) => ({ customer, open: [] as string[] }))
    for (let sent = 0, changed = 0; sent < MESSAGES || changed < TRANSITIONS;) {
      const turn = scene.random.pick(turns)
      if (changed < TRANSITIONS && sent >= (changed * MESSAGES) / TRANSITIONS) {
        await change(scene, turn, changed)
        changed += 1
      } else {
        sent += 1
        await write(scene, turn.customer, `${scene.random.pick(chatter)} (${sent})`)
      }
      yield scene.random.whole(50, 400)
    }
    yield* calmDown(turns)
    return `${MESSAGES} messages, ${TRANSITIONS} transitions`
  },
}

interface Turn {
  customer: Customer
  /** Requests of theirs nobody answered. */
  open: string[]
}

/** Asks for something, or takes back what was asked for. */
async function change(scene: Scene, { customer, open }: Turn, index: number): Promise<void> {
  const back = open.length > 0 && scene.random.happens(0.45) ? open.shift() : undefined
  if (back !== undefined) return withdraw(customer, back)
  const job = scene.random.pick(smallJobs)
  const startAt = new Date(scene.now().getTime() + (30 + index) * 3_600_000)
  const { id } = await ask(scene, customer, job, {
    startAt: new Date(Math.ceil(startAt.getTime() / 900_000) * 900_000).toISOString(),
    price: { model: 'FIXED', amount: naira(job.naira) },
  })
  open.push(id)
}

async function write({ marketplace, provider }: Scene, { id }: Customer, text: string): Promise<void> {
  const channel = await marketplace.call(createMarketplaceChannel, {
    body: { customerId: id, providerId: provider.id },
  })
  await marketplace.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text } }, id)
}

/** Whoever is still waiting lets it be: the storm leaves a diary, not a mess. */
async function* calmDown(turns: Turn[]): Steps {
  for (const { customer } of turns) yield* customer.says('Never mind all that. Write when you are back!')
}
