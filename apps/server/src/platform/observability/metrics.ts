import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Bus } from '../redis/bus.ts'
import { equalsInConstantTime } from '../crypto/constant-time.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import { sql, type Db } from '../db/db.ts'
import type { OpenDb } from '../db/open-db.ts'
import type { ReplicaReads } from '../db/replica.ts'
import { AppError } from '../errors.ts'
import { withinTime } from '../redis/within-time.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it is answered only once something happens: its time says nothing about the server. */
    isLongPoll?: boolean
  }
}

/** One registry per app, so that several apps in one test process do not collide. Every metric says the process's roles. */
export function createMetrics(roles: readonly string[] = []): Registry {
  const registry = new Registry()
  if (roles.length > 0) registry.setDefaultLabels({ roles: roles.join(',') })
  // Memory, CPU time, garbage collection and event loop lag.
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Measures requests by method, route and status, long polls aside. Call before registering routes. */
export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'fettle_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern instead of the path, because each id would create a series.
    const { config, url: route = 'none' } = request.routeOptions
    if (config.isLongPoll) return
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** Exposes a number that is read on each scrape. */
function observeNumber(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
  registry.registerMetric(gauge)
}

/** Exposes whether this process is connected to the bus. */
export function observeBus(registry: Registry, bus: Bus): void {
  const help = '1 while this process is connected to the bus, 0 while Redis is away.'
  observeNumber(registry, 'fettle_bus_connected', help, () => (bus.isConnected() ? 1 : 0))
}

/** Exposes how wrong this machine's clock is. */
export function observeClock(registry: Registry, clock: Pick<DatabaseClock, 'aheadSeconds'>): void {
  const help =
    "Seconds that this machine's clock is ahead of the database's, negative when behind. 0 within two seconds."
  observeNumber(registry, 'fettle_clock_ahead_seconds', help, () => clock.aheadSeconds())
}

/** Exposes how far the replica is behind. */
export function observeReplica(registry: Registry, replica: Pick<ReplicaReads, 'lagSeconds'>): void {
  const help = 'Seconds that the replica is behind. Beyond 5 this process reads from the primary only.'
  observeNumber(registry, 'fettle_database_replica_lag_seconds', help, () => replica.lagSeconds())
}

/** A scrape must not wait for a database that is away or has no free connection: that is when metrics are needed. */
const COUNT_TIMEOUT_MS = 2_000

interface ObservedDatabase {
  db: Db
  pool: pg.Pool
  timeoutMs?: number
  /** Services with databases of their own, by the label `database` of their metrics. */
  services?: Record<string, { db: OpenDb }>
}

/** Exposes pool usage and pending jobs, read on each scrape. Without an answer of the database jobs are left out. */
export function observeDatabase(
  registry: Registry,
  { db, pool, timeoutMs = COUNT_TIMEOUT_MS, services = {} }: ObservedDatabase,
): void {
  const observed = [
    { labels: {}, db, pool },
    ...Object.entries(services).map(([database, { db: serviceDb }]) => ({
      labels: { database },
      db: serviceDb,
      pool: serviceDb.pool,
    })),
  ]
  const countJobs = (database: Db) => {
    const counts = database.one<Record<'due' | 'planned' | 'running' | 'failed', number>>(sql`
      select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as due,
             count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()) as planned,
             count(*) filter (where locked_at is not null) as running,
             count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
      from graphile_worker.jobs`)
    return withinTime(timeoutMs, counts)
  }
  const connections = new Gauge({
    name: 'fettle_database_connections',
    help: 'Connections of this process to the database, and requests waiting for one.',
    labelNames: ['database', 'state'] as const,
    registers: [],
    collect() {
      for (const { labels, pool: observedPool } of observed) {
        this.set({ ...labels, state: 'busy' }, observedPool.totalCount - observedPool.idleCount)
        this.set({ ...labels, state: 'idle' }, observedPool.idleCount)
        this.set({ ...labels, state: 'waiting' }, observedPool.waitingCount)
      }
    },
  })
  const jobs = new Gauge({
    name: 'fettle_jobs',
    help: 'Jobs that are due, planned for later, under way, or given up after their last attempt.',
    labelNames: ['database', 'state'] as const,
    registers: [],
    async collect() {
      const countsByDatabase = await Promise.all(
        observed.map(async ({ labels, db: database }) => ({ labels, counts: await countJobs(database) })),
      )
      this.reset()
      for (const { labels, counts } of countsByDatabase)
        for (const [state, count] of Object.entries(counts ?? {})) this.set({ ...labels, state }, count)
    },
  })
  registry.registerMetric(connections)
  registry.registerMetric(jobs)
}

/** `GET /metrics` in Prometheus format: for this machine, or with the token. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token?: string): void {
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !knowsToken(request, token)) throw new AppError('FORBIDDEN')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Whether a request comes from this machine itself and not from a proxy on it. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return loopback && !headers['x-forwarded-for'] && !headers['forwarded'] && !headers['x-real-ip'] && !headers['via']
}

const knowsToken = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(headers.authorization ?? '', `Bearer ${token}`)
