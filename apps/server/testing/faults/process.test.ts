import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildServer } from '../app/test-process.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { prepareServer, targets, type KillTarget } from './killable-server.ts'
import { findEventViolations, findFinalViolations, findViolations } from './invariants.ts'
import { prepareLoad, startLoad } from './load.ts'
import { createRetryingClient } from './retrying-client.ts'

/**
 * Kills the server, its database or both at random moments while people work, and checks after each kill that nothing
 * acknowledged is lost or done twice. A few kills here; `npm run faults -- process` does as many as it is told.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? 1)
const KILLS = Number(process.env['FAULTS_KILLS'] ?? 0)
const isLong = KILLS > 0
const SHORT_KILLS = targets.length
/** In the long form mostly the database, which is back in a second: a server takes several. */
const longTargets: readonly KillTarget[] = [
  ...Array.from({ length: 7 }, (): KillTarget => 'database'),
  'server',
  'server',
  'everything',
]
const MAX_WORK_MS = isLong ? 700 : 1_500
const MAX_READY_MS = 60_000
const TIMEOUT_MS = 24 * 3_600_000

it('a kill at any moment loses nothing and repeats nothing', { timeout: TIMEOUT_MS }, async () => {
  await buildServer()
  const random = createRandomChoices(SEED)
  const receiver = await startWebhookReceiver()
  const server = await prepareServer()
  onTestFinished(async () => {
    await server.close()
    await receiver.close()
  })
  server.start()
  await server.ready()
  const api = createRetryingClient(server.url, random)
  const pairs = await prepareLoad(api, receiver.url)
  const load = startLoad(server.url, api, random, pairs)
  const counts = { server: 0, database: 0, everything: 0, whileStarting: 0 }
  const returns: number[] = []
  let checked = 0

  for (let kill = 1; kill <= (isLong ? KILLS : SHORT_KILLS); kill += 1) {
    const target = isLong ? random.pick(longTargets) : (targets[kill - 1] ?? 'server')
    await wait(random.below(MAX_WORK_MS))
    await server.kill(target)
    counts[target] += 1
    if (target !== 'database') {
      server.start()
      // One of four starts is killed too.
      if (isLong && random.below(4) === 0) {
        await wait(random.below(MAX_WORK_MS))
        await server.kill('everything')
        counts.whileStarting += 1
        kill += 1
        server.start()
      }
    }
    returns.push(await server.ready())
    const recent = load.acknowledged.slice(checked)
    checked += recent.length
    const violations = await findViolations(server.db, recent)
    expect([...violations, ...load.errors.map(String)], `after kill ${kill} of ${target}, seed ${SEED}`).toEqual([])
    if (kill % 50 === 0) console.log({ kill, acknowledged: checked, events: load.events.length })
  }

  await load.stop()
  await vi.waitFor(async () => expect(await findFinalViolations(server.db, isLong)).toEqual([]), {
    timeout: 180_000,
    interval: 500,
  })
  expect(await findViolations(server.db, load.acknowledged)).toEqual([])
  expect(load.errors.map(String)).toEqual([])
  const received = receiver.deliveries.map(({ event }) => event)
  expect(findEventViolations(load.events, load.events, false)).toEqual([])
  expect(findEventViolations(received, isLong ? load.events : [], true)).toEqual([])
  expect(Math.max(...returns)).toBeLessThan(MAX_READY_MS)
  const byTable: Record<string, number> = {}
  for (const { table } of load.acknowledged) byTable[table] = (byTable[table] ?? 0) + 1
  if (!isLong) return
  console.log({
    ...counts,
    acknowledged: byTable,
    events: load.events.length,
    deliveries: received.length,
    readyAfterMs: {
      median: returns.toSorted((a, b) => a - b)[Math.floor(returns.length / 2)],
      most: Math.max(...returns),
    },
  })
})
