import { startPostgres } from '@fettle/local-postgres'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { buildApp, type ServiceStore } from './app.ts'
import { CUSTOMER_APP_PATH, serveCustomerApp } from './customer-app.ts'
import { createDemo, serveDemoFaces, warnOfDemoData } from './demo.ts'
import { watchParent } from './parent-watchdog.ts'
import { startSimulator } from './simulator.ts'
import { createLocalBus } from './platform/redis/bus.ts'
import { createRedisBus } from './platform/redis/redis-bus.ts'
import { openRedis, type Redis } from './platform/redis/redis.ts'
import { DEFAULT_MAIL_FROM, loadConfig, readEnvironment, type Config, type Role } from './platform/config.ts'
import { createDatabaseClock } from './platform/db/database-clock.ts'
import { isConnectionLoss } from './platform/db/connection-loss.ts'
import { openDb, type OpenDb } from './platform/db/open-db.ts'
import { createReplicaReads, primaryReads, type ReplicaReads } from './platform/db/replica.ts'
import { createDiskStore } from './platform/files/disk.ts'
import { createFiles } from './platform/files/files.ts'
import { createS3Store } from './platform/files/s3.ts'
import { createIds } from './platform/ids.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLog } from './platform/observability/log.ts'
import {
  createMetrics,
  observeBus,
  observeClock,
  observeDatabase,
  observeReplica,
} from './platform/observability/metrics.ts'
import { startTracing } from './platform/observability/tracing.ts'
import { migrate } from './platform/db/migrate.ts'
import { loadSecrets } from './platform/secrets.ts'
import { errorCodeOf, isStartError, StartError } from './platform/start-error.ts'

/** Two signals within this time count as one: Ctrl-C arrives from the terminal and again through npm. */
const REPEATED_SIGNAL_MS = 1_000
/** Time until a forced exit after everything is closed, in case something keeps the process alive. */
const SHUTDOWN_GRACE_MS = 3_000
const PORT_TIMEOUT_MS = 1_000

/** Roles that process jobs. Chat and inbox process their own wherever they run. */
const workers: ReadonlySet<Role> = new Set(['worker', 'chat', 'inbox'])

/** Closers of started parts, in the order in which they are stopped: last started first. */
type Closers = (() => Promise<void>)[]

async function start(env: NodeJS.ProcessEnv, closers: Closers): Promise<{ config: Config; log: Logger }> {
  const configured = loadConfig(env)
  const config = await withFreePort(configured)
  ensureWritable(config.dataDir)
  const secrets = loadSecrets(config, env)
  const log = createLog(config)
  warn(config, log)

  if (config.tracesUrl) {
    const stopTracing = await startTracing(config.tracesUrl, { 'fettle.roles': config.roles.join(',') })
    closers.unshift(stopTracing)
  }

  let { databaseUrl } = config
  if (!databaseUrl) {
    const postgres = await startPostgres({ dataDir: config.dataDir, log })
    closers.unshift(() => postgres.stop())
    databaseUrl = postgres.url
  }
  const db = await openDb(databaseUrl, {
    poolSize: config.poolSize,
    log,
    limitsStatements: true,
    directUrl: config.databaseDirectUrl,
    preparesStatements: config.preparesStatements,
  })
  closers.unshift(() => db.close())
  await migrate(db.direct, log)
  if (config.production && !config.demo) await warnOfDemoData(db, log)

  const clock = await createDatabaseClock(db, log)
  closers.unshift(async () => clock.close())
  const works = config.roles.some((role) => workers.has(role))
  const metrics = createMetrics(config.roles)
  observeClock(metrics, clock)
  const redis = config.redisUrl ? await openRedis(config.redisUrl, { log }) : undefined
  if (redis) closers.unshift(() => redis.close())
  const bus = redis ? createRedisBus(redis) : createLocalBus()
  closers.unshift(() => bus.close())
  observeBus(metrics, bus)
  const openStore = async (url: string, setting: string): Promise<ServiceStore> => {
    const serviceDb = await openDb(url, { poolSize: config.poolSize, log, setting, limitsStatements: true })
    closers.unshift(() => serviceDb.close())
    await migrate(serviceDb.direct, log)
    return { db: serviceDb, jobs: createJobs({ db: serviceDb, log, clock, works }) }
  }
  const { chatDatabaseUrl, inboxDatabaseUrl } = config
  const stores = {
    ...(chatDatabaseUrl &&
      config.roles.includes('chat') && { chat: await openStore(chatDatabaseUrl, 'CHAT_DATABASE_URL') }),
    ...(inboxDatabaseUrl && { inbox: await openStore(inboxDatabaseUrl, 'INBOX_DATABASE_URL') }),
  }
  observeDatabase(metrics, { db, pool: db.pool, services: stores })
  const replica = await openReplica(config, { db, redis, log, metrics }, closers)
  const foundation = {
    config,
    secrets,
    log,
    clock,
    ids: createIds(clock),
    db,
    replica,
    stores,
    jobs: createJobs({ db, log, clock, works }),
    files: createFiles(config.s3 ? createS3Store(config.s3) : createDiskStore(config), {
      key: secrets.fileUrlKey,
      clock,
    }),
    bus,
    redis,
    metrics,
  }
  const demo = config.demo && config.roles.includes('api') ? createDemo(config, log) : undefined
  const app = await buildApp({ ...foundation, describeHealth: demo?.describe })
  closers.unshift(() => app.close())
  if (demo) serveDemoFaces(app.http)
  const customerApp = demo && !config.production ? serveCustomerApp(app.http, config, log) : undefined
  await app.listen().catch((error: unknown) => {
    throw whyNotListening(error, config)
  })
  if (demo) {
    closers.unshift(() => demo.stop())
    demo.start(databaseUrl, () => {
      if (customerApp) {
        customerApp.start()
        closers.unshift(() => customerApp.stop())
      }
      if (!config.simulator || config.production) return
      const customers = startSimulator(config, log)
      closers.unshift(() => customers.stop())
    })
  }
  return { config, log }
}

/** Reads on the replica that the configuration names. One that is away delays nothing: the primary is read instead. */
async function openReplica(
  { databaseReplicaUrl, databaseDirectUrl, poolSize, preparesStatements }: Config,
  { db, redis, log, metrics }: { db: OpenDb; redis: Redis | undefined; log: Logger; metrics: Registry },
  closers: Closers,
): Promise<ReplicaReads> {
  if (!databaseReplicaUrl || !redis) return primaryReads
  const replica = await openDb(databaseReplicaUrl, {
    poolSize,
    log,
    // Where the primary has a pooler, the replica may have one too.
    limitsStatements: !databaseDirectUrl,
    preparesStatements,
    mayBeUnreachable: true,
  })
  closers.unshift(() => replica.close())
  const reads = createReplicaReads({ primary: db, replica, redis }, log)
  closers.unshift(async () => reads.close())
  observeReplica(metrics, reads)
  return reads
}

/** Checks before starting anything that the port is free, or picks one if any will do. */
async function withFreePort(config: Config): Promise<Config> {
  const until = Date.now() + PORT_TIMEOUT_MS
  for (;;) {
    try {
      const port = await probe(config)
      return config.port === 0
        ? Object.freeze({ ...config, port, origin: config.origin.replace(/:0$/, `:${port}`) })
        : config
    } catch (error) {
      // A server that was just stopped may need a moment to release the port.
      if (errorCodeOf(error) !== 'EADDRINUSE' || Date.now() > until) throw whyNotListening(error, config)
      await wait(50)
    }
  }
}

const probe = ({ port, host }: Config) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host }, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

function whyNotListening(error: unknown, { port, host }: Config): unknown {
  switch (errorCodeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use. Stop the other program or choose another with PORT=${port === 65535 ? 4310 : port + 1}.`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} needs administrator rights. Choose one above 1023, such as PORT=4310.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `This machine has no address ${host}. Correct HOST, or remove it to be reached from this machine only.`,
      )
    default:
      return error
  }
}

function ensureWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `Cannot write to the data folder ${folder} (${errorCodeOf(error) ?? String(error)}). Make it writable or choose another with FETTLE_DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Warns of settings that work but may surprise. */
function warn(config: Config, log: Logger): void {
  if (config.production && !config.smtpUrl)
    log.warn('SMTP_URL is not set: verification codes cannot be sent, so nobody can register')
  if (config.production && config.smtpUrl && config.mailFrom === DEFAULT_MAIL_FROM)
    log.warn(`MAIL_FROM is not set: mails come from ${DEFAULT_MAIL_FROM}, which mail servers refuse`)
  if (config.production && config.origin.startsWith('http://localhost'))
    log.warn('PUBLIC_URL is not set: links in mails point to localhost')
  if (config.production && config.origin.startsWith('https:') && config.trustProxy === false)
    log.warn('TRUST_PROXY is not set: all clients behind the proxy of PUBLIC_URL share the limits of one address')
  if (config.production && !config.vapid) log.info('VAPID_* is not set: no web push is sent')
}

function announce({ origin, demo, outbox, production, dataDir }: Config): void {
  const lines = [
    ['', `Fettle is at ${origin}`],
    ...(demo
      ? [
          ['Log in as', 'ada@fettle.test (busy) or bola@fettle.test (new), password fettle-demo-2026'],
          ...(production ? [] : [['Customer', `${origin}${CUSTOMER_APP_PATH}, beside it as Sarah Mensah`]]),
          ['Test key', 'mk_test_demo, for /v2/marketplace'],
        ]
      : []),
    ...(outbox ? [['Mail, SMS', `${origin}/dev/outbox`]] : []),
    ['API', `${origin}/v2/docs`],
    ['Data', dataDir],
    ['', 'Ctrl-C stops it.'],
  ]
  console.log(`\n${lines.map(([name, value]) => (name ? `  ${name.padEnd(10)} ${value}` : `  ${value}`)).join('\n')}\n`)
}

async function main(): Promise<void> {
  const closers: Closers = []
  let log: Logger | undefined
  let stopRequestedAt: number | undefined
  let started = false

  const stop = async () => {
    for (let close = closers.shift(); close; close = closers.shift()) {
      await close().catch((error: unknown) => {
        process.exitCode = 1
        log?.error({ err: error }, 'stopping failed')
      })
    }
    setTimeout(() => process.exit(), SHUTDOWN_GRACE_MS).unref()
  }
  const requestStop = (reason: string) => {
    if (stopRequestedAt === undefined) {
      stopRequestedAt = Date.now()
      log?.info({ reason }, 'stopping')
      if (started) void stop()
    } else if (Date.now() - stopRequestedAt > REPEATED_SIGNAL_MS) {
      // A second signal forces the exit. The embedded database shuts itself down.
      process.exit(1)
    }
  }
  process.on('SIGINT', () => requestStop('SIGINT'))
  process.on('SIGTERM', () => requestStop('SIGTERM'))
  process.on('uncaughtException', (error) => fail(error))
  process.on('unhandledRejection', (error) => {
    // An unhandled rejection of a library must not stop the process if only the database connection was lost.
    if (log && isConnectionLoss(error)) log.error({ err: error }, 'unhandled loss of a database connection')
    else fail(error)
  })
  function fail(error: unknown) {
    process.exitCode = 1
    if (log) log.fatal({ err: error }, 'unexpected error')
    else console.error(error)
    requestStop('unexpected error')
  }
  watchParent(() => requestStop('npm is gone'))

  try {
    const running = await start(readEnvironment(), closers)
    started = true
    log = running.log
    if (stopRequestedAt === undefined) announce(running.config)
    else await stop()
  } catch (error) {
    process.exitCode = 1
    console.error(isStartError(error) ? error.message : error)
    await stop()
  }
}

await main()
