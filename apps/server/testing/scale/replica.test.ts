import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { listBookings } from '@fettle/protocol/bookings'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { searchEverything } from '@fettle/protocol/workspace/search'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/platform/db/db.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { createReplicaReads, type ReplicaReads } from '../../src/platform/db/replica.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { openRedis, type Redis } from '../../src/platform/redis/redis.ts'
import { startRedis, type TestRedis } from '../app/test-redis.ts'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { createCustomer, createProvider, requestBooking } from '../fixtures/providers.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './streaming-replica.ts'

const log = createLog({ logLevel: 'silent' })
let postgres: ReplicatedPostgres
let replica: OpenDb
let redisServer: TestRedis
let redis: Redis
let reads: ReplicaReads[]
/** Two processes of one installation. */
let writes: TestApp
let other: TestApp

beforeAll(async () => {
  ;[postgres, redisServer] = await Promise.all([startReplicatedPostgres(), startRedis()])
  redis = await openRedis(redisServer.url, { log })
  replica = await openDb(postgres.replicaUrl, { poolSize: 4, log, mayBeUnreachable: true })
  reads = []
  const readReplica = (primary: OpenDb) => {
    const created = createReplicaReads({ primary, replica, redis }, log)
    reads.push(created)
    return created
  }
  writes = await startTestApp({ config: { databaseUrl: postgres.url }, replica: readReplica })
  other = await startTestApp({ sharesDatabaseWith: writes, replica: readReplica })
  await vi.waitFor(() => expect(reads.every((each) => each.lagSeconds() < 1)).toBe(true), { timeout: 60_000 })
})
afterEach(() => postgres.resume().catch(() => undefined))
afterAll(async () => {
  reads.forEach((each) => each.close())
  await other.close()
  await writes.close()
  await replica.close()
  await redis.close()
  await redisServer.kill()
  await postgres.close()
})

/** Statements that were sent to the replica, without questions for its position. */
async function countOnReplica(read: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(replica.pool, 'query')
  await read()
  const isRead = ([statement]: unknown[]) => !JSON.stringify(statement).includes('pg_last_wal_replay_lsn')
  const count = query.mock.calls.filter(isRead).length
  query.mockRestore()
  return count
}

describe('reads with a streaming replica', () => {
  it('go to the replica for lists, search and figures of somebody who has not written', async () => {
    const provider = await createProvider(writes)
    await requestBooking(writes, { provider, customer: await createCustomer(writes), title: 'Mend the fence' })
    // Registering was a write.
    const list = () => other.call(listBookings, {}, provider)
    await vi.waitFor(async () => expect(await countOnReplica(list)).toBeGreaterThan(0), { timeout: 60_000 })
    expect(await list()).toMatchObject([{ title: 'Mend the fence' }])
    expect(await countOnReplica(() => other.call(getDashboard, { query: {} }, provider))).toBeGreaterThan(0)
    expect(
      await countOnReplica(() => other.call(searchEverything, { query: { q: 'fence' } }, provider)),
    ).toBeGreaterThan(0)
  })

  it('show in every process what the reader has just written, while the replica lags', async () => {
    const provider = await createProvider(writes)
    const { id } = await requestBooking(writes, { provider, customer: await createCustomer(writes) })
    await postgres.pause()
    await writes.call(acceptBooking, { params: { id }, body: {} }, provider)
    for (const testApp of [writes, other])
      expect(await testApp.call(listBookings, {}, provider)).toMatchObject([{ id, status: 'CONFIRMED' }])
    const [lagging] = await replica.query<{ status: string }>(sql`select status from bookings where id = ${id}`)
    expect(lagging?.status).toBe('REQUESTED')
  })

  it("show what others did once the reader's screens are told", async () => {
    const provider = await createProvider(writes)
    const customer = await createCustomer(writes)
    const list = () => other.call(listBookings, {}, provider)
    await vi.waitFor(async () => expect(await countOnReplica(list)).toBeGreaterThan(0), { timeout: 60_000 })
    await postgres.pause()
    const { id } = await requestBooking(writes, { provider, customer })
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ id }]), { timeout: 4_000 })
  })

  it('go to the primary when the replica is too far behind, and come back', async () => {
    const provider = await createProvider(writes)
    const list = () => other.call(listBookings, {}, provider)
    await vi.waitFor(async () => expect(await countOnReplica(list)).toBeGreaterThan(0), { timeout: 60_000 })
    await postgres.pause()
    await createCustomer(writes)
    await vi.waitFor(() => expect(reads[1]?.lagSeconds()).toBeGreaterThan(5), { timeout: 60_000 })
    expect(await countOnReplica(list)).toBe(0)
    await postgres.resume()
    await vi.waitFor(async () => expect(await countOnReplica(list)).toBeGreaterThan(0), { timeout: 60_000 })
  })

  it('go to the primary while Redis, which records who has written, is unreachable', async () => {
    const provider = await createProvider(writes)
    const list = () => other.call(listBookings, {}, provider)
    await redisServer.kill()
    await vi.waitFor(() => expect(redis.commands.isReady).toBe(false), { timeout: 60_000 })
    expect(await countOnReplica(list)).toBe(0)
    await redisServer.start()
    await vi.waitFor(async () => expect(await countOnReplica(list)).toBeGreaterThan(0), { timeout: 60_000 })
  })

  it('succeed when the replica goes away', async () => {
    const provider = await createProvider(writes)
    await postgres.stopReplica()
    expect(await other.call(listBookings, {}, provider)).toEqual([])
  })
})
