import type { Logger } from 'pino'
import { acquireAdvisoryLock, type AdvisoryLock } from '../db/advisory-lock.ts'
import { sql } from '../db/db.ts'
import type { OpenDb } from '../db/open-db.ts'

interface LockOptions {
  workerId: string
  log: Logger
  /** Called when the lock's connection is lost: other workers may then take over this one's jobs. */
  onLost: (error: Error) => void
}

/** First half of the advisory lock's key; the second half derives from the worker's id. */
const LOCK_NAMESPACE = 4310
const CHECK_INTERVAL_MS = 30_000

/**
 * A killed worker leaves its jobs locked; graphile-worker itself releases them after four hours. Each worker therefore holds an
 * advisory lock that ends with its connection, and periodically releases jobs of workers whose lock is free.
 */
export async function acquireWorkerLock(db: OpenDb, { workerId, log, onLost }: LockOptions): Promise<AdvisoryLock> {
  const check = () =>
    releaseOrphanedJobs(db, workerId)
      .then((count) => count > 0 && log.warn({ jobs: count, workerId }, 'released jobs locked by a dead worker'))
      .catch((error: unknown) => log.warn({ err: error }, 'checking for jobs locked by dead workers failed'))
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()
  try {
    const lock = await acquireAdvisoryLock(db, {
      namespace: LOCK_NAMESPACE,
      name: workerId,
      onLost: (error) => {
        clearInterval(timer)
        onLost(error)
      },
    })
    await check()
    return {
      async release() {
        clearInterval(timer)
        await lock.release()
      },
    }
  } catch (error) {
    clearInterval(timer)
    throw error
  }
}

/** Unlocks the jobs of dead workers. Returns their number. */
async function releaseOrphanedJobs(db: OpenDb, workerId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const owners = await tx.query<{ id: string; jobs: number }>(sql`
      select locked_by as id, count(*) as jobs from graphile_worker.jobs
      where locked_by is not null and locked_by <> ${workerId} group by locked_by`)
    let count = 0
    for (const { id, jobs } of owners) {
      const { gone } = await tx.one<{ gone: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LOCK_NAMESPACE}, hashtext(${id})) as gone`,
      )
      if (!gone) continue
      // Jobs that were replaced while they ran must not run again, and they have not failed.
      const replaced = await tx.query<{ id: string }>(sql`
        select id::text from graphile_worker.jobs
        where locked_by = ${id} and key is null and attempts >= max_attempts and last_error is null`)
      await tx.execute(sql`select graphile_worker.force_unlock_workers(array[${id}]::text[])`)
      const ids = replaced.map((job) => job.id)
      await tx.execute(sql`select graphile_worker.complete_jobs(${ids}::bigint[])`)
      count += jobs
    }
    return count
  })
}
