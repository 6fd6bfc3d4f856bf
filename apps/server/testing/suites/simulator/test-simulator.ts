import { createMarketplaceClient } from '@fettle/marketplace'
import { createSimulator, type Simulator, type Time } from '@fettle/simulator'
import type { TestApp } from '../../app/test-app.ts'
import type { ScriptedProvider } from './scripted-provider.ts'

/** Interval of the provider's turns in simulated time. */
const TURN_INTERVAL_MS = 5 * 60_000

/**
 * Simulated customers in a test app. The clock advances whenever all of them wait. Every five minutes the provider
 * takes a turn and the app's timers run; `looks` changes the interval.
 */
export function createTestSimulator(
  testApp: TestApp,
  robot: Pick<ScriptedProvider, 'takeTurn'>,
  {
    seed = 'a seed',
    speed = 1,
    looks = () => TURN_INTERVAL_MS / speed,
  }: { seed?: string; speed?: number; looks?: () => number } = {},
): Simulator {
  let lastLookMs = testApp.clock.now().getTime()
  const time: Time = {
    now: () => testApp.clock.now(),
    async until(at) {
      testApp.clock.advance(Math.max(0, at.getTime() - testApp.clock.now().getTime()))
      if (testApp.clock.now().getTime() - lastLookMs < looks()) return
      lastLookMs = testApp.clock.now().getTime()
      await testApp.deps.jobs.runDue()
      await robot.takeTurn()
    },
  }
  const marketplace = createMarketplaceClient({
    origin: testApp.url,
    apiKey: 'mk_test_demo',
    wait: async () => undefined,
  })
  return createSimulator({ marketplace, time, seed, speed })
}

/**
 * Runs one scenario and returns its outcome. `signal` is the test's: a story that went on after its test timed out would
 * move the clock of the next tests.
 */
export async function playToEnd(
  simulator: Simulator,
  name: string,
  providerId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const story = await simulator.begin(name, providerId)
  await simulator.run(signal, 'emptied')
  signal.throwIfAborted()
  return story.outcome
}
