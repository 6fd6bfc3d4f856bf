import { afterAll, describe, expect, it } from 'vitest'
import { sql } from '../../../src/platform/db/db.ts'
import { startTestApp, type TestApp } from '../../app/test-app.ts'
import { createTestSimulator, playToEnd } from './test-simulator.ts'
import { createScriptedProvider } from './scripted-provider.ts'

// Three test apps in sequence on a possibly busy machine.
const testApps: TestApp[] = []
afterAll(() => Promise.all(testApps.map((testApp) => testApp.close())))

/** Customer actions and the resulting data. */
async function playedEvents(seed: string, speed: number, signal: AbortSignal) {
  const testApp = await startTestApp()
  testApps.push(testApp)
  const robot = await createScriptedProvider(testApp, { startsEarly: true })
  const simulator = createTestSimulator(testApp, robot, { seed, speed })
  const outcome = await playToEnd(simulator, 'HAPPY_PATH', robot.id, signal)
  const events = await testApp.db.query<{ type: string }>(sql`select type from events order by seq`)
  const messages = await testApp.db.query<{ text: string }>(
    sql`select text from chat.messages order by created_at, seq`,
  )
  return { outcome, recentActions: simulator.recentActions, events, messages }
}

describe('the simulator', () => {
  it('is deterministic for a seed and speed, and differs for another seed', async ({ signal }) => {
    const one = await playedEvents('Lagos', 1, signal)
    expect(one.outcome).toBe('paid')
    expect(one.recentActions.length).toBeGreaterThan(10)
    expect(await playedEvents('Lagos', 1, signal)).toEqual(one)
    const other = await playedEvents('Accra', 1, signal)
    expect(other.recentActions).not.toEqual(one.recentActions)
  })
})
