import type { Queryable } from './db.ts'

export interface JobOptions {
  /** When it is due; at once unless given. */
  runAt?: Date
  /** A later job of the same key replaces the earlier one. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  maxAttempts?: number
}

/** Work done later, at least once: every handler must be safe to run twice. */
export type JobHandler<Payload> = (payload: Payload) => Promise<void>

export interface Jobs {
  /** Names the handler of a task. Called while modules are joined, before `start`. */
  handle<Payload>(task: string, handler: JobHandler<Payload>): void
  /** Enqueues in the transaction of the change that asks for it, and rolls back with it. */
  add(tx: Queryable, task: string, payload: unknown, options?: JobOptions): Promise<void>
  /** Forgets a job by its key, if it has not run yet. */
  cancel(tx: Queryable, key: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}
