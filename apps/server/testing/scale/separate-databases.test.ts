import { createMessageId } from '@fettle/chat-client'
import { sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { searchEverything } from '@fettle/protocol/workspace/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../src/platform/clock.ts'
import { sql, type Sql } from '../../src/platform/db/db.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.types.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createTestDatabase, type TestDatabase } from '../app/test-database.ts'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../fixtures/providers.ts'

const NOON = '2026-03-02T11:00:00.000Z'
const log = createLog({ logLevel: 'silent' })
/** The clock of the queues goes along with the app's. */
const clock = new ManualClock(NOON)
const databases: TestDatabase[] = []
let chat: { db: OpenDb; jobs: Jobs }
let inbox: { db: OpenDb; jobs: Jobs }
let testApp: TestApp

async function createStore() {
  const database = await createTestDatabase()
  databases.push(database)
  const db = await openDb(database.url, { poolSize: 4, log })
  return { db, jobs: createJobs({ db, log, clock }) }
}
beforeAll(async () => {
  ;[chat, inbox] = await Promise.all([createStore(), createStore()])
  testApp = await startTestApp({ now: NOON, stores: { chat, inbox } })
})
afterAll(async () => {
  await testApp.close()
  await Promise.all([chat.db.close(), inbox.db.close()])
  for (const database of databases) await database.drop()
})

const count = async (db: Pick<OpenDb, 'one'>, rows: Sql) =>
  (await db.one<{ n: number }>(sql`select count(*) as n from ${rows}`)).n

async function runJobs() {
  for (const jobs of [chat.jobs, testApp.deps.jobs, inbox.jobs]) await jobs.runDue()
}

describe('chat and inbox with databases of their own', () => {
  it('keep their rows there, and the product sees them', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer, title: 'Mend the roof' })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const params = { id: channel.id }
    const { id } = await testApp.call(
      sendMarketplaceMessage,
      { params, body: { text: 'Bring the ladder' } },
      marketplace,
    )
    await runJobs()
    expect(await count(chat.db, sql`chat.messages where id = ${id}`)).toBe(1)
    expect(await count(inbox.db, sql`inbox.notifications where subscriber_id = ${provider.id}`)).toBeGreaterThan(0)
    for (const table of [sql`chat.messages`, sql`chat.channels`, sql`inbox.notifications`, sql`inbox.subscribers`])
      expect(await count(testApp.db, table)).toBe(0)

    const events = await testApp.call(listMarketplaceEvents, { query: { after: 0, limit: 100 } }, marketplace)
    expect(events.filter(({ type }) => type === 'message.created').map(({ data }) => data.object['id'])).toContain(id)
    const found = await testApp.call(searchEverything, { query: { q: 'ladder' } }, provider)
    expect(JSON.stringify(found)).toContain(id)
  })

  it('notify of a due reminder of the chat in the inbox, once', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const id = createMessageId()
    await testApp.app.chat.sendMessage(channel.cid, customer.id, { id, text: 'Please call back' })
    const response = await fetch(`${testApp.url}/chat/v1/channels/${channel.cid}/messages/${id}/reminder`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-app-key': testApp.deps.secrets.chatAppKey,
        authorization: `Bearer ${testApp.app.chat.signToken(provider.id)}`,
      },
      body: JSON.stringify({ offset: 120_000 }),
    })
    expect(response.status).toBe(200)
    clock.advance(120_000)
    testApp.clock.advance(120_000)
    await runJobs()
    await runJobs()
    expect(
      await count(
        inbox.db,
        sql`inbox.notifications where subscriber_id = ${provider.id} and workflow = 'message-reminder'`,
      ),
    ).toBe(1)
  })

  it('say so in their health when one of them is away', async () => {
    const ready = async () => (await fetch(`${testApp.url}/health/ready`)).status
    expect(await ready()).toBe(200)
    await inbox.db.close()
    expect(await ready()).toBe(503)
    inbox.db = await openDb(databases[1]?.url ?? '', { poolSize: 2, log })
  })
})
