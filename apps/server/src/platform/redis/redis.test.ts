import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startRedis, type TestRedis } from '../../../testing/app/test-redis.ts'
import { createLog } from '../observability/log.ts'
import { createRedisBus } from './redis-bus.ts'
import { takeToken } from './rate-limiter.ts'
import { createRedisPresenceStore } from './presence-store.ts'
import { openRedis, type Redis } from './redis.ts'

const log = createLog({ logLevel: 'silent' })
const wait = { timeout: 60_000, interval: 10 }

let server: TestRedis
const opened: { close(): Promise<void> }[] = []
beforeAll(async () => {
  server = await startRedis()
})
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})
afterAll(() => server.kill())

const keep = <Value extends { close(): Promise<void> }>(value: Value): Value => {
  opened.push(value)
  return value
}

/** A process's Redis connections, ready to use. */
async function open(): Promise<Redis> {
  const redis = keep(await openRedis(server.url, { log }))
  await vi.waitFor(() => expect([redis.commands.isReady, redis.subscriber.isReady]).toEqual([true, true]), wait)
  return redis
}

async function bus() {
  const createdBus = keep(createRedisBus(await open()))
  const received: unknown[] = []
  const gaps: string[] = []
  createdBus.onGap(() => gaps.push('gap'))
  const stop = createdBus.subscribe('talk', (frame) => received.push(frame))
  await vi.waitFor(() => expect(createdBus.isConnected()).toBe(true), wait)
  await createdBus.flushSubscriptions()
  return { ...createdBus, received, gaps, stop }
}

describe('the Redis bus', () => {
  it('delivers frames to every process once, in order, and to no former listener', async () => {
    const [one, two] = [await bus(), await bus()]
    for (let n = 0; n < 50; n += 1) one.publish('talk', { n })
    one.publish('silence', 'not for us')
    const all = Array.from({ length: 50 }, (_, n) => ({ n }))
    await vi.waitFor(() => expect(two.received).toEqual(all), wait)
    expect(one.received).toEqual(all)
    two.stop()
    one.publish('talk', 'late')
    two.publish('talk', 'back')
    await vi.waitFor(() => expect(one.received.slice(50)).toEqual(['late', 'back']), wait)
    expect(two.received).toHaveLength(50)
  })

  it('works within the process while Redis is down, and then requests a resync', async () => {
    const [one, two] = [await bus(), await bus()]
    one.gaps.length = two.gaps.length = 0
    await server.kill()
    await vi.waitFor(() => expect([one.isConnected(), two.isConnected()]).toEqual([false, false]), wait)
    one.publish('talk', 'to myself')
    const later: unknown[] = []
    two.subscribe('new while away', (frame) => later.push(frame))
    await two.flushSubscriptions()
    await vi.waitFor(() => expect(one.received).toEqual(['to myself']), wait)
    await server.start()
    await vi.waitFor(() => expect([one.isConnected(), two.isConnected()]).toEqual([true, true]), wait)
    await vi.waitFor(() => expect(Math.min(one.gaps.length, two.gaps.length)).toBeGreaterThan(0), wait)
    one.publish('talk', 'again')
    one.publish('new while away', 'received')
    await vi.waitFor(() => expect([two.received, later]).toEqual([['again'], ['received']]), wait)
  })

  it('can be opened before Redis is available', async () => {
    await server.kill()
    const early = keep(createRedisBus(keep(await openRedis(server.url, { log }))))
    const received: unknown[] = []
    early.subscribe('talk', (frame) => received.push(frame))
    early.publish('talk', 'alone')
    await early.flushSubscriptions()
    expect([early.isConnected(), received]).toEqual([false, ['alone']])
    await server.start()
    const other = await bus()
    await vi.waitFor(() => expect(early.isConnected()).toBe(true), wait)
    other.publish('talk', 'together')
    await vi.waitFor(() => expect(received).toEqual(['alone', 'together']), wait)
  })
})

describe('the Redis presence store', () => {
  const presenceStore = async (gone: string[] = [], heartbeatTtlMs = 15_000) => {
    const redis = await open()
    return {
      redis,
      ...keep(
        createRedisPresenceStore(redis, {
          log,
          onGone: (name) => gone.push(name),
          heartbeatIntervalMs: 30,
          heartbeatTtlMs,
        }),
      ),
    }
  }

  it('counts a user once across processes', async () => {
    const [one, two] = [await presenceStore(), await presenceStore()]
    expect([await one.add('ada'), await two.add('ada')]).toEqual([true, false])
    expect(await two.among(['ada', 'bola'])).toEqual(new Set(['ada']))
    expect([await one.remove('ada'), await two.remove('ada')]).toEqual([false, true])
    expect(await one.among(['ada'])).toEqual(new Set())
  })

  it('removes users of a dead process once, unless they are elsewhere', async () => {
    const gone: string[] = []
    const [one, two] = [await presenceStore(gone), await presenceStore(gone)]
    const dead = await presenceStore([], 100)
    await dead.add('ada')
    await dead.add('bola')
    await one.add('bola')
    expect(await two.among(['ada', 'bola'])).toEqual(new Set(['ada', 'bola']))
    // Like kill -9: without closing the connection.
    await dead.redis.close()
    await vi.waitFor(() => expect(gone).toEqual(['ada']), wait)
    expect(await two.among(['ada', 'bola'])).toEqual(new Set(['bola']))
  })

  it('recovers after Redis has lost its data', async () => {
    const [one, two] = [await presenceStore(), await presenceStore()]
    await one.add('ada')
    await server.kill()
    expect(await two.among(['ada'])).toEqual(new Set())
    expect(await one.among(['ada'])).toEqual(new Set(['ada']))
    await one.add('bola')
    await server.start()
    await vi.waitFor(async () => expect(await two.among(['ada', 'bola'])).toEqual(new Set(['ada', 'bola'])), wait)
  })
})

describe('the Redis rate limiter', () => {
  it('shares limits across processes, refills, and allows calls while Redis is down', async () => {
    const [one, two] = [await open(), await open()]
    const allowance = { burst: 3, perSecond: 0.5 }
    const take = (redis: Redis, seconds: number) =>
      takeToken(redis, 'ada', allowance, new Date(Date.UTC(2026, 0, 1) + seconds * 1000))
    expect([await take(one, 0), await take(two, 0), await take(one, 0)]).toEqual([0, 0, 0])
    expect(await take(two, 0)).toBe(2)
    expect([await take(two, 2), await take(one, 2)]).toEqual([0, 2])
    server.freeze()
    expect(await take(one, 60)).toBeUndefined()
    server.thaw()
  })
})
