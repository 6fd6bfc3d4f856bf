import { listMarketplaceBookings } from '@fettle/protocol/marketplace/bookings'
import type { Marketplace } from './marketplace.ts'
import { createRandom, type Random } from './random.ts'
import { welcomes } from './scenarios/welcome.ts'
import type { Provider } from './scene.ts'
import type { Simulator } from './simulator.ts'
import type { Act, Steps } from './stage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A newcomer has logged in by then, and the two minutes after are full. */
const opening = { request: 25 * SECOND, offer: 40 * SECOND, contract: 75 * SECOND }
/** After that somebody comes now and then, in minutes. */
const now_and_then = [6, 14] as const
/** Nobody wants more than this at a time, and nobody asks whoever has this many unanswered requests. */
const AT_ONCE = 3
const UNANSWERED = 6
/** Whom nobody answers, they leave alone for longer and longer. */
const LONGEST_PAUSE = 6 * 60 * MINUTE

/** Stories that may begin by themselves; the others are begun by who wants to see them. */
export const calm: readonly string[] = ['HAPPY_PATH', 'HAGGLER', 'RESCHEDULER', 'BIG_JOB']

/**
 * Lets life go on at a humane pace: a lively beginning, then a visitor now and then for as long as they are answered. A
 * story of its own, so that it repeats with the seed as everything else.
 */
export function direct(
  simulator: Simulator,
  marketplace: Marketplace,
  provider: Provider,
  choose: () => readonly string[],
): void {
  const act: Act = { id: 'DIRECTOR', elapsed: 0, steps: life(simulator, marketplace, provider, choose) }
  simulator.stage.begin(act)
}

async function* life(
  simulator: Simulator,
  marketplace: Marketplace,
  provider: Provider,
  choose: () => readonly string[],
): Steps<string> {
  const random = createRandom(`${simulator.seed}/director`)
  await simulator.begin('HAPPY_PATH', provider.id, opening.request)
  await simulator.begin(welcomes.offer, provider.id, opening.offer)
  await simulator.begin(welcomes.contract, provider.id, opening.contract)
  yield 4 * MINUTE
  for (;;) {
    yield pauseBefore(simulator, random)
    const names = choose()
    if (names.length === 0 || !(await mayCome(simulator, marketplace, provider))) continue
    await simulator.begin(random.pick(names), provider.id)
  }
}

/** Longer each time nobody was answered. */
function pauseBefore({ played }: Simulator, random: Random): number {
  const over = played.filter(({ endedAt }) => endedAt !== null)
  const answered = over.findLastIndex(({ outcome }) => outcome !== 'nobody answered')
  const inVain = over.length - 1 - answered
  return Math.min(LONGEST_PAUSE, random.whole(...now_and_then) * MINUTE * 2 ** inVain)
}

async function mayCome({ played }: Simulator, marketplace: Marketplace, provider: Provider): Promise<boolean> {
  if (played.filter(({ endedAt }) => endedAt === null).length >= AT_ONCE) return false
  const query = { providerId: provider.id, status: 'REQUESTED', limit: UNANSWERED }
  return (await marketplace.call(listMarketplaceBookings, { query })).length < UNANSWERED
}
