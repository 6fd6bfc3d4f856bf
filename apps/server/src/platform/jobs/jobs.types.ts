import type { Queryable } from '../db/db.ts'

export interface JobOptions {
  /** When it is due; at once unless given. */
  runAt?: Date
  /** A later job of the same key replaces the earlier one. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  maxAttempts?: number
}

/** Work done later, at least once: every handler must be safe to run twice. One that throws a `PermanentError` is not tried again. */
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
