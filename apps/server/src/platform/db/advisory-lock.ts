import { Client } from 'pg'
import { sql, type Queryable } from './db.ts'
import type { OpenDb } from './open-db.ts'

/** Waits until no other transaction holds the lock of this name, and holds it until the transaction ends. */
export const lockByName = (tx: Queryable, name: string): Promise<void> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

export interface AdvisoryLock {
  release(): Promise<void>
}

interface LockOptions {
  /** First half of the lock's key. */
  namespace: number
  /** The second half derives from it. */
  name: string
  /** Called when the connection is lost, and the lock with it. */
  onLost: (error: Error) => void
}

/**
 * Acquires an advisory lock, which ends with its connection, also when the process dies. Opens a connection for it
 * instead of taking one from the pool, because the lock is held for long. Rejects if the connection fails.
 */
export async function acquireAdvisoryLock(db: OpenDb, { namespace, name, onLost }: LockOptions): Promise<AdvisoryLock> {
  const client = new Client(db.direct.options)
  let isHeld = false
  const end = () => client.end().catch(() => undefined)
  client.on('error', (error) => {
    if (!isHeld) return
    isHeld = false
    void end()
    onLost(error)
  })
  try {
    await client.connect()
    // Another process may hold the lock for longer than the limit.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1, hashtext($2))', [namespace, name])
    isHeld = true
  } catch (error) {
    await end()
    throw error
  }
  return {
    async release() {
      if (!isHeld) return
      isHeld = false
      await end()
    },
  }
}
