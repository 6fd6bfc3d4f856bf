import fastify, { type FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { sql } from '../db/db.ts'
import { openDb, type OpenDb } from '../db/open-db.ts'
import { rootDir } from '../config.ts'
import { createLocalBus } from '../redis/bus.ts'
import { databaseCheck, serveHealth } from './health.ts'
import { answerError } from '../http/server.ts'
import { createLog } from './log.ts'
import { createMetrics, observeBus, observeClock, observeDatabase, observeRequests, serveMetrics } from './metrics.ts'

const TOKEN = 'a token of the scraper'
let database: TestDatabase
let db: OpenDb
let app: FastifyInstance

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 4, log: createLog({ logLevel: 'silent' }) })
  app = fastify()
  app.setErrorHandler(answerError)
  const metrics = createMetrics()
  observeRequests(app, metrics)
  observeBus(metrics, createLocalBus())
  observeClock(metrics, { aheadSeconds: () => 0 })
  observeDatabase(metrics, { db, pool: db.pool })
  serveHealth(app, { database: databaseCheck(db), files: async () => undefined })
  serveMetrics(app, metrics, TOKEN)
  app.get('/things/:id', async () => ({}))
})
afterEach(async () => {
  await app.close()
  if (!db.pool.ended) await db.close()
  await database.drop()
})

const get = async (url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) => {
  const { statusCode, body } = await app.inject({ url, ...options })
  return { status: statusCode, body }
}

describe('health checks', () => {
  it('add the fields they are given', async () => {
    const other = fastify()
    serveHealth(other, {}, () => ({ demo: 'filling' }))
    expect((await other.inject('/health/ready')).json()).toEqual({ status: 'ready', parts: {}, demo: 'filling' })
    await other.close()
  })

  it('are live and ready when every part works', async () => {
    expect((await get('/health/live')).status).toBe(200)
    const { status, body } = await get('/health/ready')
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { status: 'ready', parts: { database: { ok: true }, files: { ok: true } } },
    ])
  })

  it('are serving until the process is stopped', async () => {
    const other = fastify()
    const { failReadiness } = serveHealth(other, { files: async () => Promise.reject(new Error('away')) })
    const statusesOf = () =>
      Promise.all(['live', 'ready', 'serving'].map(async (name) => (await other.inject(`/health/${name}`)).statusCode))
    expect(await statusesOf()).toEqual([200, 503, 200])
    failReadiness()
    expect(await statusesOf()).toEqual([200, 503, 503])
    await other.close()
  })

  it('run once for callers at the same time', async () => {
    const other = fastify()
    let [arrived, runs] = [0, 0]
    let finish = () => {}
    other.addHook('onRequest', async () => void (arrived += 1))
    const files = () => ((runs += 1), new Promise<void>((resolve) => (finish = resolve)))
    serveHealth(other, { files })
    await other.ready()
    const callers = Array.from({ length: 20 }, async () => (await other.inject('/health/ready')).statusCode)
    await vi.waitFor(() => expect(arrived).toBe(20))
    await new Promise((resolve) => setImmediate(resolve))
    finish()
    expect(new Set(await Promise.all(callers))).toEqual(new Set([200]))
    expect(runs).toBe(1)
    await other.close()
  })

  it('name the code of an error, because its text may contain addresses', async () => {
    const other = fastify()
    serveHealth(other, {
      database: () => new Promise((_, reject) => connect(1, '127.0.0.1').on('error', reject)),
      files: () => writeFile(join(rootDir, 'no-such-folder', 'file'), ''),
      jobs: async () => Promise.reject(new Error('No job worker is running')),
    })
    expect((await other.inject('/health/ready')).json().parts).toEqual({
      database: { ok: false, reason: 'ECONNREFUSED' },
      files: { ok: false, reason: 'ENOENT' },
      jobs: { ok: false, reason: 'No job worker is running' },
    })
    await other.close()
  })

  it('are live but not ready, with a reason, without the database', async () => {
    await db.close()
    expect((await get('/health/live')).status).toBe(200)
    expect((await get('/health/serving')).status).toBe(200)
    const { status, body } = await get('/health/ready')
    expect(status).toBe(503)
    expect(JSON.parse(body)).toMatchObject({
      status: 'not ready',
      parts: { database: { ok: false, reason: expect.any(String) } },
    })
  })
})

describe('the check of the database', () => {
  it.each([
    ['is read-only', 'default_transaction_read_only=on', 'takes no writes: it is read-only'],
    ['cannot write files, as on a full disk', 'temp_file_limit=0', '53400'],
  ])('fails when it answers but %s', async (_, setting, reason) => {
    const url = new URL(database.url)
    url.searchParams.set('options', `-c ${setting}`)
    const limited = await openDb(url.href, { poolSize: 2, log: createLog({ logLevel: 'silent' }) })
    const server = fastify()
    serveHealth(server, { database: databaseCheck(limited) })
    const response = await server.inject('/health/ready')
    expect([response.statusCode, response.json().parts]).toEqual([503, { database: { ok: false, reason } }])
    await limited.close()
  })

  it('runs again for later callers while an earlier run gets no answer', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let runs = 0
    const check = databaseCheck({
      ...db,
      transaction: (work) => ((runs += 1), runs === 1 ? new Promise(() => undefined) : db.transaction(work)),
    })
    void check()
    void check()
    expect(runs).toBe(1)
    vi.advanceTimersByTime(2_000)
    const later = check()
    vi.useRealTimers()
    expect(runs).toBe(2)
    await later
  })

  it('runs once for callers at the same time', async () => {
    let runs = 0
    const check = databaseCheck({ ...db, transaction: (work) => ((runs += 1), db.transaction(work)) })
    await Promise.all([check(), check(), check()])
    await check()
    expect(runs).toBe(2)
  })
})

describe('metrics', () => {
  it('measure requests by route, connections, jobs and the event loop', async () => {
    await get('/things/1')
    await get('/things/2')
    const { body } = await get('/metrics')
    expect(body).toContain(
      'fettle_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 2',
    )
    expect(body).toContain('fettle_jobs{state="due"} 0')
    expect(body).toContain('fettle_database_connections{state="waiting"} 0')
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('count the jobs and connections of services with databases of their own', async () => {
    const other = await createTestDatabase()
    const own = await openDb(other.url, { poolSize: 1, log: createLog({ logLevel: 'silent' }) })
    await own.execute(sql`select graphile_worker.add_job('chat.scheduled.send', '{}'::json)`)
    const server = fastify()
    const metrics = createMetrics()
    observeDatabase(metrics, { db, pool: db.pool, services: { chat: { db: own } } })
    serveMetrics(server, metrics)
    const { body } = await server.inject('/metrics')
    expect(body).toContain('fettle_jobs{state="due"} 0')
    expect(body).toContain('fettle_jobs{database="chat",state="due"} 1')
    expect(body).toContain('fettle_database_connections{database="chat",state="waiting"} 0')
    await server.close()
    await own.close()
    await other.drop()
  })

  it.each(['alerts.yml', 'dashboard.json'])('have every name that %s uses', async (file) => {
    await get('/things/1')
    const { body } = await get('/metrics')
    const text = readFileSync(join(rootDir, 'deploy/observability', file), 'utf8')
    const names = new Set(text.match(/\b(?:fettle|nodejs|process)_[a-z0-9_]+/g))
    expect(names.size).toBeGreaterThan(4)
    expect([...names].filter((name) => !body.includes(`${name}{`) && !body.includes(`${name} `))).toEqual([])
  })

  it('leave out the jobs while the database is away', async () => {
    expect((await get('/metrics')).body).toContain('fettle_jobs{state="due"}')
    await db.close()
    const { status, body } = await get('/metrics')
    expect(status).toBe(200)
    expect(body).toContain('fettle_database_connections{state="busy"} 0')
    expect(body).not.toContain('fettle_jobs{')
  })

  it('are there while every connection is in use', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => db.pool.connect()))
    const server = fastify()
    const metrics = createMetrics()
    observeDatabase(metrics, { db, pool: db.pool, timeoutMs: 1 })
    serveMetrics(server, metrics)
    const { statusCode, body } = await server.inject('/metrics')
    for (const client of clients) client.release()
    expect(statusCode).toBe(200)
    expect(body).toContain('fettle_database_connections{state="busy"} 4')
    await server.close()
  })

  it('need a local address or the token', async () => {
    const stranger = { remoteAddress: '10.1.2.3' }
    expect((await get('/metrics')).status).toBe(200)
    expect((await get('/metrics', stranger)).status).toBe(403)
    expect((await get('/metrics', { headers: { 'x-forwarded-for': '10.1.2.3' } })).status).toBe(403)
    expect((await get('/metrics', { ...stranger, headers: { authorization: 'Bearer wrong' } })).status).toBe(403)
    expect((await get('/metrics', { ...stranger, headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
  })
})
