import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createTestDatabase } from '../app/test-database.ts'
import { asAdmin } from '../app/test-postgres.ts'
import { buildServer, runServer } from '../app/test-process.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { prepareProcess } from '../scale/server-process.ts'
import { prepareServer } from './killable-server.ts'
import { findEventViolations, findFinalViolations, findViolations } from './invariants.ts'
import { prepareLoad, startLoad } from './load.ts'
import { createRetryingClient } from './retrying-client.ts'

/**
 * Backs up an installation while people work, restores each backup into a second installation while they go on, and lets
 * others work in that one. `npm run faults -- backup --kills 3`: the number of backups.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? 1)
const BACKUPS = process.env['FAULTS_TARGET'] === 'backup' ? Number(process.env['FAULTS_KILLS']) : 0
const TIMEOUT_MS = 3_600_000
const FETTLE_BACKUP_PASSPHRASE = 'correct horse battery'
/** Acknowledged writes before each backup, and in each restored installation. */
const WRITES_BETWEEN = 60
const log = createLog({ logLevel: 'silent' })

it('backups and restores under load lose nothing', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  if (BACKUPS === 0) skip('npm run faults -- backup runs it')
  await buildServer()
  const folder = mkdtempSync(join(tmpdir(), 'fettle-backups-'))
  chmodSync(folder, 0o755)
  const random = createRandomChoices(SEED)
  const receiver = await startWebhookReceiver()
  const server = await prepareServer()
  onTestFinished(async () => {
    await server.close()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })
  server.start()
  await server.ready()
  const api = createRetryingClient(server.url, random)
  const load = startLoad(server.url, api, random, await prepareLoad(api, receiver.url))
  const worked = async (of: Pick<typeof load, 'acknowledged'>) => {
    const before = of.acknowledged.length
    await vi.waitFor(() => expect(of.acknowledged.length).toBeGreaterThan(before + WRITES_BETWEEN), {
      timeout: 120_000,
      interval: 20,
    })
  }
  /** Runs a command to its end. Returns its output and the seconds. */
  const command = async (args: string[], env: Record<string, string>) => {
    const began = performance.now()
    const { ended, output } = runServer('cli/main.js', args, { FETTLE_BACKUP_PASSPHRASE, ...env })
    expect([await ended, output()]).toEqual([0, expect.any(String)])
    return { output: output(), seconds: Math.round((performance.now() - began) / 100) / 10 }
  }
  const rows: Record<string, number | string>[] = []

  for (let round = 1; round <= BACKUPS; round += 1) {
    await worked(load)
    const before = [...load.acknowledged]
    const backup = join(folder, `backup-${round}`)
    const backedUp = await command(['backup', backup], { FETTLE_DATA_DIR: server.dataDir })
    const whileBackingUp = load.acknowledged.length - before.length

    const database = await createTestDatabase()
    await asAdmin(database.url, (admin) =>
      admin.query('drop schema public, chat, inbox, graphile_worker cascade; create schema public'),
    )
    const env = { FETTLE_DATA_DIR: join(folder, `restored-${round}`), DATABASE_URL: database.url }
    const beforeRestoring = load.acknowledged.length
    const restored = await command(['restore', backup], env)
    const whileRestoring = load.acknowledged.length - beforeRestoring
    const db = await openDb(database.url, { poolSize: 2, log })
    expect(await findViolations(db, before), `restored ${round}, seed ${SEED}`).toEqual([])

    // Others work in the restored installation, to which no webhook of the first one is sent again.
    const second = await prepareProcess({ ...env, FETTLE_DEMO: 'on', FETTLE_SIMULATOR: 'off', LOG_LEVEL: 'error' })
    second.start()
    await second.ready()
    const secondClient = createRetryingClient(second.url, random)
    const work = startLoad(second.url, secondClient, random, await prepareLoad(secondClient, receiver.url))
    await worked(work)
    await work.stop()
    expect([...(await findViolations(db, [...before, ...work.acknowledged])), ...work.errors.map(String)]).toEqual([])
    second.signal('SIGTERM')
    await second.ended()
    await db.close()
    await database.drop()

    expect(await findViolations(server.db, load.acknowledged)).toEqual([])
    expect(load.errors.map(String)).toEqual([])
    const rowsInIt = Number(/Backed up (\d+) rows/.exec(backedUp.output)?.[1])
    rows.push({
      round,
      rows: rowsInIt,
      backupSeconds: backedUp.seconds,
      whileBackingUp,
      restoreSeconds: restored.seconds,
      whileRestoring,
      workedInRestored: work.acknowledged.length,
    })
    console.log(JSON.stringify(rows.at(-1)))
  }

  await load.stop()
  await vi.waitFor(async () => expect(await findFinalViolations(server.db, false)).toEqual([]), {
    timeout: 180_000,
    interval: 500,
  })
  expect(findEventViolations(load.events, load.events, false)).toEqual([])
  console.table(rows)
  console.log({ acknowledged: load.acknowledged.length, events: load.events.length })
})
