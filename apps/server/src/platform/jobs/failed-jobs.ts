import { empty, sql, type Db, type Queryable } from '../db/db.ts'

/** A failure that a retry cannot fix, such as an unknown address. The job is given up. */
export class PermanentError extends Error {
  override name = 'Hopeless'
}

/** Runs a job. After a PermanentError there is no next attempt. */
export async function runUnlessPermanent(db: Db, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PermanentError)
      await db.execute(sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${id}::bigint`)
    throw error
  }
}

/** A job whose last attempt failed. */
export interface FailedJob {
  id: string
  task: string
  payload: Record<string, unknown>
  attempts: number
  maxAttempts: number
  error: string
  isGivenUp: boolean
  nextAt: Date
  createdAt: Date
}

const selectJobs = (tasks: readonly string[]) => sql`
  graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  where tasks.identifier = any(${tasks}) and jobs.last_error is not null and jobs.locked_at is null`

/** Failed jobs, newest first, before `before`; optionally only those given up, or only those that will be retried. */
export async function listFailed(
  db: Queryable,
  tasks: readonly string[],
  { isGivenUp, before, limit }: { isGivenUp?: boolean | undefined; before?: string | undefined; limit: number },
): Promise<FailedJob[]> {
  return db.query<FailedJob>(sql`
    select jobs.id::text, tasks.identifier as task, jobs.payload, jobs.attempts::int, jobs.max_attempts::int as "maxAttempts",
      jobs.last_error as error, jobs.attempts >= jobs.max_attempts as "isGivenUp", jobs.run_at as "nextAt",
      jobs.created_at as "createdAt"
    from ${selectJobs(tasks)}
    ${isGivenUp === undefined ? empty : sql`and (jobs.attempts >= jobs.max_attempts) = ${isGivenUp}`}
    ${before === undefined ? empty : sql`and jobs.id < ${before}::bigint`}
    order by jobs.id desc limit ${limit}`)
}

/** Requeues failed jobs with all attempts: one by id, or all given up. Returns their number. */
export async function replayFailed(db: Queryable, tasks: readonly string[], now: Date, id?: string): Promise<number> {
  return db.executeCount(sql`
    update graphile_worker._private_jobs set attempts = 0, max_attempts = greatest(max_attempts, 3), run_at = ${now}, last_error = null
    where id in (select jobs.id from ${selectJobs(tasks)}
      and ${id === undefined ? sql`jobs.attempts >= jobs.max_attempts` : sql`jobs.id = ${id}::bigint`})`)
}

/** Deletes failed jobs: one by id, or all given up before a time. Returns their number. */
export async function discardFailed(
  db: Queryable,
  tasks: readonly string[],
  which: { id: string } | { givenUpBefore: Date },
): Promise<number> {
  const wanted =
    'id' in which
      ? sql`jobs.id = ${which.id}::bigint`
      : sql`jobs.attempts >= jobs.max_attempts and jobs.run_at < ${which.givenUpBefore}`
  return db.executeCount(sql`
    delete from graphile_worker._private_jobs where id in (select jobs.id from ${selectJobs(tasks)} and ${wanted})`)
}
