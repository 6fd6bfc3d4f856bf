import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { run, type JobHelpers, type WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { OpenDb } from '../db/open-db.ts'
import { PermanentError, requeueFailed, requeuePostponed, type RunningJob } from './failed-jobs.ts'
import { acquireWorkerLock } from './worker-lock.ts'
import type { JobHandler } from './jobs.types.ts'
import { PostponedError } from './external-server-slots.ts'
import { workerLogger } from './worker-logger.ts'

export interface JobWorker {
  /** Rejects with the reason while no worker runs. */
  check(): Promise<void>
  /** Takes no more jobs and waits for running ones. */
  stop(): Promise<void>
}

interface WorkerOptions {
  db: OpenDb
  clock: Clock
  log: Logger
  handlers: ReadonlyMap<string, JobHandler<unknown>>
}

/** One run of graphile-worker, with its own id. */
interface WorkerRun {
  /** Resolves with the reason when this run has to be replaced. */
  failed: Promise<unknown>
  stop(): Promise<void>
}

const MAX_CONCURRENT_JOBS = 4
/** Maximum delay of a scheduled job. Jobs due at once wake the worker by notification. */
const POLL_INTERVAL_MS = 250
/** Longest pause before a job that is early looks at the clock again, which may have been corrected. */
const MAX_EARLY_PAUSE_MS = 1_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/**
 * Starts a worker and replaces it whenever it loses the database, with growing delays. Jobs of the lost worker are
 * released with its lock, so the next one runs them.
 */
export async function startJobWorker(options: WorkerOptions): Promise<JobWorker> {
  const { log } = options
  const stopping = new AbortController()
  let current: WorkerRun | undefined = await startRun(options)
  let failure: unknown

  const supervise = async () => {
    while (current && !stopping.signal.aborted) {
      failure = await current.failed
      if (stopping.signal.aborted) return
      log.warn({ err: failure }, 'job worker failed, restarting')
      const failed = current
      current = undefined
      await failed.stop()
      current = await restart(options, stopping.signal)
      if (current) log.info('started a new job worker')
    }
  }
  const supervised = supervise()

  return {
    async check() {
      if (!current) throw new Error(`No job worker is running: ${String(failure)}`)
    },
    async stop() {
      stopping.abort()
      const last = current
      await last?.stop()
      // A run that is starting meanwhile is awaited and stopped too.
      if (!last) await supervised
      if (current !== last) await current?.stop()
    },
  }
}

async function restart(options: WorkerOptions, signal: AbortSignal): Promise<WorkerRun | undefined> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    await wait(pause, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      return await startRun(options)
    } catch (error) {
      options.log.warn({ err: error }, 'job worker restart failed, will retry')
    }
  }
  return undefined
}

async function startRun({ db, clock, log, handlers }: WorkerOptions): Promise<WorkerRun> {
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<unknown>((resolve) => (fail = resolve))
  const statements = reportFailures(db.direct, fail)
  const events = new EventEmitter() as WorkerEvents
  let id = ''
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
    // Until here it only checked its tables, and a failure is one of the start.
    statements.begin()
  })
  const runner = await run({
    pgPool: statements.pool,
    events,
    logger: workerLogger(log),
    // The caller decides when to stop.
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Array.from(handlers, ([task, handler]) => [
        task,
        async (payload: unknown, helpers: JobHelpers) => {
          await untilDue(clock, helpers)
          try {
            await handler(payload, { isRetry: helpers.job.attempts > 1 })
          } catch (error) {
            if (error instanceof PostponedError) {
              await requeuePostponed(db, await toRunningJob(task, payload, helpers), error)
              return
            }
            if (!(error instanceof PermanentError)) throw error
            log.warn({ err: error, task }, 'job failed permanently and was given up')
            await requeueFailed(db, await toRunningJob(task, payload, helpers), error, null)
          }
        },
      ]),
    ),
    preset: {
      worker: {
        concurrentJobs: MAX_CONCURRENT_JOBS,
        pollInterval: POLL_INTERVAL_MS,
        // One query for all workers, with a short lease so that another process can take over.
        localQueue: { size: MAX_CONCURRENT_JOBS + 1, ttl: 10_000 },
        gracefulShutdownAbortTimeout: 10_000,
      },
    },
  })
  runner.promise.then(() => fail(new Error('the worker stopped by itself')), fail)
  const stopRunner = async () => {
    // Throws if it is already stopping.
    await runner.stop().catch(() => undefined)
    await runner.promise.catch(() => undefined)
    await statements.settled()
  }
  try {
    const lock = await acquireWorkerLock(db, { workerId: id, log, onLost: fail })
    return {
      failed,
      async stop() {
        await stopRunner()
        await lock.release()
      },
    }
  } catch (error) {
    await stopRunner()
    throw error
  }
}

/**
 * The queue takes jobs by the database's clock, handlers decide by this process's, which may be up to two seconds
 * behind: a handler called too early would find nothing due and end its job. Jobs that were due when they were added
 * are not held back.
 */
async function untilDue(clock: Clock, { job, abortSignal: signal }: JobHelpers): Promise<void> {
  if (job.run_at <= job.created_at) return
  for (let earlyMs = leftUntil(job.run_at, clock); earlyMs > 0; earlyMs = leftUntil(job.run_at, clock))
    await wait(Math.min(earlyMs, MAX_EARLY_PAUSE_MS), undefined, { signal })
}

const leftUntil = (time: Date, clock: Clock) => time.getTime() - clock.now().getTime()

const toRunningJob = async (
  task: string,
  payload: unknown,
  { job, getQueueName }: JobHelpers,
): Promise<RunningJob> => ({
  task,
  payload,
  key: job.key,
  queue: await getQueueName(job.job_queue_id),
  attempts: job.attempts,
  maxAttempts: job.max_attempts,
  lastError: job.last_error,
})

const NO_ROWS = { rows: [], rowCount: 0 }

/**
 * A pool for graphile-worker that reports failing statements and returns no rows for them. graphile-worker 0.17 does
 * not catch the statements that record how a job ended, so their rejection would end this process; batching them
 * (`completeJobBatchDelay`) catches it, but then a stop can wait for ever. Its `LISTEN` connection by callback is
 * passed through, because it reconnects itself.
 */
function reportFailures(pool: Pool, report: (error: unknown) => void) {
  let hasStarted = false
  const underWay = new Set<Promise<unknown>>()

  const reported = async <T>(work: Promise<T>): Promise<T | undefined> => {
    underWay.add(work)
    try {
      return await work
    } catch (error) {
      if (!hasStarted) throw error
      report(error)
      return undefined
    } finally {
      underWay.delete(work)
    }
  }
  type Callback = Parameters<Pool['connect']>[0]
  const connect = (callback?: Callback) => (callback ? pool.connect(callback) : take())
  const take = async () => {
    const client: PoolClient | undefined = await reported(pool.connect())
    if (!client) return { query: async () => NO_ROWS, release: () => undefined }
    return {
      query: async (statement: string | QueryConfig, values?: unknown[]) =>
        (await reported(client.query(statement as string, values))) ?? NO_ROWS,
      release: () => client.release(),
    }
  }
  return {
    pool: Object.create(pool, { connect: { value: connect } }) as Pool,
    begin: () => (hasStarted = true),
    /** Resolves when every sent statement has been answered. */
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}
