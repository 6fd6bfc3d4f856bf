import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import type * as BuildScript from '../../../../scripts/build.mjs'
import { rootDir } from '../../src/platform/config.ts'
import { sql } from '../../src/platform/db/db.ts'
import { openDb } from '../../src/platform/db/open-db.ts'
import { migrationsDir } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createTestDatabase } from '../app/test-database.ts'
import { asAdmin } from '../app/test-postgres.ts'
import { buildServer } from '../app/test-process.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { processNames, startInstallation } from '../scale/installation.ts'
import { skipDemoData } from './killable-server.ts'
import { findEventViolations, findFinalViolations, findViolations } from './invariants.ts'
import { prepareLoad, startLoad } from './load.ts'
import { createRetryingClient } from './retrying-client.ts'

/**
 * Updates an installation of seven processes under load, one process after the other: the first one migrates the database
 * while the previous release works with it. `npm run faults -- update --from REF` only: it builds that release.
 */

const SEED = Number(process.env['FAULTS_SEED'] ?? 1)
const FROM = process.env['FAULTS_TARGET'] === 'update' ? (process.env['FAULTS_FROM'] ?? '') : ''
const TIMEOUT_MS = 3_600_000
/** Acknowledged writes before the next process is replaced. */
const WRITES_BETWEEN = 30
const log = createLog({ logLevel: 'silent' })

it('an update process by process loses nothing', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  if (FROM === '') skip('npm run faults -- update --from REF runs it')
  await buildServer()
  const previous = await buildRelease(FROM)
  onTestFinished(() => previous.remove())
  const database = await createTestDatabase()
  await asAdmin(database.url, (admin) =>
    admin.query('drop schema public, chat, inbox, graphile_worker cascade; create schema public'),
  )
  const db = await openDb(database.url, { poolSize: 2, log })
  await skipDemoData(db)
  const installation = await startInstallation(database.url, { root: previous.root })
  const receiver = await startWebhookReceiver()
  onTestFinished(async () => {
    await installation.close()
    await receiver.close()
    await db.close()
    await database.drop()
  })
  const random = createRandomChoices(SEED)
  const api = createRetryingClient(installation.api, random)
  const load = startLoad(installation.chat, api, random, await prepareLoad(api, receiver.url))
  const worked = async () => {
    const before = load.acknowledged.length
    await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + WRITES_BETWEEN), {
      timeout: 120_000,
      interval: 20,
    })
    return load.acknowledged.length - before
  }
  const migrated = async () =>
    (await db.query<{ name: string }>(sql`select name from schema_migrations order by name`)).map(({ name }) => name)
  const rows: Record<string, number | string>[] = []
  const check = async (state: string) => {
    const acknowledged = await worked()
    const violations = await findViolations(db, load.acknowledged)
    expect({ state, broken: [...violations, ...load.errors.map(String)] }).toEqual({ state, broken: [] })
    rows.push({ state, acknowledged })
    console.log(JSON.stringify(rows.at(-1)))
  }

  const before = await migrated()
  await check(`all of ${FROM}`)
  for (const name of processNames) {
    installation.processes[name].signal('SIGTERM')
    await installation.processes[name].ended()
    installation.processes[name].start(rootDir)
    await installation.processes[name].ready()
    await check(`${name} replaced`)
  }
  const migrations = (await migrated()).filter((name) => !before.includes(name))
  expect([...before, ...migrations]).toEqual(readdirSync(migrationsDir).filter((name) => name.endsWith('.sql')))

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
  console.log({ migrations, acknowledged: load.acknowledged.length, events: load.events.length })
})

/** Builds the server of a release beside this one, with the packages of this one. */
async function buildRelease(ref: string): Promise<{ root: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-release-'))
  const root = join(folder, 'fettle')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' })
  git('worktree', 'add', '--detach', root, ref)
  const packages = execFileSync('find', ['.', '-name', 'node_modules', '-prune', '-printf', '%P\n'], {
    cwd: rootDir,
    encoding: 'utf8',
  })
  for (const path of packages.split('\n').filter((line) => line !== '')) {
    execFileSync('mkdir', ['-p', join(root, dirname(path))])
    // Links of workspaces are relative, so they lead to the release's own.
    execFileSync('cp', ['-a', '--reflink=auto', join(rootDir, path), join(root, path)])
  }
  rmSync(join(root, 'node_modules/.cache'), { recursive: true, force: true })
  // Its own build knows its parts.
  const build = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as typeof BuildScript
  await build.buildChanged(root, ['server'])
  return {
    root,
    remove() {
      git('worktree', 'remove', '--force', root)
      rmSync(folder, { recursive: true })
    },
  }
}
