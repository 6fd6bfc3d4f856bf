import type { Clock } from '../clock.ts'
import { sql, type Db } from '../db/db.ts'
import { requeueFailed, requeuePostponed, type RunningJob } from './failed-jobs.ts'
import type { JobHandler } from './jobs.types.ts'
import { PostponedError } from './external-server-slots.ts'

/** Far above what tests need: only a job that keeps enqueuing itself for the same instant reaches it. */
const MAX_RUNS = 10_000

/** Runs the queue in the test process, one job after another in due order, with graphile-worker's retry rules. */
export async function runDueJobs(
  db: Db,
  clock: Clock,
  handlers: ReadonlyMap<string, JobHandler<unknown>>,
): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  for (let job = await takeNextJob(db, clock, handlers); job; job = await takeNextJob(db, clock, handlers)) {
    if (++count > MAX_RUNS) throw new Error(`The job ${job.task} keeps enqueuing itself for the same instant.`)
    try {
      await handlers.get(job.task)?.(job.payload, { isRetry: job.attempts > 1 })
    } catch (error) {
      if (error instanceof PostponedError) {
        await requeuePostponed(db, job, error, clock.now())
        continue
      }
      failures.push(error)
      await onFailure(db, clock, job, error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} jobs failed`)
  return count
}

/** Removes the next due job from the queue. */
const takeNextJob = (db: Db, clock: Clock, handlers: ReadonlyMap<string, unknown>) =>
  db.maybeOne<RunningJob & { runAt: Date }>(sql`
    with due as (
      select id, task_identifier, queue_name from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= ${clock.now()}::timestamptz
        and task_identifier = any(${[...handlers.keys()]})
      order by run_at, priority, id limit 1
    )
    select due.task_identifier as task, due.queue_name as queue, job.payload, job.key, job.run_at as "runAt",
      job.attempts + 1 as attempts, job.max_attempts as "maxAttempts", job.last_error as "lastError"
    from due, graphile_worker.complete_jobs(array[due.id]) as job`)

/** Requeues a failed job, unless its handler enqueued another one with its key. */
async function onFailure(db: Db, clock: Clock, job: RunningJob & { runAt: Date }, error: unknown): Promise<void> {
  const isReplaced = await db.maybeOne(sql`select from graphile_worker.jobs where key = ${job.key}`)
  if (isReplaced) return
  const delayMs = Math.exp(Math.min(job.attempts, 10)) * 1000
  await requeueFailed(db, job, error, new Date(Math.max(+clock.now(), +job.runAt) + delayMs))
}
