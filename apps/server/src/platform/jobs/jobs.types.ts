import type { Queryable } from '../db/db.ts'
import type { ExternalServer } from './external-server-slots.ts'

export interface JobOptions {
  /** Due time. Default: at once. */
  runAt?: Date
  /** Due after this time instead, by the database's clock, because that of this process may be wrong. */
  delayMs?: number
  /** A later job with the same key replaces the earlier one. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  maxAttempts?: number
}

/** A job of a deadline or reminder, see `JobOptions`. */
export interface ScheduledJob {
  payload: unknown
  runAt: Date
  key: string
  queue: string
}

/** Work done later, at least once: every handler must be safe to run twice. One that throws a `PermanentError` is not tried again. */
export type JobHandler<Payload> = (payload: Payload, run: { isRetry: boolean }) => Promise<void>

/**
 * A job queue by the injected clock. With the system clock, a worker runs due jobs in the background, compared with the
 * database's time so that several machines agree. With a `ManualClock` there is no worker: `runDue` runs the jobs that
 * are due by that clock, in order of time, until none is left. So a test advances the clock, calls `runDue` and checks
 * the result, without waiting or races.
 */
export interface Jobs {
  /** Registers the handler of a task. Called before `start`. */
  handle<Payload>(task: string, handler: JobHandler<Payload>): void
  /** Registers a recurring job. A missed run is made up for once. */
  repeat(task: string, everyMilliseconds: number, handler: () => Promise<void>): void
  /** Enqueues a job in the caller's transaction, and rolls back with it. */
  add(tx: Queryable, task: string, payload: unknown, options?: JobOptions): Promise<void>
  /** Enqueues jobs of one task in one statement. */
  addScheduled(tx: Queryable, task: string, scheduled: readonly ScheduledJob[]): Promise<void>
  /**
   * Does the work of a job that waits for an external server, which may be silent. While too many jobs do, it throws a
   * `PostponedError`, which puts the job off.
   */
  withExternalServer<Result>(server: ExternalServer, work: () => Promise<Result>): Promise<Result>
  /** Deletes jobs by key, unless they have run. */
  cancel(tx: Queryable, ...keys: string[]): Promise<void>
  /**
   * Runs everything due by the clock, including newly due jobs, in order of time. Returns the number of jobs. A failed
   * job is requeued, and its error is thrown after all others have run.
   */
  runDue(): Promise<number>
  /** Rejects while no worker runs although one should. */
  check(): Promise<void>
  start(): Promise<void>
  /** Waits for running jobs. */
  stop(): Promise<void>
}
