import { Socket } from 'node:net'
import { Client } from 'pg'
import type { Logger } from 'pino'
import {
  prepared,
  queryable,
  runAfterCommitEffects,
  typeParsers,
  type Db,
  type Queryable,
  type Sql,
} from '../platform/db/db.ts'

/** A database on which everything is one transaction of one connection: nothing is there until `commit`. */
export interface SingleTransactionDb extends Db {
  commit(): Promise<void>
  /** Lets go of the connection; what was not committed has never been. */
  close(): Promise<void>
}

/**
 * For one that is refused nothing: a transaction within it is neither begun nor rolled
 * back, so what fails fails the whole. A statement whose answer nobody needs is sent along with the next that is waited
 * for, which saves both sides a wakening each; should it fail, so does that one.
 */
export async function openSingleTransactionDb(url: string, log: Logger): Promise<SingleTransactionDb> {
  const line = new Socket()
  const client = new Client({
    connectionString: url,
    application_name: 'fettle-seed',
    types: typeParsers,
    keepAlive: true,
    stream: () => line,
    // What does not wait for an answer is not made to.
    pipeline: true,
  })
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    return failure
  }
  await client.connect()
  const send = () => {
    while (line.writableCorked > 0) line.uncork()
  }
  const hold = () => {
    if (line.writableCorked === 0) line.cork()
  }
  let waitedFor = 0
  const answered = async (statement: Sql) => {
    // What is asked for side by side goes out as one.
    hold()
    process.nextTick(send)
    waitedFor += 1
    try {
      const answer = await client.query(prepared(statement))
      // Each is gone on with before the next: whether two come at once must not change the order of what happens.
      if (waitedFor > 1) await new Promise((resolve) => setImmediate(resolve))
      return answer
    } catch (error) {
      throw fail(error as Error)
    } finally {
      waitedFor -= 1
    }
  }
  const plainly = async (statement: string) => {
    send()
    await client.query(statement)
  }
  const statements: Queryable = {
    ...queryable(answered),
    execute(statement) {
      hold()
      client.query(prepared(statement)).catch(fail)
      return Promise.resolve()
    },
  }
  // Each statement is planned once: what is true of empty tables will do.
  const plans = 'set plan_cache_mode = force_generic_plan'
  await plainly(`set timezone = 'UTC'; set jit = off; set synchronous_commit = off; ${plans}`)
  await plainly('begin')
  return {
    ...statements,
    async transaction(work) {
      const effects: (() => void)[] = []
      try {
        const result = await work({ ...statements, afterCommit: (effect) => effects.push(effect) })
        runAfterCommitEffects(effects, log)
        return result
      } catch (error) {
        throw fail(error as Error)
      }
    },
    async commit() {
      // Whatever is still under way has been answered before this is.
      await plainly('select').catch(fail)
      if (failure) throw failure
      await plainly('commit')
    },
    close: () => client.end(),
  }
}
