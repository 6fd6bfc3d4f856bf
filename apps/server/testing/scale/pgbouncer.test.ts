import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createTestDatabase, type TestDatabase } from '../app/test-database.ts'
import { buildServer } from '../app/test-process.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { skipDemoData } from '../faults/killable-server.ts'
import { findFinalViolations, findViolations } from '../faults/invariants.ts'
import { prepareLoad, startLoad } from '../faults/load.ts'
import { createRetryingClient } from '../faults/retrying-client.ts'
import { createRandomChoices } from '../fuzz/random.ts'
import { sessionSettings, startPgBouncer, type TestPgBouncer } from './pgbouncer.ts'
import { prepareProcess, sharedSettings } from './server-process.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb
let pooler: TestPgBouncer
beforeAll(async () => {
  await buildServer()
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 2, log })
  await skipDemoData(db)
  pooler = await startPgBouncer(database.url)
})
afterAll(async () => {
  await pooler.stop()
  await db.close()
  await database.drop()
})

describe('PgBouncer in transaction mode', () => {
  it('that drops the settings of sessions is refused, with the line to add', async () => {
    const strict = await startPgBouncer(database.url, { setsSession: false })
    onTestFinished(() => strict.stop())
    await expect(openDb(strict.url, { poolSize: 2, log, preparesStatements: false })).rejects.toThrow(
      `drops the settings of sessions. Add to this database in its configuration: ${sessionSettings}.`,
    )
  })

  it('serves bookings, money, offers, contracts, messages, files, events, webhooks and jobs', async () => {
    const settings = sharedSettings(pooler.url)
    const server = await prepareProcess({
      ...settings.env,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_PREPARED_STATEMENTS: 'off',
      // More than the pooler has to the server: requests share its connections.
      DATABASE_POOL_SIZE: '30',
    })
    const receiver = await startWebhookReceiver()
    const random = createRandomChoices(11)
    server.start()
    await server.ready()
    const api = createRetryingClient(server.url, random)
    const load = startLoad(server.url, api, random, await prepareLoad(api, receiver.url))
    const tables = () => new Set(load.acknowledged.map(({ table }) => table))
    await vi.waitFor(() => expect(tables().size).toBe(6), { timeout: 60_000, interval: 100 })
    await load.stop()
    await vi.waitFor(async () => expect(await findFinalViolations(db, true)).toEqual([]), {
      timeout: 60_000,
      interval: 200,
    })
    expect(load.errors.map(String)).toEqual([])
    expect(await findViolations(db, load.acknowledged)).toEqual([])
    server.signal('SIGTERM')
    await server.ended()
    expect(server.output()).not.toContain('"level":50')
    await receiver.close()
    settings.remove()
  })
})
