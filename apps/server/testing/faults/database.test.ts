import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDb } from '../../src/platform/db/open-db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { buildServer } from '../app/test-process.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { startPatroni, whatIsMissing } from '../scale/patroni.ts'
import { processNames, startInstallation } from '../scale/installation.ts'
import { watchGaps } from './gaps.ts'
import { skipDemoData } from './killable-server.ts'
import { findEventViolations, findFinalViolations, findViolations } from './invariants.ts'
import { prepareLoad, startLoad } from './load.ts'
import { createRetryingClient } from './retrying-client.ts'

/**
 * Kills the primary of a replicated PostgreSQL under load, by turns its server and its whole node. Runs as
 * `npm run faults -- database` only: it needs Patroni, etcd and HAProxy, and each failover takes a while.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? 1)
const KILLS = process.env['FAULTS_TARGET'] === 'database' ? Number(process.env['FAULTS_KILLS']) : 0
const MAX_PAUSE_MS = 30_000
const MAX_WORK_MS = 3_000
/** More than people wait for at once: what was under way may still be answered after a kill. */
const UNDER_WAY = 20
const TIMEOUT_MS = 12 * 3_600_000
const log = createLog({ logLevel: 'silent' })

it(
  'a failover of the database loses nothing, and no process needs a restart',
  { timeout: TIMEOUT_MS },
  async ({ skip }) => {
    if (KILLS === 0) skip('npm run faults -- database runs it')
    const missing = whatIsMissing()
    if (missing) throw new Error(missing)
    await buildServer()
    const cluster = await startPatroni()
    onTestFinished(() => cluster.close())
    const db = await openDb(cluster.url, { poolSize: 2, log })
    await migrate(db.pool, log)
    await skipDemoData(db)
    const installation = await startInstallation(cluster.url)
    const receiver = await startWebhookReceiver()
    onTestFinished(async () => {
      await installation.close()
      await receiver.close()
      await db.close()
    })
    const pids = processNames.map((name) => installation.processes[name].pid())
    const random = createRandomChoices(SEED)
    const api = createRetryingClient(installation.api, random)
    const load = startLoad(installation.chat, api, random, await prepareLoad(api, receiver.url))
    const rows: Record<string, number | string>[] = []
    let checked = 0
    await vi.waitFor(() => expect(load.acknowledged).not.toEqual([]), { timeout: 60_000, interval: 20 })

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await wait(1_000 + random.below(MAX_WORK_MS))
      const what = kill % 2 === 1 ? 'postgres' : 'node'
      const before = load.acknowledged.length
      const gaps = watchGaps(() => load.acknowledged.length)
      const killed = await cluster.killPrimary(what)
      await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + UNDER_WAY), {
        timeout: 120_000,
        interval: 20,
      })
      const pauseMs = gaps.stop()
      cluster.revive(killed)
      const recent = load.acknowledged.slice(checked)
      checked += recent.length
      const violations = await findViolations(db, recent)
      expect([...violations, ...load.errors.map(String)], `after kill ${kill} of ${what}, seed ${SEED}`).toEqual([])
      expect(pauseMs).toBeLessThan(MAX_PAUSE_MS)
      await cluster.whole()
      rows.push({ kill, what, acknowledgedBefore: before, pauseMs })
      console.log(rows.at(-1))
    }

    await load.stop()
    await vi.waitFor(async () => expect(await findFinalViolations(db, true)).toEqual([]), {
      timeout: 180_000,
      interval: 500,
    })
    expect(await findViolations(db, load.acknowledged)).toEqual([])
    expect(findEventViolations(load.events, load.events, false)).toEqual([])
    expect(
      findEventViolations(
        receiver.deliveries.map(({ event }) => event),
        load.events,
        true,
      ),
    ).toEqual([])
    expect(processNames.map((name) => installation.processes[name].pid())).toEqual(pids)
    console.table(rows)
    console.log({ acknowledged: load.acknowledged.length, events: load.events.length })
  },
)
