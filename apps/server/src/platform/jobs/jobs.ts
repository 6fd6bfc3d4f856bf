import type { Logger } from 'pino'
import { ManualClock, type Clock } from '../clock.ts'
import { sql, type OpenDb, type Queryable } from '../db/db.ts'
import { runDueJobs } from './run-due-jobs.ts'
import { startJobWorker, type JobWorker } from './worker.ts'

export interface JobOptions {
  /** When it is due; at once unless given. */
  runAt?: Date
  /** A later job of the same key replaces the earlier one. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  maxAttempts?: number
}

/** Work done later, at least once: every handler must be safe to run twice. One that throws `Hopeless` is not tried again. */
export type JobHandler<Payload> = (payload: Payload) => Promise<void>

/**
 * Jobs are due by the injected clock. With the system's clock a worker runs them in the background as they fall due,
 * compared with the database's time so that several machines agree. With a `ManualClock` there is no worker: nothing
 * runs by itself, and `runDue` runs what is due by that clock, in order of time, until nothing is. So a test turns the
 * clock, calls `runDue` and looks at the result, without waiting and without races.
 */
export interface Jobs {
  /** Names the handler of a task. Called while modules are joined, before `start`. */
  handle<Payload>(task: string, handler: JobHandler<Payload>): void
  /** The same, run again and again. A run that is missed is made up for once. */
  repeat(task: string, everyMilliseconds: number, handler: () => Promise<void>): void
  /** Enqueues in the transaction of the change that asks for it, and rolls back with it. */
  add(tx: Queryable, task: string, payload: unknown, options?: JobOptions): Promise<void>
  /** Forgets a job by its key, if it has not run yet. */
  cancel(tx: Queryable, key: string): Promise<void>
  /**
   * Runs everything due by the clock, and what falls due through that, in order of time; answers how many ran.
   * A job that fails is put back for its next attempt, and its error is thrown once all others have run.
   */
  runDue(): Promise<number>
  /** Rejects while no worker runs although one should. */
  check(): Promise<void>
  start(): Promise<void>
  /** Waits for the jobs under way. */
  stop(): Promise<void>
}

/** The job queue in the database. `works: false` only enqueues: another process does the work. */
export function createJobs({
  db,
  log,
  clock,
  works = true,
}: {
  db: OpenDb
  log: Logger
  clock: Clock
  works?: boolean
}): Jobs {
  const manual = clock instanceof ManualClock
  const handlers = new Map<string, JobHandler<unknown>>()
  const repeated = new Map<string, number>()
  let worker: JobWorker | undefined

  const inMilliseconds = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

  const jobs: Jobs = {
    handle(task, handler) {
      if (handlers.has(task)) throw new Error(`The job ${task} already has a handler.`)
      handlers.set(task, handler as JobHandler<unknown>)
    },
    repeat(task, every, handler) {
      repeated.set(task, every)
      jobs.handle(task, async () => {
        // Before the work: a run that fails is not tried again, the next one comes at its time.
        await jobs.add(db, task, {}, { key: task, runAt: inMilliseconds(every) })
        await handler()
      })
    },
    async add(tx, task, payload, { runAt, key, queue, maxAttempts } = {}) {
      // "At once" is left to the database: our clock may be ahead of the one that decides what is due.
      const due = runAt ?? (manual ? clock.now() : null)
      await tx.execute(sql`
        select graphile_worker.add_job(${task}, ${JSON.stringify(payload ?? {})}::json, queue_name := ${queue ?? null},
          run_at := ${due}::timestamptz, max_attempts := ${maxAttempts ?? null}::int, job_key := ${key ?? null})`)
    },
    async cancel(tx, key) {
      await tx.execute(sql`select graphile_worker.remove_job(${key})`)
    },
    runDue: () => runDueJobs(db, clock, handlers),
    async check() {
      await worker?.check()
    },
    async start() {
      if (!works || worker) return
      for (const [task, every] of repeated) {
        await db.execute(sql`
          select graphile_worker.add_job(${task}, '{}'::json, run_at := ${inMilliseconds(every)}::timestamptz, job_key := ${task},
            job_key_mode := 'preserve_run_at')`)
      }
      if (manual || handlers.size === 0) return
      worker = await startJobWorker({ db, log, handlers })
    },
    async stop() {
      const stopping = worker
      worker = undefined
      await stopping?.stop()
    },
  }
  return jobs
}
