import type { Logger } from 'pino'
import { ManualClock, type Clock } from '../clock.ts'
import { sql } from '../db/db.ts'
import type { OpenDb } from '../db/open-db.ts'
import { runInSpan } from '../observability/tracing.ts'
import { runDueJobs } from './run-due-jobs.ts'
import { createExternalServerSlots, PostponedError } from './external-server-slots.ts'
import { startJobWorker, type JobWorker } from './worker.ts'
import type { JobHandler, Jobs } from './jobs.types.ts'

/** Creates the job queue. `works: false` only enqueues: another process runs the jobs. */
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
      const run = handler as JobHandler<unknown>
      handlers.set(task, async (payload, attempt) => {
        const postponed = await runInSpan(
          `job ${task}`,
          'CONSUMER',
          () => ({ 'fettle.job': task }),
          async () => {
            try {
              await run(payload, attempt)
              return undefined
            } catch (error) {
              // Having to wait is no failure.
              if (error instanceof PostponedError) return error
              throw error
            }
          },
        )
        if (postponed) throw postponed
      })
    },
    repeat(task, every, handler) {
      repeated.set(task, every)
      jobs.handle(task, async () => {
        // Enqueued before the work: a failed run is not retried, the next one comes on time.
        await jobs.add(db, task, {}, { key: task, delayMs: every })
        await handler()
      })
    },
    async add(tx, task, payload, { runAt, delayMs = 0, key, queue, maxAttempts } = {}) {
      // A delay uses the database's time, because the local clock may be ahead of it.
      const due = runAt ?? (manual ? inMilliseconds(delayMs) : null)
      await tx.execute(sql`
        select graphile_worker.add_job(${task}, ${JSON.stringify(payload ?? {})}::json, queue_name := ${queue ?? null},
          run_at := coalesce(${due}::timestamptz, now() + ${delayMs} * interval '1 millisecond'), max_attempts := ${maxAttempts ?? null}::int, job_key := ${key ?? null})`)
    },
    async addScheduled(tx, task, scheduled) {
      if (scheduled.length === 0) return
      await tx.execute(sql`
        select graphile_worker.add_jobs(array(
          select (${task}, payload, queue, "runAt", null, key, null, null)::graphile_worker.job_spec
          from json_to_recordset(${JSON.stringify(scheduled)})
            as scheduled (payload json, queue text, "runAt" timestamptz, key text)))`)
    },
    withExternalServer: createExternalServerSlots(),
    async cancel(tx, ...keys) {
      if (keys.length === 0) return
      await tx.execute(sql`select graphile_worker.remove_job(key) from unnest(${keys}::text[]) as key`)
    },
    runDue: () => runDueJobs(db, clock, handlers),
    async check() {
      await worker?.check()
    },
    async start() {
      if (!works || worker) return
      for (const [task, every] of repeated) {
        await db.execute(sql`
          select graphile_worker.add_job(${task}, '{}'::json, job_key := ${task},
          run_at := coalesce(${manual ? inMilliseconds(every) : null}::timestamptz, now() + ${every} * interval '1 millisecond'),
            job_key_mode := 'preserve_run_at')`)
      }
      if (manual || handlers.size === 0) return
      worker = await startJobWorker({ db, clock, log, handlers })
    },
    async stop() {
      const stopping = worker
      worker = undefined
      await stopping?.stop()
    },
  }
  return jobs
}
