import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { acquireAdvisoryLock, type AdvisoryLock } from './advisory-lock.ts'
import { sql, type Queryable } from './db.ts'
import type { OpenDb } from './open-db.ts'

/** First half of the advisory lock's key; the second half derives from the process's id. */
const LOCK_NAMESPACE = 4311
const RETRY_MS = 1_000

/** Tells other processes that this one runs: an advisory lock, which ends with its connection. */
export interface ProcessLock {
  /** Acquires the lock, and again whenever its connection is lost. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Creates the lock of this process, which `start` acquires. */
export function createProcessLock(
  db: OpenDb,
  { processId, log }: { processId: string; log: Pick<Logger, 'warn'> },
): ProcessLock {
  const stopping = new AbortController()
  let lock: AdvisoryLock | undefined
  let acquiring: Promise<void> = Promise.resolve()

  const acquire = async () => {
    lock = await acquireAdvisoryLock(db, {
      namespace: LOCK_NAMESPACE,
      name: processId,
      onLost: () => {
        acquiring = acquireAgain()
      },
    })
  }
  const acquireAgain = async (): Promise<void> => {
    lock = undefined
    while (!stopping.signal.aborted) {
      try {
        return await acquire()
      } catch (error) {
        log.warn({ err: error }, 'acquiring the lock of this process failed, will retry')
        await wait(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  return {
    start: acquire,
    async stop() {
      stopping.abort()
      await acquiring
      await lock?.release()
    },
  }
}

/**
 * Whether a process holds its lock. One that has just lost its connection seems to be gone, so what it claimed must be
 * safe to take over.
 */
export async function isProcessRunning(db: Queryable, processId: string): Promise<boolean> {
  const { running } = await db.one<{ running: boolean }>(
    sql`select not pg_try_advisory_xact_lock_shared(${LOCK_NAMESPACE}, hashtext(${processId})) as running`,
  )
  return running
}

/** Number of processes that hold their lock in this database. */
export async function countRunningProcesses(db: Queryable): Promise<number> {
  const { held } = await db.one<{ held: number }>(sql`
    select count(*) as held from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_NAMESPACE} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`)
  return held
}
