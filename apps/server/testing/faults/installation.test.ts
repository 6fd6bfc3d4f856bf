import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { openDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { buildServer } from '../app/test-process.ts'
import { startFakeObjectStore } from '../fakes/object-store.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { processNames, startInstallation, type ProcessName, type Installation } from '../scale/installation.ts'
import { startReplicatedPostgres } from '../scale/streaming-replica.ts'
import { watchGaps } from './gaps.ts'
import { skipDemoData } from './killable-server.ts'
import { findEventViolations, findFinalViolations, findViolations } from './invariants.ts'
import { prepareLoad, startLoad } from './load.ts'
import { createRetryingClient } from './retrying-client.ts'

/**
 * Breaks each part of an installation of seven processes under load: every process is killed and frozen, Redis, the
 * replica, the file store and the disk fail, and one process has a wrong clock throughout. Files are on the disk with an
 * even seed, in the object store with an odd one. Takes minutes, so only `npm run faults -- installation` runs it.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? 1)
const ROUNDS = process.env['FAULTS_TARGET'] === 'installation' ? Number(process.env['FAULTS_KILLS']) : 0
const usesStore = SEED % 2 === 1
const MAX_PAUSE_MS = 60_000
const FREEZE_MS = 8_000
const REDIS_AWAY_MS = Number(process.env['FAULTS_REDIS_AWAY_MS'] ?? 60_000)
const STORE_AWAY_MS = 15_000
const LAG_MS = 20_000
const TIMEOUT_MS = 12 * 3_600_000
/** The process whose clock is ten minutes ahead. */
const WRONG_CLOCK: ProcessName = 'worker-2'
const wrongClock = `--import=${join(rootDir, 'apps/server/testing/scale/wrong-clock.mjs')}`
const log = createLog({ logLevel: 'silent' })

interface Fault {
  name: string
  run(): Promise<void>
}

it('no part that fails loses anything acknowledged', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  if (ROUNDS === 0) skip('npm run faults -- installation runs it')
  await buildServer()
  const postgres = await startReplicatedPostgres()
  onTestFinished(() => postgres.close())
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await skipDemoData(db)
  const store = await startFakeObjectStore()
  const { bucket, region, endpoint = '', accessKeyId, secretAccessKey } = store.settings
  const volume = usesStore ? undefined : mountSmallVolume()
  onTestFinished(() => volume?.unmount())
  const installation = await startInstallation(postgres.url, {
    env: {
      ...(volume && { FETTLE_DATA_DIR: volume.folder }),
      DATABASE_REPLICA_URL: postgres.replicaUrl,
      ...(usesStore && {
        S3_BUCKET: bucket,
        S3_REGION: region,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      }),
    },
    envOf: (name): Record<string, string> => (name === WRONG_CLOCK ? { NODE_OPTIONS: wrongClock } : {}),
  })
  const receiver = await startWebhookReceiver()
  onTestFinished(async () => {
    await installation.close()
    await receiver.close()
    await store.close()
    await db.close()
  })
  const random = createRandomChoices(SEED)
  const api = createRetryingClient(installation.api, random)
  const load = startLoad(installation.chat, api, random, await prepareLoad(api, receiver.url))
  await vi.waitFor(() => expect(load.acknowledged).not.toEqual([]), { timeout: 60_000, interval: 20 })
  const faults = [
    ...processNames.flatMap((name) => [killing(installation, name), freezing(installation, name)]),
    {
      name: `Redis away for ${REDIS_AWAY_MS / 1_000} s`,
      async run() {
        await installation.redis.kill()
        await wait(REDIS_AWAY_MS)
        await installation.redis.start()
      },
    },
    {
      name: `replica ${LAG_MS / 1_000} s behind`,
      async run() {
        await postgres.pause()
        await wait(LAG_MS)
        await postgres.resume()
      },
    },
    usesStore
      ? {
          name: `file store refuses for ${STORE_AWAY_MS / 1_000} s`,
          async run() {
            store.refuse(100_000, 503)
            await wait(STORE_AWAY_MS)
            store.refuse(0, 503)
          },
        }
      : fillingDisk(volume?.folder ?? ''),
  ]
  const rows: Record<string, number | string>[] = []
  let checked = 0

  for (let round = 1; round <= ROUNDS; round += 1) {
    const fault = faults[(round - 1) % faults.length]
    if (!fault) break
    await wait(random.below(1_000))
    const before = load.acknowledged.length
    const gaps = watchGaps(() => load.acknowledged.length)
    await fault.run()
    const during = load.acknowledged.length - before
    await Promise.all(processNames.map((name) => installation.processes[name].ready()))
    const acknowledgedBefore = load.acknowledged.length
    await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(acknowledgedBefore + 5), {
      timeout: MAX_PAUSE_MS,
      interval: 20,
    })
    const longestPauseMs = gaps.stop()
    const recent = load.acknowledged.slice(checked)
    checked += recent.length
    const violations = await findViolations(db, recent)
    expect([...violations, ...load.errors.map(String)], `after ${fault.name}, seed ${SEED}`).toEqual([])
    rows.push({ round, fault: fault.name, during, longestPauseMs })
    console.log(JSON.stringify(rows.at(-1)))
  }

  await load.stop()
  await vi.waitFor(async () => expect(await findFinalViolations(db, true)).toEqual([]), {
    timeout: 180_000,
    interval: 500,
  })
  expect(await findViolations(db, load.acknowledged)).toEqual([])
  expect(findEventViolations(load.events, load.events, false)).toEqual([])
  const received = receiver.deliveries.map(({ event }) => event)
  expect(findEventViolations(received, load.events, true)).toEqual([])
  console.table(rows)
  console.log({ acknowledged: load.acknowledged.length, events: load.events.length })
})

const killing = (installation: Installation, name: ProcessName): Fault => ({
  name: `kill -9 ${name}`,
  async run() {
    installation.processes[name].signal('SIGKILL')
    await installation.processes[name].ended()
    await wait(500)
    installation.processes[name].start()
  },
})

const freezing = (installation: Installation, name: ProcessName): Fault => ({
  name: `SIGSTOP ${name} for ${FREEZE_MS / 1_000} s`,
  async run() {
    installation.processes[name].signal('SIGSTOP')
    await wait(FREEZE_MS)
    installation.processes[name].signal('SIGCONT')
  },
})

/** A volume in memory for the data folder. Needs root. */
function mountSmallVolume() {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-volume-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder])
  return {
    folder,
    unmount() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Fills the volume of the data folder for a while. */
const fillingDisk = (folder: string): Fault => ({
  name: `disk full for ${STORE_AWAY_MS / 1_000} s`,
  async run() {
    const filler = join(folder, 'filler')
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' })
    } catch {
      // It ends with "no space left".
    }
    await wait(STORE_AWAY_MS)
    rmSync(filler)
  },
})
