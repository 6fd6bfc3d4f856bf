import type { Clock } from '../clock.ts'
import { sql, type Db } from '../db/db.ts'
import { runUnlessPermanent } from './failed-jobs.ts'
import type { JobHandler } from './jobs.types.ts'

interface DueJob {
  id: string
  task: string
  payload: unknown
}

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
  for (let job = await runNextJob(db, clock, handlers); job; job = await runNextJob(db, clock, handlers)) {
    if (++count > MAX_RUNS) throw new Error(`The job ${job.task} keeps enqueuing itself for the same instant.`)
    try {
      const { id, task, payload } = job
      await runUnlessPermanent(db, id, async () => handlers.get(task)?.(payload))
      await db.execute(sql`delete from graphile_worker._private_jobs where id = ${job.id}`)
    } catch (error) {
      failures.push(error)
      await db.execute(sql`
        update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, last_error = ${String(error)},
            run_at = greatest(${clock.now()}::timestamptz, run_at) + exp(least(attempts, 10)) * interval '1 second'
        where id = ${job.id} and locked_by = 'by hand'`)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} jobs failed`)
  return count
}

const runNextJob = (db: Db, clock: Clock, handlers: ReadonlyMap<string, unknown>) =>
  db.maybeOne<DueJob>(sql`
    with due as (
      select jobs.id, tasks.identifier
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where jobs.is_available and jobs.run_at <= ${clock.now()}::timestamptz and tasks.identifier = any(${[...handlers.keys()]})
      order by jobs.run_at, jobs.priority, jobs.id
      limit 1
      for update of jobs skip locked
    )
    update graphile_worker._private_jobs jobs
    set attempts = attempts + 1, locked_by = 'by hand', locked_at = now()
    from due
    where jobs.id = due.id
    returning jobs.id::text, due.identifier as task, jobs.payload`)
