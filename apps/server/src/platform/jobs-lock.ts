import type pg from 'pg'
import type { Logger } from 'pino'
import { sql, type OpenDb } from './db.ts'

export interface WorkerLock {
  release(): Promise<void>
}

/** The first half of an advisory lock's number; the second is made of the worker's id. */
const SPACE = 4310
const CHECK_INTERVAL = 30_000
const PAUSE = 1_000

/**
 * A worker that was killed leaves its jobs locked, for four hours by graphile-worker's own rule. So each holds an
 * advisory lock as long as it lives, which ends with its connection, and looks now and then whether a lock of
 * another is free although jobs are still marked as that one's: then they are anybody's again.
 */
export async function holdWorkerLock(db: OpenDb, workerId: string, log: Logger): Promise<WorkerLock> {
  let client: pg.PoolClient | undefined
  let released = false
  let retry: NodeJS.Timeout | undefined

  const take = async () => {
    const taken = await db.pool.connect()
    await taken.query('select pg_advisory_lock($1, hashtext($2))', [SPACE, workerId])
    taken.once('error', (error) => {
      client = undefined
      taken.release(error)
      retakeLater()
    })
    client = taken
  }
  const retakeLater = () => {
    if (released) return
    retry = setTimeout(() => {
      take().catch(retakeLater)
    }, PAUSE)
    retry.unref()
  }
  const check = () =>
    freeOrphans(db, workerId)
      .then((count) => count > 0 && log.warn({ jobs: count }, 'took over jobs of a worker that is gone'))
      .catch((error: unknown) => log.warn({ err: error }, 'could not look for jobs of workers that are gone'))

  await take()
  await check()
  const timer = setInterval(() => void check(), CHECK_INTERVAL)
  timer.unref()
  return {
    async release() {
      released = true
      clearInterval(timer)
      clearTimeout(retry)
      const held = client
      client = undefined
      held?.removeAllListeners('error')
      held?.on('error', () => undefined)
      // The lock goes with the connection.
      held?.release(true)
    },
  }
}

/** Unlocks the jobs of workers that are gone; answers how many. */
async function freeOrphans(db: OpenDb, workerId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const owners = await tx.many<{ id: string; jobs: number }>(sql`
      select locked_by as id, count(*) as jobs from graphile_worker._private_jobs
      where locked_by is not null and locked_by <> ${workerId} group by locked_by`)
    let count = 0
    for (const { id, jobs } of owners) {
      const { gone } = await tx.one<{ gone: boolean }>(
        sql`select pg_try_advisory_xact_lock(${SPACE}, hashtext(${id})) as gone`,
      )
      if (!gone) continue
      await tx.run(sql`select graphile_worker.force_unlock_workers(array[${id}]::text[])`)
      count += jobs
    }
    return count
  })
}
