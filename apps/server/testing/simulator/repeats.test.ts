import { afterAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/platform/db/db.ts'
import { startTown, type Town } from '../town.ts'
import { playing, playOut } from './playing.ts'
import { createRobot } from './robot.ts'

// Three towns, one after the other, on a machine that may be busy with other things.
vi.setConfig({ testTimeout: 180_000 })

const towns: Town[] = []
afterAll(() => Promise.all(towns.map((town) => town.close())))

/** What customers did, and what the town made of it. */
async function happenings(seed: string, speed: number) {
  const town = await startTown()
  towns.push(town)
  const robot = await createRobot(town, { isEager: true })
  const simulator = playing(town, robot, { seed, speed })
  const outcome = await playOut(simulator, 'HAPPY_PATH', robot.id)
  const events = await town.db.query<{ type: string }>(sql`select type from events order by seq`)
  const said = await town.db.query<{ text: string }>(sql`select text from chat.messages order by created_at, seq`)
  return { outcome, deeds: simulator.deeds, events, said }
}

describe('the simulator', () => {
  it('does the same in the same order with the same seed and speed, and something else with another seed', async () => {
    const one = await happenings('Lagos', 1)
    expect(one.outcome).toBe('paid')
    expect(one.deeds.length).toBeGreaterThan(10)
    expect(await happenings('Lagos', 1)).toEqual(one)
    const other = await happenings('Accra', 1)
    expect(other.deeds).not.toEqual(one.deeds)
  })
})
