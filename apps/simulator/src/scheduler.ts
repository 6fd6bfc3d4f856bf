import { listMarketplaceBookings } from '@fettle/protocol/marketplace/bookings'
import type { SimulatorScenario } from '@fettle/protocol/simulator'
import type { MarketplaceClient } from '@fettle/marketplace'
import { MINUTE_MS, SECOND_MS } from '@fettle/protocol/core/durations'
import { createRandom, type Random } from './random.ts'
import { welcomes } from './scenarios/welcome.ts'
import type { ListedProvider } from './scenario-context.ts'
import type { Simulator } from './simulator.ts'
import type { StorySteps } from './runner.ts'

/** By then a newcomer has signed in; the following two minutes are busy. */
const OPENING_DELAYS_MS = { request: 25 * SECOND_MS, offer: 40 * SECOND_MS, contract: 75 * SECOND_MS }
/** Minutes between later visits. */
const VISIT_INTERVAL_MINUTES = [6, 14] as const
/** Limit of running stories, and of a provider's unanswered requests. */
const MAX_PARALLEL_STORIES = 3
const MAX_UNANSWERED_REQUESTS = 6
/** Pauses grow while nobody answers. */
const MAX_PAUSE_MS = 6 * 60 * MINUTE_MS

/** Scenarios the scheduler starts itself; others are started by command. */
export const selfStartingScenarios: readonly SimulatorScenario[] = ['HAPPY_PATH', 'HAGGLER', 'RESCHEDULER', 'BIG_JOB']

/**
 * Schedules stories at a realistic pace: a lively start, then occasional visits while they are answered. It is itself a
 * story, so that it is reproducible.
 */
export function scheduleStories(
  simulator: Simulator,
  marketplace: MarketplaceClient,
  provider: ListedProvider,
  choose: () => readonly string[],
): void {
  const steps = visitorSteps(simulator, marketplace, provider, choose)
  simulator.runner.start({ id: 'SCHEDULER', elapsed: 0, steps })
}

async function* visitorSteps(
  simulator: Simulator,
  marketplace: MarketplaceClient,
  provider: ListedProvider,
  choose: () => readonly string[],
): StorySteps<string> {
  const random = createRandom(`${simulator.seed}/scheduler`)
  await simulator.begin('HAPPY_PATH', provider.id, OPENING_DELAYS_MS.request)
  await simulator.begin(welcomes.offer, provider.id, OPENING_DELAYS_MS.offer)
  await simulator.begin(welcomes.contract, provider.id, OPENING_DELAYS_MS.contract)
  yield 4 * MINUTE_MS
  for (;;) {
    yield pauseBefore(simulator, random)
    const names = choose()
    if (names.length === 0 || !(await mayStart(simulator, marketplace, provider))) continue
    await simulator.begin(random.pick(names), provider.id)
  }
}

/** Grows with each unanswered visit. */
function pauseBefore({ played }: Simulator, random: Random): number {
  const endedStories = played.filter(({ endedAt }) => endedAt !== null)
  const lastAnswered = endedStories.findLastIndex(({ outcome }) => outcome !== 'nobody answered')
  const unanswered = endedStories.length - 1 - lastAnswered
  return Math.min(MAX_PAUSE_MS, random.integer(...VISIT_INTERVAL_MINUTES) * MINUTE_MS * 2 ** unanswered)
}

async function mayStart(
  { played }: Simulator,
  marketplace: MarketplaceClient,
  provider: ListedProvider,
): Promise<boolean> {
  if (played.filter(({ endedAt }) => endedAt === null).length >= MAX_PARALLEL_STORIES) return false
  const query = { providerId: provider.id, status: 'REQUESTED', limit: MAX_UNANSWERED_REQUESTS }
  return (await marketplace.call(listMarketplaceBookings, { query })).length < MAX_UNANSWERED_REQUESTS
}
