import type { Logger } from 'pino'
import { sql, type OpenDb } from '../db/db.ts'

export interface WorkerLock {
  release(): Promise<void>
}

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
 * A killed worker leaves its jobs locked, by graphile-worker's own rule for four hours. Each worker therefore holds an
 * advisory lock that ends with its connection, and periodically releases jobs of workers whose lock is free.
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
      // Released at once instead of when the server notices the closed connection.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      letGo(true)
    },
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
      await tx.execute(sql`select graphile_worker.force_unlock_workers(array[${id}]::text[])`)
      count += jobs
    }
    return count
  })
}
