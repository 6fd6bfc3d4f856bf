import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTown, type Town } from '../town.ts'
import { playing, playOut } from './playing.ts'
import { createRobot, type Robot, type RobotWays } from './robot.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

/** One story with a provider of its own; what was done in it. */
async function story(name: string, ways: RobotWays = {}, seed = name) {
  const robot = await createRobot(town, ways)
  return played(name, robot, seed)
}

async function played(name: string, robot: Robot, seed = name) {
  const simulator = playing(town, robot, { seed })
  const outcome = await playOut(simulator, name, robot.id)
  return {
    outcome,
    deeds: simulator.deeds.map(({ who, what, detail }) => `${who} ${what}${detail ? ` ${detail}` : ''}`),
  }
}

describe('customers play their stories to an end', () => {
  it.each([
    ['HAGGLER', /accepted, deposit paid/],
    ['RIVALS', /^both, one after the other$/],
    ['RESCHEDULER', /^moved$/],
    ['LATE_CANCEL', /^cancelled/],
    ['BIG_JOB', /completed/],
    ['WEEKLY_CLEAN', /^1 skipped, 1 taken out$/],
    ['EXPIRER', /second revision accepted/],
    ['OFFLINE_STORM', /200 messages, 20 transitions/],
  ])('%s', async (name, ending) => {
    const { outcome, deeds } = await story(name)
    expect([deeds, outcome]).toEqual([deeds, expect.stringMatching(ending)])
  })

  it('NO_SHOW', async () => {
    const { outcome } = await story('NO_SHOW', { waitsAtTheDoor: true })
    expect(outcome).toBe('contested and settled')
  })

  it('UNHAPPY', async () => {
    const { outcome, deeds } = await story('UNHAPPY', { isEager: true })
    expect(outcome).toBe('settled, two stars')
    expect(deeds.filter((deed) => deed.endsWith('bookings.requestFix'))).toHaveLength(2)
  })

  it('DOCS_AND_PAYOUT', async () => {
    const robot = await createRobot(town, { isPaidOut: true, isEager: true })
    // Something has to be earned first, and to clear.
    expect((await played('HAPPY_PATH', robot)).outcome).toBe('paid')
    town.clock.advance(4 * 86_400_000)
    await town.deps.jobs.runDue()
    const { outcome } = await played('DOCS_AND_PAYOUT', robot)
    expect(outcome).toBe('document approved, payout paid')
  })

  it('ends when nobody answers, and leaves nothing open', async () => {
    const { outcome, deeds } = await story('HAPPY_PATH', { bookings: () => false })
    expect(outcome).toBe('nobody answered')
    expect(deeds.at(-2)).toMatch(/bookings\.cancel$/)
  })
})
