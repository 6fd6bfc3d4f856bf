import { empty, sql, type Db, type Queryable, type Sql } from '../db/db.ts'
import type { PostponedError } from './external-server-slots.ts'

/** A failure that a retry cannot fix, such as an unknown address. The job is given up. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}

/** A job that is running. */
export interface RunningJob {
  task: string
  payload: unknown
  key: string | null
  queue: string | null
  /** Including this one. */
  attempts: number
  maxAttempts: number
  /** Of the attempt before, if it failed. */
  lastError: string | null
}

/**
 * Puts a failed job, which its caller removes, into the queue again with its error. After a PermanentError or its last
 * attempt it is given up: it stays in the queue, and nothing runs it unless it is replayed. `nextAt` is now by default.
 */
export async function requeueFailed(db: Db, job: RunningJob, error: unknown, nextAt: Date | null): Promise<void> {
  const maxAttempts = error instanceof PermanentError ? job.attempts : job.maxAttempts
  await requeue(db, { ...job, maxAttempts, lastError: String(error) }, sql`${nextAt}::timestamptz`)
}

/**
 * Puts a job that has to wait, which its caller removes, into the queue again, with the attempts it had before. `now`: a
 * manual time, instead of the database's.
 */
export function requeuePostponed(db: Db, job: RunningJob, { delayMs }: PostponedError, now?: Date): Promise<void> {
  const runAt = sql`coalesce(${now ?? null}::timestamptz, now()) + ${delayMs} * interval '1 millisecond'`
  // A job that was added with the same key meanwhile keeps its time.
  return requeue(db, { ...job, attempts: job.attempts - 1 }, runAt, 'preserve_run_at')
}

async function requeue(
  db: Db,
  job: RunningJob,
  runAt: Sql,
  keyMode: 'replace' | 'preserve_run_at' = 'replace',
): Promise<void> {
  const { task, payload, key, queue, attempts, maxAttempts, lastError } = job
  await db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`
      select id::text from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := ${queue},
        run_at := ${runAt}, max_attempts := ${maxAttempts}::int, job_key := ${key}, job_key_mode := ${keyMode})`)
    if (attempts === 0) return
    if (lastError !== null)
      await tx.execute(sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${lastError})`)
    await tx.execute(sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], attempts := ${attempts}::int)`)
  })
}

/** A job whose last attempt failed. */
export interface FailedJob {
  id: string
  task: string
  key: string | null
  queue: string | null
  attempts: number
  maxAttempts: number
  error: string
  isGivenUp: boolean
  nextAt: Date
  createdAt: Date
}

/** The failed jobs of some tasks that are not running now. A replayed job has no attempts until it runs. */
const failedJobs = (tasks: readonly string[]) => sql`
  graphile_worker.jobs
  where task_identifier = any(${tasks}) and last_error is not null and attempts > 0 and locked_at is null`

/** Failed jobs, newest first, before `before`; optionally only those given up, or only those that will be retried. */
export async function listFailed(
  db: Queryable,
  tasks: readonly string[],
  { isGivenUp, before, limit }: { isGivenUp?: boolean | undefined; before?: string | undefined; limit: number },
): Promise<FailedJob[]> {
  return db.query<FailedJob>(sql`
    select id::text, task_identifier as task, key, queue_name as queue, attempts::int, max_attempts::int as "maxAttempts",
      last_error as error, attempts >= max_attempts as "isGivenUp", run_at as "nextAt", created_at as "createdAt"
    from ${failedJobs(tasks)}
    ${isGivenUp === undefined ? empty : sql`and (attempts >= max_attempts) = ${isGivenUp}`}
    ${before === undefined ? empty : sql`and id < ${before}::bigint`}
    order by id desc limit ${limit}`)
}

/** Requeues failed jobs with all attempts: one by id, or all given up. Returns their number. */
export async function replayFailed(db: Queryable, tasks: readonly string[], now: Date, id?: string): Promise<number> {
  return db.executeCount(sql`
    select graphile_worker.reschedule_jobs(array[id], attempts := 0, max_attempts := greatest(max_attempts, 3), run_at := ${now})
    from ${failedJobs(tasks)} and ${id === undefined ? sql`attempts >= max_attempts` : sql`id = ${id}::bigint`}`)
}

/** Deletes failed jobs: one by id, or all given up before a time. Returns their number. */
export async function discardFailed(
  db: Queryable,
  tasks: readonly string[],
  which: { id: string } | { givenUpBefore: Date },
): Promise<number> {
  const condition =
    'id' in which ? sql`id = ${which.id}::bigint` : sql`attempts >= max_attempts and run_at < ${which.givenUpBefore}`
  return db.executeCount(sql`
    select graphile_worker.complete_jobs(array[id]) from ${failedJobs(tasks)} and ${condition}`)
}
