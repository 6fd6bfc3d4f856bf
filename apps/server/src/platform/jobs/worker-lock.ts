import type { Logger } from 'pino'
import { sql, type OpenDb } from '../db/db.ts'

export interface WorkerLock {
  release(): Promise<void>
}

interface LockOptions {
  workerId: string
  log: Logger
  /** Called when the lock's connection is lost: other workers may take over this one's jobs from then on. */
  onLost: (error: Error) => void
}

/** The first half of an advisory lock's number; the second is made of the worker's id. */
const LOCK_NAMESPACE = 4310
const CHECK_INTERVAL_MS = 30_000

/**
 * A worker that was killed leaves its jobs locked, for four hours by graphile-worker's own rule. So each holds an
 * advisory lock as long as it lives, which ends with its connection, and looks now and then whether a lock of
 * another is free although jobs are still marked as that one's: then they are anybody's again.
 */
export async function acquireWorkerLock(db: OpenDb, { workerId, log, onLost }: LockOptions): Promise<WorkerLock> {
  const client = await db.pool.connect()
  let isHeld = true
  const letGo = (error: Error | true) => {
    if (!isHeld) return
    isHeld = false
    clearInterval(timer)
    client.release(error)
  }
  const check = () =>
    releaseOrphanedJobs(db, workerId)
      .then((count) => count > 0 && log.warn({ jobs: count, workerId }, 'released jobs locked by a dead worker'))
      .catch((error: unknown) => log.warn({ err: error }, 'checking for jobs locked by dead workers failed'))
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()

  client.once('error', (error) => {
    letGo(error)
    onLost(error)
  })
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_NAMESPACE, workerId])
  } catch (error) {
    letGo(true)
    throw error
  }
  await check()
  return {
    async release() {
      if (!isHeld) return
      // At once, and not when the server notices that the connection is gone.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      letGo(true)
    },
  }
}

/** Unlocks the jobs of workers that are gone; answers how many. */
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
      await tx.execute(sql`select graphile_worker.force_unlock_workers(array[${id}]::text[])`)
      count += jobs
    }
    return count
  })
}
