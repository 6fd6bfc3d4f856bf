import { findRunning, startPostgres } from '@fettle/local-postgres'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createEmptyDatabase } from '../../../testing/app/test-database.ts'
import { buildServer, runServer } from '../../../testing/app/test-process.ts'
import { startFakeObjectStore } from '../../../testing/fakes/object-store.ts'
import { startWebhookReceiver } from '../../../testing/fakes/webhook-receiver.ts'
import { prepareServer, type KillableServer } from '../../../testing/faults/killable-server.ts'
import { findViolations } from '../../../testing/faults/invariants.ts'
import { prepareLoad, startLoad, type Acknowledged } from '../../../testing/faults/load.ts'
import { createRetryingClient } from '../../../testing/faults/retrying-client.ts'
import { createRandomChoices } from '../../../testing/fuzz/random.ts'
import { prepareProcess } from '../../../testing/scale/server-process.ts'
import { sql } from '../../platform/db/db.ts'
import { openDb, type OpenDb } from '../../platform/db/open-db.ts'
import { createLog } from '../../platform/observability/log.ts'
import { backup, moveDatabase, moveService, restore } from './index.ts'

const log = createLog({ logLevel: 'silent' })
const FETTLE_BACKUP_PASSPHRASE = 'correct horse battery'
/** Work done before the backup. */
const WORK_MS = 500

let folder: string
let server: KillableServer
/** Writes acknowledged before the backup began, and in all. */
let before: Acknowledged[]
let acknowledged: Acknowledged[]
let filesBefore: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-backup-'))
  chmodSync(folder, 0o755)
  await buildServer()
  server = await prepareServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const masterIn = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { master: string }).master

/** Files with their folders, without those that exist during an upload only. */
const storedFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith('chat-parts') && !name.endsWith('.tmp'))

async function withDb<T>(url: string, work: (db: OpenDb) => Promise<T>): Promise<T> {
  const db = await openDb(url, { poolSize: 2, log })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const findViolationsAt = (url: string, rows: readonly Acknowledged[]): Promise<string[]> =>
  withDb(url, (db) => findViolations(db, rows))

/** The audit trail's entries about the whole installation. */
const auditAt = (url: string): Promise<string[]> =>
  withDb(url, async (db) => {
    const entries = await db.query<{ type: string }>(
      sql`select type from events where subject_type = 'installation' and actor_type = 'OPERATOR' order by seq`,
    )
    return entries.map(({ type }) => type)
  })

// Starts a server and a backup beside it, on a machine busy with other tests: the others need what it makes.
it('a backup is made while people work', { timeout: 600_000 }, async () => {
  const random = createRandomChoices(7)
  const receiver = await startWebhookReceiver()
  server.start()
  await server.ready()
  const api = createRetryingClient(server.url, random)
  const load = startLoad(server.url, api, random, await prepareLoad(api, receiver.url))
  await vi.waitFor(() => expect(new Set(load.acknowledged.map(({ table }) => table)).size).toBeGreaterThan(2), 180_000)
  await wait(WORK_MS)
  before = [...load.acknowledged]
  filesBefore = storedFiles(server.dataDir)
  const { ended, output } = runServer('cli/main.js', ['backup', join(folder, 'backup')], {
    FETTLE_BACKUP_PASSPHRASE,
    FETTLE_DATA_DIR: server.dataDir,
  })
  expect([await ended, output()]).toEqual([0, expect.stringMatching(/^Backed up \d{3,} rows and \d+ files to /)])
  const during = load.acknowledged.length
  await load.stop()
  await receiver.close()
  expect(load.errors).toEqual([])
  expect(during).toBeGreaterThan(before.length)
  acknowledged = load.acknowledged
  await server.kill('everything')
})

it('a restored installation has all that was acknowledged before, with files and secrets', async () => {
  const dataDir = join(folder, 'restored')
  const database = await createEmptyDatabase()
  const env = { FETTLE_BACKUP_PASSPHRASE, FETTLE_DATA_DIR: dataDir, DATABASE_URL: database.url }
  expect(await restore(env, [join(folder, 'backup')])).toMatch(/^Restored the backup of 2.* with \d+ files to /)
  expect(masterIn(dataDir)).toBe(masterIn(server.dataDir))
  expect(filesBefore.length).toBeGreaterThan(0)
  expect(storedFiles(dataDir)).toEqual(expect.arrayContaining(filesBefore))
  expect(await findViolationsAt(database.url, before)).toEqual([])
  expect(await auditAt(database.url)).toEqual(['installation.restored'])
  await database.drop()
  await expect(restore(env, [join(folder, 'backup')])).rejects.toThrow('is in use: it has secrets.json')
})

it('files move to a bucket by a restore, and from it into the next backup', async () => {
  const store = await startFakeObjectStore()
  const { bucket, region, endpoint = '', accessKeyId, secretAccessKey } = store.settings
  const s3 = {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const database = await createEmptyDatabase()
  const dataDir = join(folder, 'bucket')
  const env = { ...s3, FETTLE_BACKUP_PASSPHRASE, FETTLE_DATA_DIR: dataDir, DATABASE_URL: database.url }
  expect(await restore(env, [join(folder, 'backup')])).toMatch(/with \d+ files to the bucket fettle-files/)
  const secondFolder = join(folder, 'backup-of-bucket')
  expect(await backup(env, [secondFolder])).toMatch(/^Backed up \d+ rows and \d+ files to /)
  expect(storedFiles(secondFolder)).toEqual(expect.arrayContaining(filesBefore))
  const some = filesBefore.find((name) => name.endsWith('.mime'))?.slice(0, -'.mime'.length) ?? ''
  expect(readFileSync(join(secondFolder, 'files', some))).toEqual(readFileSync(join(server.dataDir, 'files', some)))
  await database.drop()
  await store.close()
})

it('the embedded database moves to a server of its own, complete', async () => {
  const database = await createEmptyDatabase()
  const env = { FETTLE_DATA_DIR: server.dataDir }
  expect(await moveDatabase(env, [database.url])).toContain('Set DATABASE_URL')
  expect(await findViolationsAt(database.url, acknowledged)).toEqual([])
  expect(await auditAt(database.url)).toEqual(['installation.backed_up', 'installation.moved'])
  await expect(moveDatabase(env, [database.url])).rejects.toThrow('The database is not empty')
  await database.drop()
})

it('chat and inbox move to databases of their own, with their planned jobs', async () => {
  const env = { FETTLE_DATA_DIR: server.dataDir }
  const databases = { chat: await createEmptyDatabase(), inbox: await createEmptyDatabase() }
  const counts = (url: string) =>
    withDb(url, (db) =>
      db.one<Record<'messages' | 'notifications' | 'jobs', number>>(sql`
        select (select count(*) from chat.messages) as messages, (select count(*) from inbox.notifications) as notifications,
          (select count(*) from graphile_worker.jobs where task_identifier in ('chat.scheduled.send', 'inbox.wake')) as jobs`),
    )
  const own = await startPostgres({ dataDir: server.dataDir, log })
  await withDb(own.url, async (db) => {
    for (const task of ['chat.scheduled.send', 'inbox.wake'])
      await db.execute(sql`
        select graphile_worker.add_job(${task}, '{"of": "a test"}', run_at := now() + interval '1 day', job_key := ${task})`)
  })
  const had = await counts(own.url)
  await own.stop()
  expect(had).toEqual({ messages: expect.any(Number), notifications: expect.any(Number), jobs: 2 })
  for (const [name, { url }] of Object.entries(databases))
    expect(await moveService(env, [name, url])).toContain(`Set ${name.toUpperCase()}_DATABASE_URL`)
  expect(await counts(databases.chat.url)).toEqual({ messages: had.messages, notifications: 0, jobs: 1 })
  expect(await counts(databases.inbox.url)).toEqual({ messages: 0, notifications: had.notifications, jobs: 1 })
  const messages = acknowledged.filter(({ table }) => table === 'chat.messages')
  expect(await findViolationsAt(databases.chat.url, messages)).toEqual([])

  const settings = { CHAT_DATABASE_URL: databases.chat.url, INBOX_DATABASE_URL: databases.inbox.url }
  const moved = await prepareProcess({ ...env, ...settings, FETTLE_DEMO: 'on', FETTLE_SIMULATOR: 'off' })
  moved.start()
  await moved.ready()
  const running = findRunning(server.dataDir) ?? ''
  expect(await counts(running)).toEqual({ messages: 0, notifications: 0, jobs: 0 })
  const api = createRetryingClient(moved.url, createRandomChoices(7))
  const load = startLoad(moved.url, api, createRandomChoices(7), await prepareLoad(api, 'http://127.0.0.1:9/'))
  const worked = () => new Set(load.acknowledged.map(({ table }) => table)).size
  await vi.waitFor(() => expect(worked()).toBeGreaterThan(2), 180_000)
  await load.stop()
  expect(load.errors).toEqual([])
  await expect(moveService(env, ['chat', databases.chat.url])).rejects.toThrow('The server is running')
  await expect(moveService({ ...env, ...settings }, ['chat', databases.chat.url])).rejects.toThrow('is set')
  moved.signal('SIGTERM')
  await moved.ended()
  for (const database of Object.values(databases)) await database.drop()
})

it('a backup that is incomplete, damaged or of another passphrase is refused', async () => {
  const env = { FETTLE_BACKUP_PASSPHRASE, FETTLE_DATA_DIR: join(folder, 'unused') }
  const complete = join(folder, 'backup')
  await expect(restore({ ...env, FETTLE_BACKUP_PASSPHRASE: 'another passphrase' }, [complete])).rejects.toThrow(
    'The secrets of the backup cannot be decrypted',
  )
  await expect(restore({ ...env, FETTLE_BACKUP_PASSPHRASE: undefined }, [complete])).rejects.toThrow(
    'Set FETTLE_BACKUP_PASSPHRASE',
  )
  await expect(restore(env, [folder])).rejects.toThrow('has no complete backup')
  const unreadable = join(folder, 'unreadable')
  mkdirSync(join(unreadable, 'backup.json'), { recursive: true })
  await expect(restore(env, [unreadable])).rejects.toThrow('backup.json cannot be read (EISDIR)')
  await expect(backup(env, [complete])).rejects.toThrow('is not empty')
  const manifest = join(complete, 'backup.json')
  const content = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, content.replace(/("public\.accounts"[^]*?"rows": )\d+/, '$199'))
  const database = await createEmptyDatabase()
  await expect(restore({ ...env, DATABASE_URL: database.url }, [complete])).rejects.toThrow('The backup is damaged')
  await database.drop()
})
